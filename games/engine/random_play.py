"""A player who does anything that is legal, and games played out in memory: for tests, figures and comparisons of bots.

`play_out` is also the shortest complete example of a caller: ask, answer, play, settle, until there is an outcome.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from .decisions import SITE, Below, Decision
from .dice import Dice
from .facts import Action, Event, Outcome
from .play import play
from .ruleset import Ruleset, S, V
from .settle import site_answer

TRIES = 8
"""One optional decision of one's own turn in so many is taken up."""
DISPUTES = 40
"""And one optional reaction in so many."""

Bot = Callable[[V, Sequence[Decision], Below], Action | None]
"""`bot(view, decisions, below)`. One that sets `blind` to True is given no view, which saves building it."""


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
class Playout(Generic[S]):
    """How one game went."""

    outcome: Outcome
    rounds: int
    actions: int
    state: S = field(repr=False)


class Endless(Exception):
    """A game that did not end within the actions allowed: a fault of the ruleset."""


def play_out(
    rules: Ruleset[S, V],
    state: S,
    bots: Sequence[Bot[V]],
    dice: Dice,
    below: Below,
    most: int = 200_000,
    watch: Callable[[Action, S, list[Event]], None] | None = None,
) -> Playout[S]:
    """Play from `state` to the end. `bots[seat]` answers for each seat; `watch(action, state, events)` may look on."""
    actions = 0
    while (outcome := rules.outcome(state)) is None:
        if actions >= most:
            raise Endless(f"no end after {most} actions")
        action = next_action(rules, state, bots, below)
        played = play(rules, state, action, dice)
        state, actions = played.state, actions + 1
        if watch is not None:
            watch(action, state, played.events)
    return Playout(outcome, rules.turn(state)[0], actions, state)


def next_action(rules: Ruleset[S, V], state: S, bots: Sequence[Bot[V]], below: Below) -> Action:
    """Who says what now: optional reactions of the others are offered first, then the one is asked whom all wait for."""
    decisions = rules.decisions(state)
    waiting = next(decision for decision in decisions if not decision.optional)
    for decision in decisions:
        if decision.optional and decision.reaction and decision.seat != waiting.seat:
            action = think(rules, state, bots[decision.seat], [decision], below)
            if action is not None:
                return action
    if waiting.seat is SITE:
        return site_answer(waiting)
    mine = [decision for decision in decisions if decision.seat == waiting.seat]
    action = think(rules, state, bots[waiting.seat], mine, below)
    return action or Action(waiting.seat, waiting.name, waiting.default)


def think(rules: Ruleset[S, V], state: S, bot: Bot[V], decisions: Sequence[Decision], below: Below) -> Action | None:
    """The bot's word, made from its own view."""
    view: Any = None if getattr(bot, "blind", bot is random_bot) else rules.view(state, decisions[0].seat)
    return bot(view, decisions, below)
