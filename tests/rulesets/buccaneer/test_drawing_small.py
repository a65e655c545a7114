"""The smaller sea on paper: everything on the sheet, nothing over anything else, buttons on their squares."""

from itertools import combinations
from xml.etree import ElementTree

import pytest
import resvg_py

from games.engine import Dice
from games.kit.crew_game.grid import middle, sheet
from games.rulesets.buccaneer import FAMILY, drawing, text_board
from games.rulesets.buccaneer.drawing_sea import quays
from games.rulesets.buccaneer.drawing_symbols import EDGE
from games.rulesets.buccaneer.phases.sailing import sail_decision

SEA = FAMILY.data.sea
NAMES = ("Anne", "Mary", "Jack", "Grace")


@pytest.fixture
def state():
    return FAMILY.setup([place for place, _ in FAMILY.places], 0, {}, Dice(b"small"))[0]


def test_the_picture_is_sound_and_square_above_its_list(state):
    svg = drawing.picture(FAMILY.view(state, 0), names=NAMES)
    ElementTree.fromstring(svg)
    assert f'viewBox="{-EDGE} {-EDGE} {sheet(SEA, EDGE)} ' in svg
    assert len(bytes(resvg_py.svg_to_bytes(svg_string=str(svg), width=600))) > 20_000


def test_panels_lie_on_land_and_never_over_each_other():
    boxes = [box for q in quays(SEA) for box in (q.docks, q.zone)]
    far = 20 * (SEA.size + 1)
    for x, y, wide, high in boxes:
        assert x + wide <= 20.5 or y + high <= 20.5 or x >= far - 0.5 or y >= far - 0.5
    for (x1, y1, w1, h1), (x2, y2, w2, h2) in combinations(boxes, 2):
        assert x1 + w1 <= x2 or x2 + w2 <= x1 or y1 + h1 <= y2 or y2 + h2 <= y1


def test_every_quay_stands_around_the_square_where_its_ships_lie():
    for q in quays(SEA):
        assert q.berth(0, 0) == middle(SEA, SEA.harbours[q.port])


def test_buttons_lie_in_a_smaller_grid(state):
    page = drawing.board(FAMILY.view(state, state.turn), sail_decision(state, state.turn), names=NAMES)
    assert 'class="board board-20 board-asks"' in page
    for name in sail_decision(state, state.turn).options:
        if name != "stay":
            c, r = SEA.cell(SEA.squares[name])
            assert f'class="c{c} r{SEA.width - 1 - r} is-' in page


def test_the_text_board_is_the_smaller_sea(state):
    text = text_board.text(FAMILY.view(state, 0), NAMES)
    rows = [line for line in text.splitlines() if line[:2].strip().isdecimal() and line[2:3] == " " and " . . " in line]
    assert len(rows) == 20
    assert max(map(len, text.splitlines())) <= 66
    assert "Bombay" not in text
    assert "L London" in text
