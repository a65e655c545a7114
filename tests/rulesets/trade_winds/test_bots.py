"""Bots of Trade Winds see only their view, give only legal answers, end their games, and are stronger with each level."""

import random

import pytest

from games.engine import Dice
from games.engine.random_play import play_out, random_bot
from games.rulesets.trade_winds import RULESET as RULES
from tests.depth import DEPTH

LEVELS = tuple(RULES.bots)


def new_game(players, seed, **options):
    """Return (state, dice, random numbers) of a game; few captains each have a side of their own."""
    chance, dice, places = random.Random(seed), Dice(seed.encode()), []
    for _ in range(players):
        places.append(chance.choice(RULES.places_left(places, players)))
    order = [place for place, _ in RULES.places]
    state, _ = RULES.setup(sorted(places, key=order.index), chance.randrange(players), options, dice)
    return state, dice, chance


def play(levels, seed, watch=None, **options):
    """Play one game of these bots."""
    state, dice, chance = new_game(len(levels), seed, **options)
    seated = [random_bot if level == "random" else RULES.bots[level] for level in levels]
    return play_out(RULES, state, seated, dice, chance.randrange, most=20_000, watch=watch)


def answer_of(level, state, seat):
    """Return the bot's answer there, always with the same random numbers."""
    decisions = [decision for decision in RULES.decisions(state) if decision.seat == seat]
    return RULES.bots[level](RULES.view(state, seat), decisions, lambda sides: 50 % sides)


def wins(one, many, games):
    """Return the share of games won by one of the first against three of the second."""
    won = 0.0
    for index in range(games):
        levels = [one if seat == index % 4 else many for seat in range(4)]
        winners = play(levels, f"{one} {many} {index}").outcome.winners
        won += (index % 4 in winners) / len(winners)
    return won / games


def test_there_are_three_levels():
    assert LEVELS == ("easy", "middle", "strong")


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_says_the_same_whatever_is_hidden_from_it(level):
    states = []
    play([level] * 4, "hidden", watch=lambda action, state, events: states.append(state))
    compared = 0
    for number, state in enumerate(states[:-1]):
        for seat in {decision.seat for decision in RULES.decisions(state)}:
            other = RULES.redeal_hidden(state, seat, Dice(str(number).encode()))
            assert answer_of(level, state, seat) == answer_of(level, other, seat)
            compared += 1
    assert compared > 100


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("level", LEVELS)
def test_games_of_one_level_end_with_any_number_of_captains_and_nothing_is_lost(level, players):
    state, _, _ = new_game(players, f"ends {players}")
    before = RULES.inventory(state)

    def count(action, state, events):
        assert RULES.inventory(state) == before, action

    played = play([level] * players, f"ends {players}", count)
    assert played.outcome.reason in ("treasure", "rounds")
    assert played.rounds <= 61


@pytest.mark.parametrize(
    "options",
    [
        {"too_far": "check", "turning_draws": True},
        {"trade_on_leaving": True, "beaten_attacker_free": False},
        {"third_ship_may_attack": True, "spare_the_passing": False},
        {"win_while_away": True, "round_limit": 40},
    ],
)
def test_bots_play_at_every_table(options):
    for seed in range(4):
        assert play([*LEVELS, "random"], f"options {seed}", **options).outcome is not None


def test_a_turn_never_holds_more_than_a_few_acts():
    """An optional action must improve something, so bots cannot loop."""
    acts = {}

    def count(action, state, events):
        key = (*RULES.turn(state), action.seat)
        acts[key] = acts.get(key, 0) + 1

    for seed in range(6):
        acts.clear()
        play(["strong"] * 4, f"acts {seed}", count)
        assert max(acts.values()) <= 30


def test_each_level_beats_the_one_below_more_often_than_by_luck():
    assert wins("strong", "middle", 24 * DEPTH) > 0.3
    assert wins("middle", "easy", 24 * DEPTH) > 0.3
    assert wins("easy", "random", 12 * DEPTH) > 0.5
