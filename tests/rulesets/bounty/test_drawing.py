"""The chart shows the table as one seat sees it, in one well-formed picture, with a button on every square offered."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from games.engine import Dice
from games.kit.text_board import WIDTH
from games.rulesets.bounty import RULESET, drawing, drawing_cards, page, pictures, text_board
from games.rulesets.bounty.board import PORTS
from games.rulesets.bounty.chart import SQUARES
from games.rulesets.bounty.drawing_ink import EDGE, SHEET
from games.rulesets.bounty.state import STEPS
from games.rulesets.bounty.text_board import within
from tests import reading

NAMES = ["Anne", "<b>Mary</b>", "Jack", "Grace", "Henry", "Edward", "Olivier", "Stede"]
FOLDER = Path(page.__file__).parent
CSS = "".join(file.read_text() for file in (FOLDER.parents[2] / "static/css/board.css", FOLDER / "static/bounty/bounty.css"))


@pytest.fixture
def state():
    """Return a game of eight with a little of everything on the table; Anne is a hidden pirate and has thrown a four."""
    table, _ = RULESET.setup([place for place, _ in RULESET.places], 0, {}, Dice(b"chart"))
    table.first, table.turn, table.agenda = 0, 0, STEPS.all([("next", 0), ("sail", 0, 0, 4)])
    table.at[0], table.holds[0], table.visited[0] = SQUARES["G5"], ("1-8", "5-P"), (0, 4)
    table.at[1], table.holds[1], table.known[1] = SQUARES["G9"], ("2-P",), "pirate"
    table.at[2], table.holds[2], table.known[2] = SQUARES["G9"], ("3-W",), "warship"
    table.loot[1], table.loans[3], table.bankrupt = ("7-20", "6-19"), 2, (4,)
    table.claims, table.commission = ((5, 1),), (5, 1)
    table.ledger = ((1, 2, 3, 41),)
    return table


def tree(picture):
    return ElementTree.fromstring(picture)


def part(root, name, value):
    return next(element for element in root.iter("g") if element.get(name) == str(value))


def pieces(element):
    return [use.get("href").removeprefix("#sea-") for use in element.iter("use")]


def shown(state, seat):
    """Return everything a page draws for a seat, as one text."""
    view, asked = RULESET.view(state, seat), [decision for decision in RULESET.decisions(state) if decision.seat == seat]
    return json.dumps(page.parts(view, NAMES, asked[0] if asked else None, []))


def test_the_chart_is_well_formed_for_every_seat_and_for_spectators(state):
    for seat in (*range(8), None):
        root = tree(drawing.svg(RULESET.view(state, seat), names=NAMES))
        assert root.get("viewBox") == f"{-EDGE} {-EDGE} {SHEET} {SHEET}"


def test_every_symbol_that_is_used_is_defined(state):
    view = RULESET.view(state, 0)
    picture = (
        drawing.picture(view, RULESET.decisions(state)[0], names=NAMES)
        + drawing_cards.hand(view)
        + drawing_cards.purse(87)
        + drawing_cards.backs(3)
    )
    used, known = set(re.findall(r'href="#([^"]+)"', picture)), set(re.findall(r' id="([^"]+)"', picture))
    assert len(used) > 20
    assert used <= known
    assert len(re.findall(r' id="', drawing.svg(view))) == len(set(re.findall(r' id="([^"]+)"', drawing.svg(view))))


def test_ships_fly_the_flags_of_what_they_have_shown(state):
    root = tree(drawing.svg(RULESET.view(state, 3), names=NAMES))
    assert "flag-pirate" in pieces(part(root, "data-ship", 1))
    assert "flag-warship" in pieces(part(root, "data-ship", 2))
    assert "flag-commission" in pieces(part(root, "data-ship", 5))
    assert not [piece for piece in pieces(part(root, "data-ship", 0)) if piece.startswith("flag")]


def test_scrolls_tell_fee_and_cards_left(state, golden):
    state.packs[5] = state.packs[5][:7]
    words = "".join(part(tree(drawing.svg(RULESET.view(state, None))), "data-port", 5).itertext())
    assert golden("boards/bounty", words)


def test_eight_ships_find_room_on_one_square(state):
    state.at[:] = [SQUARES["D13"]] * 8
    root = tree(drawing.svg(RULESET.view(state, None)))
    assert len({part(root, "data-ship", ship).get("transform") for ship in range(8)}) == 8


def test_every_offered_square_is_a_button_on_its_square(state, golden):
    decision, attack = RULESET.decisions(state)
    board = drawing.board(RULESET.view(state, 0), decision, names=NAMES)
    chart, below = board.split('class="board-squares"')[1].split("</div>", 1)
    below += (words := page.ask(decision, RULESET.view(state, 0), NAMES))
    sailed, attacked = (re.findall(rf'name="{name}" value="([^"]+)"', chart) for name in ("answer", "line"))
    assert attacked == [f"attack {square}" for square in attack.options] == ["attack G9"]
    assert sorted([*sailed, "G9"]) == sorted(decision.options)
    assert sorted(re.findall(r'name="answer" value="([^"]+)"', below)) == sorted(decision.options)
    assert 'name="line" value="attack G9"' in below
    assert golden("boards/bounty", reading.parts(words, "button"))
    spots = re.findall(r'class="(c\d+ r\d+) is', chart)
    assert len(set(spots)) == len(sailed) + 1
    for column, row in (spot.split() for spot in spots):
        assert f".{column} {{" in CSS
        assert f".{row} {{" in CSS


def test_squares_that_may_be_attacked_are_marked_for_the_pirate_alone(state):
    decision = RULESET.decisions(state)[0]
    assert 'href="#sea-foe"' in drawing.board(RULESET.view(state, 0), decision, names=NAMES)
    for seat in (1, None):
        board = drawing.board(RULESET.view(state, seat), decision, names=NAMES)
        assert 'href="#sea-foe"' not in board
        assert "<button" not in board


def test_pages_and_letters_are_the_same_whatever_others_hold(state):
    for seat in (*range(8), None):
        for index in range(5):
            other = RULESET.redeal_hidden(state, seat, Dice(f"other {index}".encode()))
            assert shown(other, seat) == shown(state, seat)
            views = [RULESET.view(one, seat) for one in (state, other)]
            pictures_of_both = [drawing.picture(view, names=NAMES) + text_board.text(view, NAMES) for view in views]
            assert pictures_of_both[0] == pictures_of_both[1]


def test_only_the_owner_sees_the_faces_of_their_cards(state, golden):
    assert golden("boards/bounty", reading.titles(drawing_cards.hand(RULESET.view(state, 0))))
    assert "cargo-card" not in "".join(map(str, page.parts(RULESET.view(state, 1), NAMES, None, [])["captains"]))
    assert drawing_cards.hand(RULESET.view(state, None)) == ""


def test_a_picture_for_a_letter_needs_no_stylesheet_and_shows_no_markup_of_players(state):
    picture = drawing.picture(RULESET.view(state, 0), names=NAMES)
    assert "var(--" not in picture
    assert "<b>" not in picture
    assert "&lt;b&gt;Mary" in picture


def test_every_colour_that_is_named_is_in_the_stylesheet(state):
    board = drawing.board(RULESET.view(state, 0), RULESET.decisions(state)[0], names=NAMES)
    for name in set(re.findall(r"var\((--c-[a-z0-9-]+)\)", board + CSS)):
        assert f"{name}:" in CSS


def test_no_picture_needs_inline_style_or_script(state):
    view = RULESET.view(state, 0)
    some = [
        drawing.board(view, RULESET.decisions(state)[0], names=NAMES),
        drawing_cards.hand(view),
        drawing_cards.chest_card(8),
        drawing_cards.purse(38),
    ]
    assert not [picture for picture in some if " style=" in picture or "<script" in picture or " onclick" in picture]


def test_the_board_is_small(state):
    assert len(drawing.board(RULESET.view(state, 0), RULESET.decisions(state)[0], names=NAMES)) < 40_000


def test_the_purse_is_paid_out_in_coins():
    coins = drawing_cards.purse(38)
    assert [coins.count(f"#sea-coin-{coin}") for coin in ("gold", "silver", "bronze")] == [3, 1, 3]


def test_the_text_board_has_the_same_facts_in_narrow_lines(state, golden):
    text = text_board.text(RULESET.view(state, 0), NAMES)
    assert max(map(len, text.splitlines())) <= WIDTH
    for port in PORTS:
        assert f"{port.name} ({port.at}): {port.cargo}, fee {port.fee}" in text
    assert golden("boards/bounty", text)
    heading = text.split("\n\n")[-1].split("\n")[0]
    assert golden("boards/bounty", heading)
    assert heading not in text_board.text(RULESET.view(state, None), NAMES)


def test_the_text_board_places_every_ship_on_its_square(state):
    rows = text_board.chart(RULESET.view(state, None)).splitlines()
    assert rows[5][3 + 3 * 6] == "1"
    assert rows[9][3 + 3 * 6 : 5 + 3 * 6] == "23"


@pytest.mark.parametrize("name", pictures.PICTURES)
def test_every_picture_of_the_rules_can_be_drawn(name):
    arguments = {"hold": ["1-8", "5-p"], "purse": ["38"], "card": ["1", "8"]}.get(name, [])
    assert len(pictures.PICTURES[name](*arguments)) > 300


def test_the_rules_ask_only_for_pictures_there_are():
    asked = re.findall(r"\[\[picture: ([a-z]+)", (FOLDER / "rules.md").read_text())
    assert asked
    assert set(asked) <= set(pictures.PICTURES)


@pytest.fixture
def of_two():
    """Return a game of two captains with two ships each; Mary's ships share a square, hers and Anne's are at sea."""
    table, _ = RULESET.setup(["red", "blue"], 0, {}, Dice(b"two"))
    table.first, table.turn, table.agenda = 0, 0, STEPS.all([("next", 0), ("sail", 0, 1, 5)])
    table.at[:] = [SQUARES[name] for name in ("C3", "G5", "G9", "G9")]
    return table


def test_the_two_ships_of_a_captain_are_told_apart_everywhere(of_two, golden):
    view, names = RULESET.view(of_two, 0), ["Anne", "Mary"]
    root = tree(drawing.svg(view, names=names))
    assert [part(root, "data-ship", ship).findtext("text") for ship in range(4)] == ["1a", "1b", "2a", "2b"]
    rows = text_board.chart(view).splitlines()
    assert rows[3].split()[3] == "1a"
    assert rows[9].split()[7] == "22"
    assert golden("boards/bounty", reading.part(drawing_cards.hand(view), "body"))
    assert golden("boards/bounty", text_board.text(view, names))


def test_only_what_would_be_attacked_is_named_as_prey(state, of_two, golden):
    state.holds[0] = ("1-8", "5-W")
    [sail, attack] = RULESET.decisions(state)
    assert golden("boards/bounty", RULESET.label(attack, "G9", ["Anne", "Mary", "Jack"]))
    assert golden("boards/bounty", reading.titles(drawing.board(RULESET.view(state, 0), sail, names=NAMES), "button[value='attack G9']"))
    of_two.at[:] = [SQUARES["G5"], SQUARES["G9"], SQUARES["G9"], SQUARES["D13"]]
    of_two.holds[0], of_two.agenda = ("1-8", "5-P"), STEPS.all([("next", 0), ("sail", 0, 0, 4)])
    [sail, attack] = RULESET.decisions(of_two)
    assert golden("boards/bounty", RULESET.label(attack, "G9", ["Anne", "Mary"]))
    board = drawing.board(RULESET.view(of_two, 0), sail, names=["Anne", "Mary"])
    assert golden("boards/bounty", reading.titles(board, "button[value='attack G9']"))


def test_the_text_board_names_the_harbours_and_ships_within_reach_of_one_s_throw(state, of_two, golden):
    for one, names in ((state, NAMES), (of_two, ["Anne", "Mary"])):
        reached = within(RULESET.view(one, 0), names)
        assert golden("boards/bounty", reached)
        assert reached in text_board.text(RULESET.view(one, 0), names)
    for seat in (1, None):
        assert within(RULESET.view(state, seat), NAMES) == ""


def test_the_picture_in_a_letter_marks_what_the_throw_reaches(state):
    view, decision = RULESET.view(state, 0), RULESET.decisions(state)[0]
    marked = str(drawing.picture(view, decision, names=NAMES))
    assert 'href="#sea-foe"' in marked
    assert 'href="#sea-near"' in marked
    assert 'href="#sea-near"' not in str(drawing.picture(view, names=NAMES))
