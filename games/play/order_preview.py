"""Preview the answers of standing orders in hypothetical games, which reveal no secret and change nothing."""

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from games.engine import Action, Decision, Ruleset
from games.engine.random_play import random_bot
from games.engine.ruleset import View
from games.models import Game
from games.play.controllers import by_orders, in_own_turn
from games.play.hypothetical import Hypothetical, chance
from games.play.order_log import answer_words
from games.storage.snapshots import state_of

TIME_LIMIT = 0.8
"""The maximum seconds of a search for questions."""
MOST_ACTIONS = 400
MOST_QUESTIONS = 6

Speak = Callable[[Ruleset, dict[str, Any], View, Decision], Any]
"""The function that answers a question by orders."""


class Tried(NamedTuple):
    """A question that may come, and the orders' answer, or None if the captain would be asked."""

    question: str
    said: str | None


def try_orders(game: Game, seat: int, orders: dict[str, Any], names: list[str]) -> list[Tried]:
    """Return distinct pairs of question and answer for this seat from random continuations of the game."""
    rules, until = game.rules, perf_counter() + TIME_LIMIT
    start = state_of(game)
    previews: dict[tuple[str, str], Tried] = {}
    for way in count():
        if perf_counter() > until or len(previews) >= MOST_QUESTIONS:
            break
        thought = Hypothetical.begin(rules, start, seat, chance("orders", game.pk, game.number, seat, way))
        look_along(thought, orders, names, previews, until)
    return list(previews.values())


def look_along(
    thought: Hypothetical, orders: dict[str, Any], names: list[str], previews: dict[tuple[str, str], Tried], until: float
) -> None:
    """Play one random continuation, and add its new questions to `previews`."""
    rules, seat, random = thought.rules, thought.seat, Random(thought.dice.seed)  # noqa: S311 - no secret depends on it
    for _ in range(MOST_ACTIONS):
        if rules.outcome(thought.state) is not None or perf_counter() > until:
            break
        decisions = rules.decisions(thought.state)
        for decision, speak in asked_of(seat, decisions):
            answer = speak(rules, orders, thought.view, decision)
            if answer is None and not decision.reaction:
                continue
            previews.setdefault((decision.name, str(answer)), Tried(rules.ask(decision, names), in_words(rules, decision, answer, names)))
        thought.play(next_action(decisions, random))


def asked_of(seat: int, decisions: Sequence[Decision]) -> Iterator[tuple[Decision, Speak]]:
    """Yield (question, function that answers it) for each question to this seat, off turn or in its own turn."""
    for decision in decisions:
        if decision.seat == seat and decision.reaction:
            yield decision, by_orders
        elif decision.seat == seat:
            yield decision, in_own_turn


def next_action(decisions: Sequence[Decision], random: Random) -> Action:
    """Return a random legal action of the seat that the game waits for."""
    waiting = next(decision for decision in decisions if not decision.optional)
    mine = [decision for decision in decisions if decision.seat == waiting.seat]
    return random_bot(None, mine, random.randrange) or Action(waiting.seat, waiting.name, waiting.default)


def in_words(rules: Ruleset, decision: Decision, answer: Any, names: list[str]) -> str | None:
    return None if answer is None else answer_words(rules, decision, answer, names)
