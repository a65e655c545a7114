"""A reader of only the text of a letter can still know how to win, how long the game may take, and the words on their cards."""

import pytest

from games.engine import Dice
from games.kit.parts import face_of
from games.rulesets import get_ruleset

NAMES = ["Anne", "Mary", "Jack", "Rackham"]


def text_of(slug: str, change=lambda state: None, **options) -> list[str]:
    """Return the parts of the first captain's text board except its chart, each on one line."""
    rules = get_ruleset(slug)
    state, _ = rules.setup([place for place, _ in rules.places[:4]] or [""] * 4, 0, options, Dice(b"text"))
    change(state)
    lines = [" ".join(answer.split()) for answer in face_of(rules).text_board(rules.view(state, 0), NAMES, None).split("\n\n")]
    return [answer for answer in lines if not answer.startswith("A B C ")]


def other(text: list[str], than: list[str]) -> list[str]:
    """Return the lines that only the first of two boards has."""
    return [answer for answer in text if answer not in than]


AIMS = [
    ("buccaneer", {}), ("buccaneer-family", {"round_limit": 60}), ("trade-winds", {"round_limit": 40}), ("bounty", {"goal": 150}),
    ("bounty", {"goal": 0, "rounds": 20}), ("piracy", {"target": 1}), ("piracy", {"mode": "hoard"}),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "options"), AIMS)
def test_the_text_board_says_what_wins_and_which_round_is_the_last(slug, options, golden):
    over = text_of(slug, lambda state: get_ruleset(slug).close_game(state, "agreed"), **options)
    assert golden(f"boards/{slug}", other(text_of(slug, **options), over))


@pytest.mark.parametrize("slug", ["buccaneer", "trade-winds", "bounty", "piracy"])
def test_a_game_that_is_over_needs_no_aim(slug, golden):
    assert golden(f"boards/{slug}", text_of(slug, lambda state: get_ruleset(slug).close_game(state, "agreed")))


@pytest.mark.parametrize(("slug", "item"), [("buccaneer", "LJ"), ("trade-winds", "TW")])
def test_the_words_of_a_kept_card_are_there_for_its_owner_alone(slug, item, golden):
    def keep(seat):
        return lambda state: state.kept.__setitem__(seat, (item,))

    mine = other(text_of(slug, keep(0)), text_of(slug))
    assert golden(f"boards/{slug}", mine)
    assert not set(mine) & set(text_of(slug, keep(1)))
