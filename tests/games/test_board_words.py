"""The board as text in a letter: signs stay as they are drawn, sentences are whole again, and no word is lost."""

import pytest

from games.drawing import board_pictures
from games.engine import Dice
from games.kit.parts import face_of
from games.mail.board_text import blocks
from games.rulesets import all_rulesets, get_ruleset

pytestmark = pytest.mark.one_database


def board_of(edition: str) -> str:
    """The board of a fresh table with all its chairs taken, as the first captain sees it."""
    rules = get_ruleset(edition)
    most = rules.seats[1]
    state, _ = rules.setup(rules.first_places(most), 0, {}, Dice(b"a fresh table"))
    return board_pictures.text(rules, rules.view(state, 0), [f"Captain {seat}" for seat in range(most)])


@pytest.mark.parametrize("edition", sorted(all_rulesets()))
def test_every_word_of_a_board_is_in_its_parts_and_in_their_order(edition):
    text = board_of(edition)
    said = " ".join(" ".join([block.grid, block.head, *block.lines]) for block in blocks(text))
    assert said.split() == text.split()


@pytest.mark.parametrize("edition", sorted(slug for slug, rules in all_rulesets().items() if face_of(rules).text_board))
def test_the_chart_is_one_part_drawn_as_it_was_and_no_sentence_is_broken(edition):
    text, found = board_of(edition), blocks(board_of(edition))
    [chart] = [block.grid for block in found if block.grid]
    assert chart in text
    sentences = [line for block in found for line in block.lines]
    assert [line for line in sentences if not line.endswith((".", ":"))] == []


def test_a_line_that_was_broken_is_whole_again_and_a_heading_is_known():
    [ships] = blocks("Ships\n1  Anne: at W21, heading north; 6 crew;\n   aboard nothing.\n2  Mary: at C8.\n")
    assert (ships.head, ships.lines) == ("Ships", ["1  Anne: at W21, heading north; 6 crew; aboard nothing.", "2  Mary: at C8."])
