"""A player who does anything that is legal, and games played out in memory: for tests, figures and comparisons of bots.

`play_out` is also the shortest complete example of a caller: ask, answer, play, settle, until there is an outcome.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from .decisions import Below, Decision
from .dice import Dice
from .facts import Action, Outcome
from .play import play

TRIES = 8
"""One optional decision of one's own turn in so many is taken up."""
DISPUTES = 40
"""And one optional reaction in so many."""

Bot = Callable[..., Action | None]


def random_bot(view: Any, decisions: Sequence[Decision], below: Below) -> Action | None:
    """Any legal answer to what is asked; now and then to what is merely offered. Knows nothing, so needs no view."""
    required = [decision for decision in decisions if not decision.optional]
    offered = [decision for decision in decisions if decision.optional]
    if offered and below(TRIES if required else DISPUTES) == 0:
        chosen = offered[below(len(offered))]
    elif required:
        chosen = required[0]
    else:
        return None
    return Action(chosen.seat, chosen.name, chosen.sample(below))


@dataclass(slots=True)
class Playout:
    """How one game went."""

    outcome: Outcome
    rounds: int
    actions: int
    seconds: float
    slowest: float = 0.0
    state: Any = field(default=None, repr=False)


class Endless(Exception):
    """A game that did not end within the actions allowed: a fault of the ruleset."""


def play_out(rules, state, bots: Sequence[Bot], dice: Dice, below: Below, most: int = 200_000, watch=None) -> Playout:
    """Play from `state` to the end. `bots[seat]` answers for each seat; `watch(action, state, events)` may look on."""
    start, slowest, actions = perf_counter(), 0.0, 0
    while (outcome := rules.outcome(state)) is None:
        if actions >= most:
            raise Endless(f"no end after {most} actions")
        action, took = next_action(rules, state, bots, below)
        slowest = max(slowest, took)
        played = play(rules, state, action, dice)
        state, actions = played.state, actions + 1
        if watch is not None:
            watch(action, state, played.events)
    return Playout(outcome, rules.turn(state)[0], actions, perf_counter() - start, slowest, state)


def next_action(rules, state, bots: Sequence[Bot], below: Below) -> tuple[Action, float]:
    """Who says what now, and how long he thought: optional reactions first, then the one the game waits for."""
    decisions = rules.decisions(state)
    slowest = 0.0
    waiting = next(decision for decision in decisions if not decision.optional)
    for decision in decisions:
        if decision.optional and decision.reaction and decision.seat != waiting.seat:
            action, took = think(rules, state, bots[decision.seat], [decision], below)
            slowest = max(slowest, took)
            if action is not None:
                return action, slowest
    mine = [decision for decision in decisions if decision.seat == waiting.seat]
    action, took = think(rules, state, bots[waiting.seat], mine, below)
    return action or Action(waiting.seat, waiting.name, waiting.default), max(slowest, took)


def think(rules, state, bot: Bot, decisions: Sequence[Decision], below: Below) -> tuple[Action | None, float]:
    """The bot's word, made from its own view, and the seconds it took."""
    view = None if bot is random_bot else rules.view(state, decisions[0].seat)
    start = perf_counter()
    action = bot(view, decisions, below)
    return action, perf_counter() - start
