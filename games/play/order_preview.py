"""Preview of standing orders: what would they answer if the game went on from here? Changes nothing, tells nobody.

The game goes on in thought (`games.play.hypothetical`), so that a preview reveals no secret.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from games.engine import Action, Decision, Ruleset
from games.engine.random_play import random_bot
from games.models import Game
from games.play.controllers import by_orders, in_own_turn
from games.play.hypothetical import Hypothetical, chance
from games.play.order_log import answer_words
from games.storage.snapshots import state_of

AT_MOST = 0.8
"""The most seconds to look for questions."""
ACTIONS = 400
KINDS = 6


class Tried(NamedTuple):
    """A question that may come, and the orders' answer; None means that the captain would be asked."""

    question: str
    said: str | None


def try_orders(game: Game, seat: int, orders: dict, names: list[str]) -> list[Tried]:
    """Return questions to this seat from a few random continuations, each question with each answer once."""
    rules, until = game.rules, perf_counter() + AT_MOST
    start = state_of(game)
    found: dict[tuple, Tried] = {}
    for way in count():
        if perf_counter() > until or len(found) >= KINDS:
            break
        thought = Hypothetical.begin(rules, start, seat, chance("orders", game.pk, game.number, seat, way))
        look_along(thought, orders, names, found, until)
    return list(found.values())


def look_along(thought: Hypothetical, orders: dict, names: list[str], found: dict[tuple, Tried], until: float) -> None:
    """Play one random continuation, and add every new kind of question in it to `found`."""
    rules, seat, random = thought.rules, thought.seat, Random(thought.dice.seed)  # noqa: S311 - no secret hangs on it
    for _ in range(ACTIONS):
        if rules.outcome(thought.state) is not None or perf_counter() > until:
            break
        decisions = rules.decisions(thought.state)
        for decision, speak in asked_of(seat, decisions):
            said = speak(rules, orders, thought.view, decision)
            if said is None and not decision.reaction:
                continue
            found.setdefault((decision.name, str(said)), Tried(rules.ask(decision, names), in_words(rules, decision, said, names)))
        thought.play(next_action(decisions, random))


def asked_of(seat: int, decisions: Sequence[Decision]) -> Iterator[tuple[Decision, Callable]]:
    """Yield every question to this seat that orders may answer, with the function that answers it: off turn, or in its own turn."""
    for decision in decisions:
        if decision.seat == seat and decision.reaction:
            yield decision, by_orders
        elif decision.seat == seat:
            yield decision, in_own_turn


def next_action(decisions: Sequence[Decision], random: Random) -> Action:
    """Return a random legal action of the seat the game waits for."""
    waiting = next(decision for decision in decisions if not decision.optional)
    mine = [decision for decision in decisions if decision.seat == waiting.seat]
    return random_bot(None, mine, random.randrange) or Action(waiting.seat, waiting.name, waiting.default)


def in_words(rules: Ruleset, decision: Decision, said: Any, names: list[str]) -> str | None:
    return None if said is None else answer_words(rules, decision, said, names)
