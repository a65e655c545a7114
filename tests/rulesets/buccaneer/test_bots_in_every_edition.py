"""The bots play every edition to its end, with any number of captains, and a higher level wins more."""

import random

import pytest

from games.engine import Dice
from games.engine.random_play import play_out
from games.rulesets.buccaneer import CLASSIC, FAMILY
from tests.depth import DEPTH

TABLES = [(rules, players) for rules in (CLASSIC, FAMILY) for players in range(rules.seats[0], rules.seats[1] + 1)]


def game(rules, levels, seed, **options):
    chance = random.Random(seed)
    order = [place for place, _ in rules.places]
    places = sorted(chance.sample(order, len(levels)), key=order.index)
    dice = Dice(str(seed).encode())
    state, _ = rules.setup(places, 0, options, dice)
    return play_out(rules, state, [rules.bots[level] for level in levels], dice, chance.randrange, most=20_000)


@pytest.mark.parametrize("level", ["easy", "middle", "strong"])
@pytest.mark.parametrize(("rules", "players"), TABLES, ids=lambda it: getattr(it, "slug", it))
def test_games_end_by_treasure(rules, players, level):
    played = game(rules, [level] * players, f"{level} {players}")
    assert played.outcome.reason == "treasure"
    assert 6 <= played.rounds <= 120


@pytest.mark.parametrize("oversail", ["bluff", "honour", "refuse"])
@pytest.mark.parametrize("rules", [CLASSIC, FAMILY], ids=lambda rules: rules.slug)
def test_they_play_whatever_was_agreed_about_sailing_too_far(rules, oversail):
    assert game(rules, ["strong", "middle", "easy"], oversail, oversail=oversail).outcome is not None


@pytest.mark.parametrize("rules", [CLASSIC, FAMILY], ids=lambda rules: rules.slug)
def test_the_strong_one_beats_three_of_the_middle(rules):
    won, games = 0, 24 * DEPTH
    for number in range(games):
        seat = number % 4
        levels = ["strong" if other == seat else "middle" for other in range(4)]
        won += seat in game(rules, levels, f"ladder {number}").outcome.winners
    assert won >= games * 0.4
