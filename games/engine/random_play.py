"""Random legal play, and games in memory. `play_out` is the shortest complete game loop: ask, answer and play until there is an outcome."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from .decisions import SITE, Below, Decision
from .dice import Dice
from .facts import Action, Event, Outcome, named
from .play import play, site_answer
from .ruleset import Ruleset, S, V

TRIES = 8
"""On its own turn, the random bot answers an optional decision with a probability of 1 in TRIES."""
REACTIONS = 40
"""The random bot answers an optional reaction with a probability of 1 in REACTIONS."""

Bot = Callable[[V, Sequence[Decision], Below], Action | None]
"""`bot(view, decisions, below)` returns an Action or None. A bot with `blind` set to True gets no view, which saves building the view."""


def random_bot(view: Any, decisions: Sequence[Decision], below: Below) -> Action | None:
    """Return a random legal answer to the required question, or sometimes to an optional question. The view is not used."""
    chosen, last = decisions[0], decisions[-1]  # required ones come first
    offered = [decision for decision in decisions if decision.optional] if last.optional else []
    if offered and below(REACTIONS if chosen.optional else TRIES) == 0:
        chosen = offered[below(len(offered))]
    elif chosen.optional:
        return None
    return named(Action, (chosen.seat, chosen.name, chosen.sample(below)))


@dataclass(slots=True)
class Playout(Generic[S]):
    """The result of one game played to the end."""

    outcome: Outcome
    rounds: int
    actions: int
    state: S = field(repr=False)


class Endless(Exception):
    """Raised if a game does not end within the allowed number of actions, which is a fault of the ruleset."""


def play_out(
    rules: Ruleset[S, V],
    state: S,
    bots: Sequence[Bot[V]],
    dice: Dice,
    below: Below,
    most: int = 200_000,
    watch: Callable[[Action, S, list[Event]], None] | None = None,
) -> Playout[S]:
    """Play to the end, or raise Endless after `most` actions. `bots[seat]` answers for each seat; `watch` is called after each action."""
    actions = 0
    while (outcome := rules.outcome(state)) is None:
        if actions >= most:
            raise Endless(f"no end after {most} actions")
        decisions = rules.decisions(state)
        action = next_action(rules, state, bots, below, decisions)
        played = play(rules, state, action, dice, decisions)
        state, actions = played.state, actions + 1
        if watch is not None:
            watch(action, state, played.events)
    return Playout(outcome, rules.turn(state)[0], actions, state)


def next_action(rules: Ruleset[S, V], state: S, bots: Sequence[Bot[V]], below: Below, listed: Sequence[Decision] | None = None) -> Action:
    """Return the next action: other seats' optional reactions come first, then the awaited answer. `listed` is as in `play`."""
    decisions = rules.decisions(state) if listed is None else listed
    waiting = decisions[0]
    for decision in decisions:
        if decision.optional and decision.reaction and decision.seat != waiting.seat:
            action = think(rules, state, bots[decision.seat], [decision], below)
            if action is not None:
                return action
    if waiting.seat is SITE:
        return site_answer(waiting)
    mine = decisions if len(decisions) == 1 else [decision for decision in decisions if decision.seat == waiting.seat]
    action = think(rules, state, bots[waiting.seat], mine, below)
    return action or Action(waiting.seat, waiting.name, waiting.default)


def think(rules: Ruleset[S, V], state: S, bot: Bot[V], decisions: Sequence[Decision], below: Below) -> Action | None:
    """Return the bot's action, computed from the view of the bot's own seat."""
    view: Any = None if getattr(bot, "blind", bot is random_bot) else rules.view(state, decisions[0].seat)
    return bot(view, decisions, below)
