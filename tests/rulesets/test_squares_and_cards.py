"""B1 is both a square of the sea and a crew card: a square is never called, written or read as a card."""

import re
from itertools import chain

import pytest

from games.engine import Choose, Pick, Place
from games.engine.play import waiting_for
from games.formats.notation import read_answer, write_answer
from games.kit.parts import face_of
from games.mail.grammar.reply_words import in_words
from games.play import order_log
from games.rulesets import get_ruleset
from tests.rulesets.walks import scenario_steps, walk

PLACES = [("buccaneer", "sail"), ("buccaneer", "flee"), ("buccaneer-classic", "berth"), ("trade-winds", "sail"), ("trade-winds", "drift")]
NAMES = ["Anne", "Mary", "Jack", "Bess", "Tom", "Ann", "Jim", "Kit"]
LIKE_A_SQUARE = re.compile("[A-Z][0-9]{1,2}")
BOTH = ("B1", "B2", "B3", "R1", "R2", "R3")


@pytest.mark.parametrize(("slug", "name"), PLACES)
@pytest.mark.parametrize("square", BOTH)
def test_a_square_is_called_by_its_name_on_buttons_in_receipts_and_in_queues(slug, name, square):
    rules, decision = get_ruleset(slug), Place(0, name, square, BOTH)
    assert rules.label(decision, square, NAMES) == square
    assert order_log.in_short(rules, 0, name, square, NAMES) == f"{name.capitalize()}: {square}"


@pytest.mark.parametrize(("slug", "name"), PLACES)
@pytest.mark.parametrize("square", BOTH)
def test_a_square_in_a_letter_is_read_as_a_square_and_a_card_is_no_square(slug, name, square):
    rules, decision = get_ruleset(slug), Place(0, name, "stay", (*BOTH, "stay"))
    card = rules.label(Pick(0, "give", (square,), (square,), 1, 1), square, NAMES).lower()
    assert [action.answer for action in in_words(rules, [decision], square.lower(), NAMES)] == [square]
    assert [action.answer for action in in_words(rules, [decision], f"{name} {square.lower()}", NAMES)] == [square]
    assert (card.split()[0] in ("black", "red"), in_words(rules, [decision], card, NAMES)) == (True, [])


@pytest.mark.parametrize(("slug", "name"), PLACES)
@pytest.mark.parametrize("square", BOTH)
def test_a_record_writes_a_square_as_a_square_and_still_reads_one_written_as_a_card(slug, name, square):
    rules, decision = get_ruleset(slug), Place(0, name, square, BOTH)
    assert write_answer(rules, name, square) == square
    assert read_answer(rules, decision, square) == square
    assert read_answer(rules, decision, write_answer(rules, "give", square)) == square


@pytest.mark.parametrize("slug", ["buccaneer", "trade-winds"])
def test_a_card_keeps_its_words(slug, golden):
    rules = get_ruleset(slug)
    assert golden(f"boards/{slug}", rules.label(Choose(0, "best", "B1", BOTH), "B1", NAMES))
    assert write_answer(rules, "give", ("B1", "R3")) == "black 1, red 3"


@pytest.mark.parametrize("slug", ["bounty", "piracy"])
def test_every_square_that_the_board_of_a_letter_names_is_an_answer(slug):
    rules, looked_at = get_ruleset(slug), 0
    for step in chain(walk(slug, 2)[::7], scenario_steps(slug)):
        asked = waiting_for(rules, step.state)
        if not isinstance(asked, Place):
            continue
        board = face_of(rules).text_board(rules.view(step.state, asked.seat), NAMES, asked)
        for square in squares_offered(board):
            found = in_words(rules, rules.decisions(step.state), square.lower(), NAMES)
            assert [(action.decision, action.answer) for action in found] == [(asked.name, square)], (square, asked)
            looked_at += 1
        assert {(square, sign) for square, sign in signs(board) if LIKE_A_SQUARE.fullmatch(sign) and sign != square} == set()
    assert looked_at > 20


def signs(board: str) -> list[tuple[str, str]]:
    """Return each square of a text board with its sign."""
    lines = [line.split() for line in board.split("\n")]
    letters = next(line for line in lines if line[:3] == ["A", "B", "C"])
    rows = [line for line in lines if line and line[0].isdecimal() and len(line) > len(letters)]
    return [(f"{letter}{row[0]}", sign) for row in rows for letter, sign in zip(letters, row[1:], strict=False)]


def squares_offered(board: str) -> list[str]:
    """Return the squares that are named on the board, or marked with a star."""
    return [square for square, sign in signs(board) if sign == square or sign.endswith("*")]
