"""A board that was drawn lately is not drawn again for the same eyes, and nobody gets the board of another."""

from dataclasses import replace

import pytest

from games.drawing import board_pictures
from games.engine import Dice
from games.kit.parts import part_of
from games.rulesets import get_ruleset

pytestmark = pytest.mark.one_database
NAMES = ["Anne", "Mary"]


@pytest.fixture
def rules():
    return get_ruleset("buccaneer")


@pytest.fixture
def drawn(monkeypatch, rules):
    """What this edition has drawn so far. Nothing is at hand before."""
    seen, module = [], part_of(rules, "face")
    face = module.FACE

    def picture(view, decision=None, *, names=()):
        seen.append("picture")
        return face.picture(view, decision, names=names)

    def text(view, names, decision=None):
        seen.append("text")
        return face.text_board(view, names, decision)

    monkeypatch.setattr(board_pictures, "KNOWN", {})  # one that other tests have filled is cleared in the middle of these
    monkeypatch.setattr(module, "FACE", replace(face, picture=picture, text_board=text))
    monkeypatch.setattr("games.drawing.pictures.png_of", lambda svg, width: svg.encode())
    return seen


def start_of(rules, luck=b"a table"):
    """The state at the beginning of a game."""
    return rules.setup(rules.first_places(2), 0, {}, Dice(luck))[0]


def test_the_same_board_is_drawn_once(rules, drawn):
    boards = [board_pictures.board(rules, rules.view(start_of(rules), 0), NAMES, rules.decisions(start_of(rules))[0]) for _ in range(3)]
    assert boards[0] == boards[1] == boards[2]
    assert drawn == ["picture", "text"]


def test_whatever_is_drawn_otherwise_is_drawn_anew(rules, drawn):
    state = start_of(rules)
    views = [rules.view(state, 0), rules.view(state, 1), rules.view(state, None), rules.view(start_of(rules, b"another"), 0)]
    asked = [(view, NAMES, None) for view in views] + [(views[0], NAMES[::-1], None), (views[0], NAMES, rules.decisions(state)[0])]
    boards = [board_pictures.board(rules, *one) for one in asked]
    again = [board_pictures.board(rules, *one) for one in reversed(asked)]
    assert again == boards[::-1]
    assert drawn == ["picture", "text"] * len(asked)
    assert len({board["png"] for board in boards}) > 3


def test_a_view_of_which_nothing_can_be_kept_is_drawn_each_time(rules, drawn, monkeypatch):
    monkeypatch.setattr("pickle.dumps", lambda *given: 1 / 0)
    boards = [board_pictures.board(rules, rules.view(start_of(rules), 0), NAMES) for _ in range(2)]
    assert boards[0] == boards[1]
    assert drawn.count("text") == 2


def test_a_board_that_failed_is_tried_again(rules, drawn, monkeypatch):
    module = part_of(rules, "face")
    answers = iter([ZeroDivisionError("a fault"), "the board"])

    def text(view, names, decision=None):
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(module, "FACE", replace(module.FACE, text_board=text))
    view = rules.view(start_of(rules), 0)
    assert [board_pictures.text(rules, view, NAMES) for _ in range(3)] == [board_pictures.NO_TEXT, "the board", "the board"]


def test_only_so_many_boards_are_kept(rules, drawn, monkeypatch):
    monkeypatch.setattr(board_pictures, "KNOWN", {})
    monkeypatch.setattr(board_pictures, "MOST_KNOWN", 4)
    for number in range(9):
        board_pictures.text(rules, rules.view(start_of(rules), 0), [f"Captain {number}", "Mary"])
    assert 0 < len(board_pictures.KNOWN) <= 4
