"""Piles in the words of scenario files."""

import pytest

from tests.scenario_language.crew_game.piles import card_numbers, deal, left_of, ordered
from tests.scenario_language.words import WordError


def test_three_dots_stand_for_the_rest():
    assert ordered("B3 R1 ...", lambda text: tuple(text.split())) == (("B3", "R1"), True)
    assert ordered(7, lambda text: tuple(text.split())) == (("7",), False)


def test_a_card_is_there_only_once_and_must_be_known():
    assert card_numbers("3, 1", range(1, 5)) == (3, 1)
    for wrong in ("5", "x", "2 2"):
        with pytest.raises(WordError):
            card_numbers(wrong, range(1, 5))


def test_more_of_a_card_than_there_are_is_refused():
    assert left_of(("B1", "B1", "R2"), ("B1",), "the pack") == ["B1", "R2"]
    with pytest.raises(WordError):
        left_of(("B1",), ("B1", "B1"), "the pack")


def test_a_usual_hand_takes_other_cards_where_its_own_are_gone():
    left = ["B1", "R3"]
    assert deal(left, ("B1", "B2", "B3")) == ("B1", "R3")
    assert left == []
