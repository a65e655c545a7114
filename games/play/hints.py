"""Hints at practice tables: what a strong bot would do in the reader's place, and why. Made from the seat's own view alone."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.core.cache import cache

from games.editions import guard
from games.engine import Action, Deal, Decision, Ruleset
from games.kit.advice import Advice
from games.kit.parts import face_of
from games.models import Game, Player
from games.play import lessons
from games.play.controllers import offered_action
from games.play.hypothetical import chance
from games.play.order_log import answer_words

KEPT = 24 * 3600
MOST = 3


class Hint(NamedTuple):
    """An answer, in the words of its question, and the reason. `about` is the question, if it is an offer beside the required one."""

    action: Action
    words: str
    reason: str
    about: str = ""


def are_allowed(game: Game, players: Sequence[Player], seat: int | None) -> bool:
    """May this seat have hints? Only a person who plays alone against bots, at their own table that is no lesson.

    A league has no such table, and no game of one person is rated.
    """
    others = [player for player in players if player.seat != seat]
    me = next((player for player in players if player.seat == seat), None)
    if seat is None or me is None or me.resigned or me.bot or game.status != Game.Status.RUNNING or game.owner_id != me.user_id:
        return False
    against_bots = all(player.bot and player.user_id is None and player.former_id is None for player in others)
    return bool(others) and against_bots and face_of(game.rules).advise is not None and lessons.course(game, seat) is None


def hints(game: Game, seat: int, view: Any, decisions: Sequence[Decision], names: Sequence[str]) -> list[Hint]:
    """Return the hints for this position, best first; the same each time. [] if there are none, or if they fail.

    `view` and `decisions` are the seat's own. They are worked out once for each position, and kept for a day.
    """
    key = f"hint:{game.pk}:{game.number}:{seat}:{game.version}"
    known = cache.get(key)
    if known is None:
        nothing: list[tuple[Any, ...]] = []
        known = guard.serve(game.rules, "hint", nothing, found, game, seat, view, decisions, names)
        cache.set(key, known, KEPT)
    return [Hint(Action(*action), *rest) for action, *rest in known]


def found(game: Game, seat: int, view: Any, decisions: Sequence[Decision], names: Sequence[str]) -> list[tuple[Any, ...]]:
    """Return the hints as plain tuples. Its chance is that of no game."""
    advise, dice = face_of(game.rules).advise, chance("hint", game.pk, game.number, seat)
    if advise is None or not decisions:
        return []
    given = advise(view, decisions, lambda sides: dice.below(sides, "hint"), names)
    told = [in_words(game.rules, one, decisions, names) for one in given[:MOST]]
    return [(tuple(one.action), one.words, one.reason, one.about) for one in told]


def deal_words(rules: Ruleset, decision: Decision, answer: Any, names: Sequence[str]) -> str:
    """Return a deal in words, without the side on which nothing is moved."""
    piles = [", ".join(rules.label(decision, item, names) for item in pile) for pile in answer]
    said = " and ".join(f"{verb} {pile}" for verb, pile in zip(("give", "take"), piles, strict=True) if pile)
    return f"{said[:1].upper()}{said[1:]}"


def in_words(rules: Ruleset, one: Advice, decisions: Sequence[Decision], names: Sequence[str]) -> Hint:
    """Return one piece of advice in words. Raises IllegalAction or StopIteration if the answer is not on offer."""
    action = offered_action(one.action, decisions)
    decision = next(decision for decision in decisions if decision.name == action.decision)
    words = one.words or (deal_words if isinstance(decision, Deal) else answer_words)(rules, decision, action.answer, names)
    return Hint(action, words, one.reason, rules.ask(decision, names) if decision.optional and not one.words else "")
