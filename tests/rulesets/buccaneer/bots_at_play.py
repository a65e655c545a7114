"""Games and positions for tests of bots."""

import random

from games.engine import Dice
from games.engine.random_play import play_out, random_bot, think
from games.rulesets.buccaneer import ONLINE as RULES
from games.rulesets.buccaneer.context import GameContext
from games.rulesets.buccaneer.phases import PHASES
from games.rulesets.buccaneer.state import STEPS

CHART = RULES.data.sea
LEVELS = tuple(RULES.bots)
DEFAULTS = {option.key: option.default for option in RULES.options}


def play(levels, seed, watch=None, **options):
    """Play one game between bots of these levels; it depends only on the seed."""
    chance, dice = random.Random(seed), Dice(str(seed).encode())
    order = [place for place, _ in RULES.places]
    places = sorted(chance.sample(order, len(levels)), key=order.index)
    state, _ = RULES.setup(places, chance.randrange(len(levels)), {**DEFAULTS, **options}, dice)
    bots = [random_bot if level == "random" else RULES.bots[level] for level in levels]
    return play_out(RULES, state, bots, dice, chance.randrange, most=20_000, watch=watch)


def states_of(levels, seed):
    """Return every position of one game, as its captains saw it."""
    found = []
    play(levels, seed, watch=lambda action, state, events: found.append(state))
    return found[:-1]


def wins(one, many, games, seed):
    """Return the games that `one` wins against three of `many`, sitting in each seat in turn."""
    won = 0
    for game in range(games):
        seat = game % 4
        levels = [one if other == seat else many for other in range(4)]
        won += seat in play(levels, f"{seed}:{game}").outcome.winners
    return won


def answer_of(level, state, seat, chance=None):
    """Return the answer of a bot of this level in a seat, always with the same random numbers."""
    mine = [decision for decision in RULES.decisions(state) if decision.seat == seat]
    return think(RULES, state, RULES.bots[level], mine, chance or random.Random(seat).randrange)


def position(places=("bombay", "london"), step=("before", 0), **ships):
    """Return a table with few goods. `ships` maps each place to `at`, `heading`, `hand`, `hold`, `kept` and `docks`."""
    state, _ = RULES.setup(places, 0, DEFAULTS, Dice(b"position"))
    for seat, place in enumerate(places):
        ship = ships.get(place, {})
        state.at[seat] = CHART.squares[ship["at"]] if "at" in ship else state.at[seat]
        state.heading[seat] = ship.get("heading", state.heading[seat])
        state.hands[seat] = tuple(sorted(ship.get("hand", state.hands[seat])))
        state.holds[seat] = tuple(sorted(ship.get("hold", ())))
        state.kept[seat] = tuple(ship.get("kept", ()))
        state.docks[state.homes[seat]] = tuple(sorted(ship.get("docks", ())))
    state.turn, state.agenda = step[1], STEPS.all([step])
    PHASES.advance(GameContext(state, Dice(b"position")))
    return state
