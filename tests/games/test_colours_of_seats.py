"""A captain has one colour: of the ship on the board, the flag beside the name, and the line in the chart of points."""

import re
from pathlib import Path

import pytest

from games.drawing import board_pictures
from games.drawing.points_chart import Captains, charts
from games.engine import Dice
from games.kit.parts import face_of
from games.rulesets import all_rulesets

DRAWN = sorted(slug for slug, rules in all_rulesets().items() if face_of(rules).parts)
NAMES = [f"Captain {seat}" for seat in range(8)]


def whole_table(slug):
    """The view of a spectator, and the names, at a full table whose captains took the last places first."""
    rules = all_rulesets()[slug]
    most = rules.seats[1]
    places = list(reversed(rules.first_places(most)))
    state, _ = rules.setup(places, 0, {}, Dice(b"every colour"))
    return rules, rules.view(state, None), NAMES[:most]


def flags(rules, view, names):
    """The colour of each flag on the page of the table, from the edition's own stylesheet."""
    face = face_of(rules)
    folder, _, sheet = face.styles[0].partition("/")
    css = next(iter(Path("games/rulesets").glob(f"*/static/{folder}/{sheet}"))).read_text()
    named = dict(re.findall(r"--c-p(\d): (#[0-9a-f]{6})", css))
    return [named[str(captain["colour"])] for captain in face.parts(view, names, None, [])["captains"]]


@pytest.mark.parametrize("slug", DRAWN)
def test_in_every_edition_a_line_of_the_chart_has_the_colour_of_the_flag_and_of_the_ship(slug):
    rules, view, names = whole_table(slug)
    inks = board_pictures.colours(rules, view)
    drawn = charts([tuple(range(len(names)))] * 2, [1, 1], Captains(names, inks))
    assert re.findall(r'class="growth-line" stroke="(#\w{6})"', drawn) == flags(rules, view, names) * 2
    assert set(inks) <= set(re.findall(r"#[0-9a-f]{6}", face_of(rules).picture(view, names=names).above))


def test_the_green_ship_of_bombay_has_a_green_line():
    rules = all_rulesets()["buccaneer"]
    state, _ = rules.setup(["bombay", "london"], 0, {}, Dice(b"green"))
    red, green, blue = bytes.fromhex(board_pictures.colours(rules, rules.view(state, None))[0][1:])
    assert green > max(red, blue)
