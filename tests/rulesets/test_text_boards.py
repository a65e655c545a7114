"""Who has nothing but the text of a letter can still know what wins, how long the game may take, and what their cards say."""

import pytest

from games.editions.parts import face_of
from games.engine import Dice
from games.rulesets import get_ruleset

NAMES = ["Anne", "Mary", "Jack", "Rackham"]


def text_of(slug: str, change=lambda state: None, **options) -> str:
    """The text board of the first captain, on one line."""
    rules = get_ruleset(slug)
    state, _ = rules.setup([place for place, _ in rules.places[:4]] or [""] * 4, 0, options, Dice(b"text"))
    change(state)
    return " ".join(face_of(rules).text_board(rules.view(state, 0), NAMES).split())


@pytest.mark.parametrize(
    ("slug", "options", "said"),
    [
        ("buccaneer", {}, "Whoever first has 20 points of treasure at home wins. The last round is round 200."),
        ("buccaneer-family", {"round_limit": 60}, "The last round is round 60."),
        ("trade-winds", {"round_limit": 40}, "Whoever first has 20 points of treasure at home wins. The last round is round 40."),
        ("bounty", {"goal": 150}, "Whoever is first worth 150 dubloons, loans taken off, wins. The last round is round 200."),
        ("bounty", {"goal": 0, "rounds": 20}, "The most money in the end wins. The last round is round 20."),
        ("piracy", {"target": 1}, "Whoever first has one coin home wins. The last round is round 200."),
        ("piracy", {"mode": "hoard"}, "The team that brings most coins home wins."),
    ],
)
def test_the_text_board_says_what_wins_and_which_round_is_the_last(slug, options, said):
    assert said in text_of(slug, **options)


@pytest.mark.parametrize("slug", ["buccaneer", "trade-winds", "bounty", "piracy"])
def test_a_game_that_is_over_needs_no_aim(slug):
    assert "The last round is round" not in text_of(slug, lambda state: get_ruleset(slug).close(state, "agreed"))


@pytest.mark.parametrize(
    ("slug", "item", "said"),
    [
        ("buccaneer", "LJ", "Your cards Long John Silver: In a port that has crew to offer, leave Long John there"),
        ("trade-winds", "TW", "Your cards Trade Wind: Play it before you sail on a turn of your own"),
    ],
)
def test_the_words_of_a_kept_card_are_there_for_its_owner_alone(slug, item, said):
    def keep(seat):
        return lambda state: state.kept.__setitem__(seat, (item,))

    assert said in text_of(slug, keep(0))
    assert "Your cards" not in text_of(slug, keep(1))
