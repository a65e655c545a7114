"""Hints at practice tables: moves that a strong bot would play, with reasons, computed from the seat's own view alone."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.core.cache import cache

from games.editions import guard
from games.engine import Action, Deal, Decision, Ruleset
from games.engine.ruleset import View
from games.kit.bot import Advice
from games.kit.parts import face_of
from games.models import Game, Player
from games.play import lessons
from games.play.controllers import offered_action
from games.play.hypothetical import chance
from games.play.order_log import answer_words

DAY = 24 * 3600
MOST_HINTS = 3


class Hint(NamedTuple):
    """A suggested answer in words, and the reason for it. `about` is the question if the question is optional."""

    action: Action
    words: str
    reason: str
    about: str = ""


def are_allowed(game: Game, players: Sequence[Player], seat: int | None) -> bool:
    """Return whether the seat may have hints: its captain must play alone against bots, at their own table, and not in a lesson."""
    opponents = [player for player in players if player.seat != seat]
    me = next((player for player in players if player.seat == seat), None)
    if seat is None or me is None or me.resigned or me.bot or game.status != Game.Status.RUNNING or game.owner_id != me.user_id:
        return False
    against_bots = all(player.bot and player.user_id is None and player.former_id is None for player in opponents)
    return bool(opponents) and against_bots and face_of(game.rules).advise is not None and lessons.course(game, seat) is None


def hints(game: Game, seat: int, view: View, decisions: Sequence[Decision], names: Sequence[str]) -> list[Hint]:
    """Return hints for the position, best first, cached for a day. `view` and `decisions` must be the seat's own."""
    key = f"hint:{game.pk}:{game.number}:{seat}:{game.version}"
    known = cache.get(key)
    if known is None:
        nothing: list[tuple[Any, ...]] = []
        known = guard.serve(game.rules, "hint", nothing, computed_hints, game, seat, view, decisions, names)
        cache.set(key, known, DAY)
    return [Hint(Action(*action), *rest) for action, *rest in known]


def computed_hints(game: Game, seat: int, view: View, decisions: Sequence[Decision], names: Sequence[str]) -> list[tuple[Any, ...]]:
    """Return the hints as plain tuples, computed with dice that no game uses."""
    advise, dice = face_of(game.rules).advise, chance("hint", game.pk, game.number, seat)
    if advise is None or not decisions:
        return []
    advice = advise(view, decisions, lambda sides: dice.below(sides, "hint"), names)
    worded = [in_words(game.rules, hint, decisions, names) for hint in advice[:MOST_HINTS]]
    return [(tuple(hint.action), hint.words, hint.reason, hint.about) for hint in worded]


def in_words(rules: Ruleset, advice: Advice, decisions: Sequence[Decision], names: Sequence[str]) -> Hint:
    """Return a piece of advice as a hint. Raise IllegalAction or StopIteration if the advised answer is not legal."""
    action = offered_action(advice.action, decisions)
    decision = next(decision for decision in decisions if decision.name == action.decision)
    words = advice.words
    if not words and isinstance(decision, Deal):  # omit an empty side
        piles = [", ".join(rules.label(decision, item, names) for item in pile) for pile in action.answer]
        words = " and ".join(f"{verb} {pile}" for verb, pile in zip(("give", "take"), piles, strict=True) if pile)
        words = f"{words[:1].upper()}{words[1:]}"
    words = words or answer_words(rules, decision, action.answer, names)
    return Hint(action, words, advice.reason, rules.ask(decision, names) if decision.optional and not advice.words else "")
