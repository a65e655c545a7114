"""Measure the rules of Buccaneer on one core, in CPU time: medians of several runs. On slow machines `make bench` only prints.

Random play lists the legal answers, chooses, checks and applies, until each game ends.
"""

import json
import random
import statistics
import time

from games.engine import Dice, Snapshot, play
from games.engine.random_play import next_action, random_bot
from games.rulesets.buccaneer import ONLINE as RULES
from games.rulesets.buccaneer.bots.guessing import guesses

PLACES = ["bombay", "bristol", "genoa", "amsterdam"]
CHANCE = random.Random(1)
RUNS, ACTIONS = 5, 12_000

BARS = {
    "random play, actions a second": (20_000, "at least"),
    "with a view for every seat, actions a second": (5_000, "at least"),
    "listing a sailing decision, ms": (0.3, "under"),
    "guessing the hands of three others, ms": (1.0, "under"),
    "copying a state, microseconds": (40, "under"),
    "a state as JSON, bytes": (16_384, "under"),
    "a state to JSON and back, ms": (0.3, "under"),
}


def new_game(seed: int):
    """Return (state, dice, chance) of a four-player game."""
    dice = Dice(f"bench {seed}".encode())
    state, _ = RULES.setup(PLACES, 0, {}, dice)
    return state, dice, random.Random(seed)


def play_on(look, actions: int = ACTIONS) -> float:
    """Return the actions per second of random play; `look(state)` is called after every action."""
    bots, seed, done = [random_bot] * len(PLACES), 0, 0
    state, dice, chance = new_game(seed)
    start = time.process_time()
    while done < actions:
        if RULES.outcome(state) is not None:
            seed += 1
            state, dice, chance = new_game(seed)
        decisions = RULES.decisions(state)
        state = play(RULES, state, next_action(RULES, state, bots, chance.randrange, decisions), dice, decisions).state
        look(state)
        done += 1
    return done / (time.process_time() - start)


def positions(count: int = 200) -> list:
    """Return states from the middle of random games, their ships at sea, at a sailing decision."""
    states, seed = [], 0
    while len(states) < count:
        state, dice, chance = new_game(seed := seed + 1)
        for number in range(400):
            state = play(RULES, state, next_action(RULES, state, [random_bot] * 4, chance.randrange), dice).state
            if number % 20 == 19 and RULES.decisions(state)[0].name == "sail":
                states.append(state)
    return states


def each(work, things: list, rounds: int = 20) -> float:
    """Return the seconds that `work` takes per item."""
    start = time.process_time()
    for _ in range(rounds):
        for thing in things:
            work(thing)
    return (time.process_time() - start) / (rounds * len(things))


def list_answers(state) -> int:
    """List every legal answer to the sailing decision."""
    return sum(1 for _ in RULES.decisions(state)[0].answers())


def guess(state) -> None:
    next(guesses(RULES.view(state, 0), CHANCE.randrange))


def as_json(state) -> str:
    snapshot = RULES.dump(state)
    return json.dumps([snapshot.public, snapshot.seats, snapshot.decks])


def there_and_back(state) -> None:
    RULES.load(Snapshot(*json.loads(as_json(state))))


def figures() -> dict[str, float]:
    """Measure everything once."""
    some = positions()
    return {
        "random play, actions a second": play_on(lambda state: None),
        "with a view for every seat, actions a second": play_on(RULES.views),
        "listing a sailing decision, ms": 1e3 * each(list_answers, some),
        "guessing the hands of three others, ms": 1e3 * each(guess, some),
        "copying a state, microseconds": 1e6 * each(lambda state: state.copy(), some),
        "a state as JSON, bytes": max(len(as_json(state)) for state in some),
        "a state to JSON and back, ms": 1e3 * each(there_and_back, some, 5),
    }


def main() -> None:
    runs = [figures() for _ in range(RUNS)]
    for name, (bar, sense) in BARS.items():
        value = statistics.median(run[name] for run in runs)
        good = value >= bar if sense == "at least" else value < bar
        print(f"{name:<46} {value:>12,.3f}   {sense} {bar:,}   {'ok' if good else 'MISSED'}")


if __name__ == "__main__":
    main()
