"""Bots of Bounty give only legal answers and know only their seat's view, and the better one wins more."""

import random

import pytest

from games.engine import Action, Dice
from games.engine.random_play import play_out, random_bot
from games.rulesets.bounty import RULESET
from games.rulesets.bounty.bots.captain import BOTS
from games.rulesets.bounty.chart import SQUARES
from games.rulesets.bounty.state import STEPS
from tests.depth import DEPTH
from tests.rulesets.walks import every, new_game

LEVELS = list(BOTS)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", [2, 5])
def test_a_bot_says_only_what_is_offered(level, players):
    for step in every("bounty", players, 6):
        for seat in range(players):
            asked = [decision for decision in RULESET.decisions(step.state) if decision.seat == seat]
            if asked:
                answer = BOTS[level](RULESET.view(step.state, seat), asked, random.Random(1).randrange)
                decision = next(decision for decision in asked if decision.name == answer.decision)
                assert decision.check(answer.answer) == answer.answer


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_decides_the_same_whatever_it_cannot_see(level):
    for index, step in enumerate(every("bounty", 4, 6)):
        seat = step.action.seat
        other = RULESET.redeal_hidden(step.state, seat, Dice(f"other {index}".encode()))
        answer = [
            BOTS[level](RULESET.view(state, seat), RULESET.decisions(state), random.Random(index).randrange)
            for state in (step.state, other)
        ]
        assert answer[0] == answer[1]


def won(one, many, games):
    """Return the games won by one bot against three of another kind; it sits in each seat in turn."""
    wins = 0.0
    for seed in range(games):
        _, state, dice, chance = new_game("bounty", 4, seed, {})
        bots = [one if seat == seed % 4 else many for seat in range(4)]
        winners = play_out(RULESET, state, bots, dice, chance.randrange).outcome.winners
        wins += (seed % 4 in winners) / len(winners)
    return wins / games


def test_better_captains_win_more_than_their_share():
    assert won(BOTS["easy"], random_bot, 12 * DEPTH) > 0.5
    assert won(BOTS["middle"], BOTS["easy"], 24 * DEPTH) > 0.3
    assert won(BOTS["strong"], BOTS["middle"], 24 * DEPTH) > 0.3


def test_a_strong_captain_turns_home_when_what_they_carry_wins():
    state = at_sea(purse=70, hold=("6-18", "7-20"), at="D9")
    assert strong(state) == Action(0, "sail", "D13")


def test_a_strong_pirate_attacks_a_laden_merchant():
    state = at_sea(purse=20, hold=("1-8", "2-P"), at="G5")
    state.at[1], state.holds[1], state.visited[1] = square("G8"), ("3-15", "5-14", "1-9"), (2, 4, 0)
    assert strong(state) == Action(0, "attack", "G8")


def test_a_strong_warship_takes_a_known_pirate():
    state = at_sea(purse=20, hold=("3-W",), at="G5")
    state.at[1], state.holds[1], state.loot[1], state.known[1] = square("G8"), ("1-P",), ("7-20", "6-19"), "pirate"
    assert strong(state) == Action(0, "attack", "G8")


def square(name):
    return SQUARES[name]


def at_sea(purse, hold, at):
    """Return a table of three captains; the first one has thrown a four."""
    state, _ = RULESET.setup(("red", "blue", "green"), 0, {}, Dice(b"bots"))
    state.turn, state.agenda = 0, STEPS.all([("next", 0), ("sail", 0, 0, 4)])
    state.purses[0], state.holds[0], state.at[0] = purse, hold, square(at)
    state.visited[0] = tuple(int(card[0]) - 1 for card in hold)
    return state


def strong(state):
    return BOTS["strong"](RULESET.view(state, 0), RULESET.decisions(state), random.Random(0).randrange)
