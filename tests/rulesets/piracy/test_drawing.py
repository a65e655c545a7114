"""The chart shows the whole table in one well-formed picture, with a button on every square that is offered."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
import resvg_py

from games.engine import Action, Dice, play
from games.rulesets.piracy import RULESET as RULES
from games.rulesets.piracy import drawing, page, pictures, text_board
from tests.reading import part, titles
from tests.scenario_language.piracy.given import position
from tests.scenario_language.shared.script import ScriptedDice

NAMES = ("Anne", "Mary <b>", "Jack", "Grace")
BUSY = {
    "die": 5,
    "coins": {"G8": 2, "E3": 1},
    "monsters": {"Sea Monster": "G7"},
    "ships": {"Red": {"at": "F6", "coins": 1}, "Blue": {"at": "G6", "coins": 2}, "Green": {"at": "E3"}, "Yellow": {"at": "anchorage"}},
}


def seen(seat=0, **given):
    """Return (view, the question asked on the board) of a position."""
    state, _ = position(given or BUSY, ScriptedDice())
    asked = next((decision for decision in RULES.decisions(state) if decision.kind == "place"), None)
    return RULES.view(state, seat), asked


@pytest.mark.parametrize("chart", ["one", "two"])
def test_the_picture_is_whole_and_stands_alone(chart):
    view, asked = seen(options={"chart": chart}, event="bb", captains=4)
    picture = drawing.picture(view, asked, names=NAMES)
    ElementTree.fromstring(picture)
    assert "var(" not in picture
    assert "<b>" not in picture
    assert bytes(resvg_py.svg_to_bytes(svg_string=str(picture), width=800)).startswith(b"\x89PNG")


def test_ships_monsters_coins_and_the_hoard_are_all_there():
    view, _ = seen()
    tree = ElementTree.fromstring(drawing.svg(view, names=NAMES, standalone=True))
    found = {key: value for element in tree.iter() for key, value in element.attrib.items() if key.startswith("data-")}
    counted = [sum(f"data-{key}" in element.attrib for element in tree.iter()) for key in ("ship", "monster", "coins", "hoard")]
    assert counted == [4, 2, 2, 1]
    assert found["data-hoard"] == "1"


def test_every_square_within_reach_is_a_button_that_the_rules_accept():
    view, asked = seen()
    buttons = re.findall(r'<button class="c\d+ r\d+ is-\w+" name="answer" value="(\w+)"', drawing.board(view, asked, names=NAMES))
    assert set(buttons) == set(asked.answers()) - {"stay"}
    assert all(asked.check(option) == option for option in buttons)


def test_nobody_else_is_offered_those_squares():
    _, asked = seen()
    view, _ = seen(seat=1)
    assert "is-end" not in drawing.board(view, asked, names=NAMES)


def test_the_text_board_tells_the_same_in_lines_of_66_letters():
    view, _ = seen()
    text = text_board.text(view, NAMES)
    assert max(map(len, text.splitlines())) <= 66
    told = " ".join(text.split())
    for fact in ("at F6, one coin aboard", "(Skull Island), held", "Two coins at G8", "in the anchorage", "The Sea Monster is at G7"):
        assert fact in told


def test_the_ships_of_a_captain_with_two_are_told_by_number():
    view, _ = seen(captains=2, ships={"Red1": {"at": "F6"}}, die=3, event="bb")
    assert "RED1" not in text_board.text(view, NAMES).upper()
    assert re.search(r"Ship 1: .*; ship 2: ", " ".join(text_board.text(view, NAMES).split()))


def test_wakes_follow_the_squares_that_were_sailed():
    events = [{"name": "sailed", "seat": 0, "facts": {"ship": 0, "path": ["A6", "B6", "B5"]}}, {"name": "fired", "seat": 0, "facts": {}}]
    view, _ = seen()
    assert page.wakes(events, view.chart) == [(["A6", "B6", "B5"], 0)]
    assert "M20 220L60 220L60 180" in drawing.svg(view, since=page.wakes(events, view.chart))


def test_a_monster_leaves_its_wake_square_by_square_over_water():
    chart = seen()[0].chart
    for start in chart.roads[chart.homes[0]]:
        for end in chart.monster_ends(start, chart.homes[1]):
            way = chart.monster_way(start, end)
            assert (way[0], way[-1], len(way)) == (start, end, 4)
            assert all(after in chart.roads[before] for before, after in pairwise(way))
    moved = {"name": "monster-moved", "seat": 0, "facts": {"monster": 0, "start": "D2", "square": "D5"}}
    assert page.wakes([moved], chart) == [(("D2", "D3", "D4", "D5"), -1)]


@pytest.mark.parametrize(
    ("given", "spot"),
    [
        ({"event": "sm"}, "c8 r6"),
        ({"event": "sm", "monsters": {"Sea Monster": "J5"}}, "c9 r4"),
        ({}, "c5 r5"),
        ({"event": "breeze"}, "c5 r5"),
    ],
)
def test_on_a_phone_the_chart_opens_at_what_is_asked_about(given, spot):
    view, asked = seen(**({"die": 4, "ships": {"Red": {"at": "F6"}}} | given))
    assert f'<span class="board-here {spot}">' in drawing.board(view, asked, names=NAMES)


def test_no_style_is_written_into_the_markup():
    view, asked = seen()
    shown = page.parts(view, NAMES, asked, [])
    assert " style=" not in shown["board"] + str(shown["hand"])


@pytest.mark.parametrize("name", pictures.PICTURES)
def test_every_picture_of_the_rules_is_drawn(name):
    assert str(pictures.PICTURES[name]()).startswith("<svg")


def test_under_the_pointer_a_square_shows_the_way_that_leads_to_it():
    view, asked = seen()
    button = re.search(r'<button[^>]*value="H6"[^>]*>(.*?)</button>', drawing.board(view, asked, names=NAMES))
    assert 'd="M-80 0L-40 0L0 0"' in button[1]


def test_a_ship_that_may_be_fired_at_is_in_the_sights_until_there_is_no_ball(golden):
    view, asked = seen()
    assert 'href="#sea-aim"' in drawing.svg(view, asked, names=NAMES)
    assert golden("boards/piracy", titles(drawing.board(view, asked, names=NAMES), ".board-squares [value=G6]"))
    view, asked = seen(**BUSY, balls={"Red": 0})
    assert 'href="#sea-aim"' not in drawing.svg(view, asked, names=NAMES)
    assert golden("boards/piracy", titles(drawing.board(view, asked, names=NAMES), ".board-squares [value=G6]"))


def test_beside_another_ship_a_button_fires(golden):
    state, _ = position(BUSY, ScriptedDice())
    state = play(RULES, state, Action(0, "sail", "G6"), Dice(b"")).state
    buttons = drawing.control(RULES.decisions(state)[0], RULES.view(state, 0), NAMES)
    assert golden("boards/piracy", part(buttons, 'button.is-foe[name=line][value="fire 1"]'))
    assert "<b>" not in buttons.partition("is-foe")[2].partition("</button>")[0]


def test_cannonballs_lie_beside_their_ship():
    ships = {"Red": {"at": "F6"}, "Blue": {"at": "C6"}}
    view, _ = seen(ships=ships, balls={"Red": 3, "Blue": 0})
    tree = ElementTree.fromstring(drawing.svg(view, names=NAMES, standalone=True))
    titles = {element.attrib["data-ship"]: element[0].text for element in tree.iter() if "data-ship" in element.attrib}
    assert "3 cannonballs" in titles["0"]
    assert "0 cannonballs" in titles["1"]
    numbers = {element.attrib["data-ship"]: "".join(element.itertext()) for element in tree.iter() if "data-ship" in element.attrib}
    assert numbers["0"].endswith("3")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"die": 4, "ships": {"Red": {"at": "F6", "coins": 2}}}, "Red ship: two squares"),
        ({"die": 4, "ships": {"Red": {"at": "E3"}}, "event": "bb"}, "Red ship: held"),
        ({"stage": "end", "ships": {"Red": {"at": "F6"}}}, "Event and voyage are done."),
    ],
)
def test_beside_event_and_roll_stands_how_far_one_may_sail(given, told):
    assert told in page.today(seen(**given)[0])
