"""Random play of every ruleset, cached step by step for the tests that examine it."""

import json
import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from games.engine import Action, Dice, Event, play
from games.engine.random_play import next_action, random_bot
from games.rulesets import all_rulesets
from harness.simulation.chances import some_options
from tests.depth import DEPTH
from tests.scenario_language import read_file, run, scenario_files

TABLES = [(slug, players) for slug, rules in all_rulesets().items() for players in range(rules.seats[0], rules.seats[1] + 1)]
STEPS = 400 * DEPTH
"""Random actions kept at every size of table, from four games."""


class Step(NamedTuple):
    """One action of a walk: the position, the answer, and the result."""

    state: Any
    action: Action
    events: list[Event]
    after: Any


def new_game(slug: str, players: int, seed: int, options: dict[str, Any] | None = None):
    """Return (rules, state, dice) of a new game; without options they are drawn from the seed."""
    rules, chance = all_rulesets()[slug], random.Random(f"{slug} {players} {seed}")
    order = [place for place, _ in rules.places]
    places = sorted(chance.sample(order, players), key=order.index) if order else [""] * players
    dice = Dice(f"walk {seed}".encode())
    chosen = some_options(rules, players, chance) if options is None else options
    state, _ = rules.setup(places, chance.randrange(players), chosen, dice)
    return rules, state, dice, chance


def steps(slug: str, players: int, seed: int = 0):
    """Yield random play of one game, step by step."""
    rules, state, dice, chance = new_game(slug, players, seed)
    while rules.outcome(state) is None:
        action = next_action(rules, state, [random_bot] * players, chance.randrange)
        played = play(rules, state, action, dice)
        yield Step(state, action, played.events, played.state)
        state = played.state


@cache
def walk(slug: str, players: int) -> tuple[Step, ...]:
    """Return the steps of several games with different options, and every step of the scenarios with as many players."""
    taken_steps: list[Step] = []
    for seed in range(4):
        game = steps(slug, players, seed)
        taken_steps += [step for _, step in zip(range(STEPS // 4), game, strict=False)]
    return (*taken_steps, *(step for step in scenario_steps(slug) if len(all_rulesets()[slug].scores(step.state)) == players))


@cache
def scenario_steps(slug: str) -> tuple[Step, ...]:
    """Return every action of every scenario of this ruleset: the rare questions that random play seldom reaches."""
    taken_steps: list[Step] = []
    folder = Path(__file__).parent / type(all_rulesets()[slug]).__module__.split(".")[-2] / "scenarios"
    for file in scenario_files([folder] if folder.is_dir() else []):
        for scenario in (one for one in read_file(file) if one.game == slug):
            run(scenario, lambda *step: taken_steps.append(Step(*step)))
    return tuple(taken_steps)


def every(slug: str, players: int, stride: int) -> list[Step]:
    """Return each `stride`-th step of the walk, and the first steps on which each question was asked."""
    rules, seen, chosen = all_rulesets()[slug], Counter(), []
    for index, step in enumerate(walk(slug, players)):
        names = [decision.name for decision in rules.decisions(step.state)]
        seen.update(names)
        if index % stride == 0 or any(seen[name] <= 3 for name in names):
            chosen.append(step)
    return chosen


def as_bytes(rules, state) -> bytes:
    """Return the whole state as JSON, including all secrets."""
    snapshot = rules.dump(state)
    return json.dumps([snapshot.public, snapshot.seats, snapshot.decks], sort_keys=True).encode()
