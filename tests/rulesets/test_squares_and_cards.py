"""B1 is a square of the sea and a card of the crew: a square is never called, written or read as a card."""

import pytest

from games.engine import Choose, Pick, Place
from games.formats.notation import read_answer, write_answer
from games.mail.grammar.reply_words import in_words
from games.play import order_log
from games.rulesets import get_ruleset

PLACES = [("buccaneer", "sail"), ("buccaneer", "flee"), ("buccaneer-classic", "berth"), ("trade-winds", "sail"), ("trade-winds", "drift")]
NAMES = ["Anne", "Mary"]
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
