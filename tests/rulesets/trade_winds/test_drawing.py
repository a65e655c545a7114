"""The chart shows the table as one seat sees it, in one well-formed picture, with a button on every square offered."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from games.engine import Choose, Dice
from games.kit import controls
from games.kit.crew_game.grid import WEST, east
from games.kit.heading import HEADINGS
from games.kit.text_board import WIDTH
from games.rulesets.trade_winds import RULESET, drawing, drawing_cards, page, pictures, text_board
from games.rulesets.trade_winds.board import HARBOURS
from games.rulesets.trade_winds.chart import CHART, SQUARES
from games.rulesets.trade_winds.drawing_ink import EDGE, QUAYS, SHEET

NAMES = ["Anne", "<b>Mary</b>", "Jack", "Grace", "Henry", "Edward"]
FOLDER = Path(page.__file__).parent
CSS = "".join(file.read_text() for file in (FOLDER.parents[2] / "static/css/board.css", FOLDER / "static/trade-winds/trade-winds.css"))


@pytest.fixture
def state():
    """Return a game of six with a little of everything on the table."""
    table, _ = RULESET.setup([place for place, _ in RULESET.places], 0, {}, Dice(b"chart"))
    table.at[0], table.heading[0], table.holds[0] = SQUARES["G4"], 3, ("D", "M")
    table.at[2], table.holds[2] = SQUARES["M9"], ("D", "G", "G", "P", "M")
    table.hands[3], table.isles = (), [("D", "R2"), ("M",)]
    table.docks[0], table.zones[7] = ("D", "G", "M"), ("P", "P", "P")
    table.ashore[5], table.kept[1] = (("B2", 4), ("R3", 4)), ("TW",)
    return table


def tree(picture):
    return ElementTree.fromstring(picture)


def part(root, name, value):
    return next(element for element in root.iter("g") if element.get(name) == str(value))


def pieces(element):
    return sorted(use.get("href").removeprefix("#sea-") for use in element.iter("use"))


def test_the_chart_is_well_formed_for_every_seat_and_for_spectators(state):
    for seat in (*range(6), None):
        root = tree(drawing.svg(RULESET.view(state, seat), names=NAMES))
        assert root.get("viewBox") == f"{-EDGE} {-EDGE} {SHEET} {SHEET}"


def test_every_symbol_that_is_used_is_defined(state):
    picture = drawing.picture(RULESET.view(state, 0), RULESET.decisions(state)[0], names=NAMES)
    used, known = set(re.findall(r'href="#([^"]+)"', picture)), set(re.findall(r' id="([^"]+)"', picture))
    assert used
    assert used <= known


def test_ships_show_their_cargo_and_those_who_carry_much_its_points(state):
    root = tree(drawing.svg(RULESET.view(state, 0), names=NAMES))
    assert {"D", "M"} <= set(pieces(part(root, "data-ship", 0)))
    assert "18" in "".join(part(root, "data-ship", 2).itertext())
    assert "wreck" in pieces(part(root, "data-ship", 3))


def test_crew_ashore_shows_its_colour_only_to_the_one_who_laid_it(state):
    for seat, shown in ((4, ["B2", "R3"]), (0, ["back-2", "back-3"]), (None, ["back-2", "back-3"])):
        root = tree(drawing.svg(RULESET.view(state, seat), names=NAMES))
        assert pieces(part(root, "data-docks", 5)) == shown


def test_a_picture_for_a_letter_needs_no_stylesheet_and_shows_no_markup_of_players(state):
    picture = drawing.picture(RULESET.view(state, 0), names=NAMES)
    assert "var(--" not in picture
    assert "<b>" not in picture
    assert "&lt;b&gt;Mary" in picture


def test_every_offered_square_is_a_button_on_its_square(state):
    decision = RULESET.decisions(state)[0]
    board = drawing.board(RULESET.view(state, 0), decision, names=NAMES)
    squares = [option for option in decision.options if option in SQUARES]
    inside = board.split('class="board-squares"')[1].split("</div>")[0]
    assert sorted(re.findall(r'name="answer" value="([^"]+)"', inside)) == sorted(squares)
    assert 'value="stay"' in page.ask(decision, RULESET.view(state, 0), NAMES)
    for spot in re.findall(r'class="(c\d+) (r\d+)', inside):
        assert all(f".{name} {{" in CSS for name in spot)


def test_nobody_sees_what_another_is_offered(state):
    board = drawing.board(RULESET.view(state, 1), RULESET.decisions(state)[0], names=NAMES)
    assert "<button" not in board


def test_every_colour_the_chart_names_is_in_the_stylesheet(state):
    board = drawing.board(RULESET.view(state, 0), RULESET.decisions(state)[0], names=NAMES)
    for name in set(re.findall(r"var\((--[a-z0-9-]+)\)", board)):
        assert f"{name}:" in CSS


def test_no_picture_needs_inline_style_or_script(state):
    view = RULESET.view(state, 0)
    rose = controls.rose(Choose(0, "heading", "N", HEADINGS))
    shown = [drawing.board(view, RULESET.decisions(state)[0], names=NAMES), drawing_cards.hand(view), rose]
    assert not [picture for picture in shown if " style=" in picture or "<script" in picture or " onclick" in picture]


def test_docks_and_safety_zones_lie_ashore_within_the_frame_and_apart():
    boxes = [box for quay in QUAYS for box in (quay.docks, quay.zone)]
    for x, y, wide, high in boxes:
        assert x + wide <= WEST or x >= east(CHART) or y + high <= WEST or y >= east(CHART)
        assert x > -EDGE
        assert x + wide < SHEET - EDGE
        assert y > -EDGE
        assert y + high < SHEET - EDGE
    for index, (x, y, wide, high) in enumerate(boxes):
        for x2, y2, wide2, high2 in boxes[:index]:
            assert x + wide <= x2 or x2 + wide2 <= x or y + high <= y2 or y2 + high2 <= y


def test_the_text_board_has_the_same_facts_in_narrow_lines(state, golden):
    text = text_board.text(RULESET.view(state, 0), ["Anne", "Mary", "Jack", "Grace", "Henry", "Edward"])
    assert max(map(len, text.splitlines())) <= WIDTH
    for harbour in HARBOURS:
        assert f"{harbour.name}: docks" in text
    assert golden("boards/trade-winds", text)


def test_the_text_board_places_every_ship_on_its_square(state):
    rows = text_board.chart(RULESET.view(state, None)).splitlines()
    for seat, square in enumerate(state.at):
        column, row = CHART.cell(square)
        assert rows[CHART.size + 1 - row][3 + 2 * (column - 1)] == str(seat + 1)


def test_a_spectator_s_text_board_shows_no_hand(state, golden):
    heading = text_board.text(RULESET.view(state, 0), NAMES).split("\n\n")[-1].split("\n")[0]
    assert golden("boards/trade-winds", heading)
    assert heading not in text_board.text(RULESET.view(state, None), NAMES)


@pytest.mark.parametrize("name", pictures.PICTURES)
def test_every_picture_of_the_rules_can_be_drawn(name):
    arguments = {"hand": ["b3", "r1"], "goods": ["d", "m"], "card": ["1", "36"]}.get(name, [])
    assert len(pictures.PICTURES[name](*arguments)) > 300


def test_the_rules_ask_only_for_pictures_there_are():
    rules = (Path(page.__file__).parent / "rules.md").read_text()
    asked = re.findall(r"\[\[picture: ([a-z]+)", rules)
    assert asked
    assert set(asked) <= set(pictures.PICTURES)
