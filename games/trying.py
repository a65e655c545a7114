"""Standing orders tried out: what would they say, if the game went on from the present table? Changes nothing, tells nobody.

Everything the captain cannot know is dealt anew before, so that what comes out cannot tell him a secret.
"""

import random
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import NamedTuple

from games.engine import Action, Decision, Dice, play
from games.engine.random_play import random_bot
from games.models import Game
from games.obeyed import answer_words
from games.snapshots import present
from games.speakers import by_orders, in_own_turn

AT_MOST = 0.8
"""Seconds of looking for questions."""
ACTIONS = 400
KINDS = 6


class Tried(NamedTuple):
    """A question that may well come, and what the orders say to it; None means that you would be asked."""

    question: str
    said: str | None


def try_orders(game: Game, seat: int, orders: dict, names: list[str]) -> list[Tried]:
    """Questions to this seat from a few made-up ways on, each kind once."""
    rules, chance, until = game.rules, random.Random(), perf_counter() + AT_MOST  # noqa: S311 - no secret hangs on it
    start = rules.load(present(game))
    found: dict[tuple, Tried] = {}
    while perf_counter() < until and len(found) < KINDS:
        dice = Dice(chance.randbytes(32))
        state = rules.redeal_hidden(start, seat, dice)
        for _ in range(ACTIONS):
            if rules.outcome(state) is not None or perf_counter() > until:
                break
            decisions = rules.decisions(state)
            for decision, speak in asked_of(seat, decisions):
                said = speak(rules, orders, rules.view(state, seat), decision)
                if said is None and not decision.reaction:
                    continue
                key = (decision.name, str(said))
                found.setdefault(key, Tried(rules.ask(decision, names), in_words(rules, decision, said, names)))
            state = play(rules, state, next_action(decisions, chance), dice).state
    return list(found.values())


def asked_of(seat: int, decisions) -> Iterator[tuple[Decision, Callable]]:
    """Every question to this seat that orders may answer, with who answers: off turn, and in its own turn."""
    for decision in decisions:
        if decision.seat == seat and decision.reaction:
            yield decision, by_orders
        elif decision.seat == seat and not decision.optional:
            yield decision, in_own_turn


def next_action(decisions, chance: random.Random) -> Action:
    """Somebody does something that is legal."""
    waiting = next(decision for decision in decisions if not decision.optional)
    mine = [decision for decision in decisions if decision.seat == waiting.seat]
    return random_bot(None, mine, chance.randrange) or Action(waiting.seat, waiting.name, waiting.default)


def in_words(rules, decision, said, names: list[str]) -> str | None:
    return None if said is None else answer_words(rules, decision, said, names)
