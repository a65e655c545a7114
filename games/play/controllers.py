"""Who answers at once for a seat: standing orders for people, the bot itself for bots."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import cycle, islice
from time import perf_counter
from typing import Any

from django.contrib.humanize.templatetags.humanize import apnumber
from django.template.defaultfilters import pluralize

from games.editions.guard import serve
from games.engine import Action, Decision, Dice, IllegalAction, Ruleset
from games.engine.random_play import random_bot
from games.engine.settle import Answer
from games.play import lessons
from games.play.session import Session

QUICK = 0.1
"""Seconds of thinking that bots may take under the lock of a game; what is left over goes to a task."""


def bot_levels(rules: Ruleset) -> list[str]:
    """The levels this edition has, weakest first; one without bots of its own has a player who does anything legal."""
    return list(rules.bots) or ["random"]


def usual_bots(rules: Ruleset) -> list[str]:
    """The levels of the bots against which a game begins at once: the two weakest in turn, as many as the edition usually has captains."""
    return list(islice(cycle(bot_levels(rules)[:2]), rules.usual_seats - 1))


def bots_in_words(rules: Ruleset) -> str:
    """ "one bot", "three bots"."""
    count = rules.usual_seats - 1
    return f"{apnumber(count)} bot{pluralize(count)}"


def helmsman_level(rules: Ruleset) -> str:
    """Who takes over from a person: the bot in the middle of those this edition has."""
    levels = bot_levels(rules)
    return levels[len(levels) // 2]


def controllers_of(session: Session) -> dict[int, Answer]:
    """Seat -> the function that answers its reactions; nothing when nobody is asked off turn."""
    if not any(decision.reaction for decision in session.decisions):
        return {}
    left = [QUICK]
    found: dict[int, Answer] = {}
    for player in session.players:
        if player.plays_itself:
            think = bot_thought(session.rules, player.bot, player.seat_number, session.game.seed.dice, session.game.number)
            found[player.seat_number] = partial(within_time, left, think)
        else:
            found[player.seat_number] = partial(by_orders, session.rules, player.hand.orders)
    return found


def by_orders(rules: Ruleset, orders: dict, view: Any, decision: Decision) -> Any:
    """What these orders say; None when they say nothing, or what is not offered this time."""
    return serve(rules, "order", None, if_offered, decision, rules.react(view, decision, orders))


def in_own_turn(rules: Ruleset, orders: dict, view: Any, decision: Decision) -> Any:
    """What these orders say at once in their captain's own turn; None: they are asked."""
    return serve(rules, "plan", None, if_offered, decision, rules.carry_on(view, decision, orders))


def if_offered(decision: Decision, said: Any) -> Any:
    """The answer, if it can be given this time."""
    try:
        return None if said is None else decision.check(said)
    except IllegalAction:
        return None


def within_time(left: list[float], think: Callable[..., Action | None], view: Any, decision: Decision) -> Any:
    """What the bot says, as long as there is time left for thinking."""
    if left[0] <= 0:
        return None
    start = perf_counter()
    action = think(view, [decision])
    left[0] -= perf_counter() - start
    if action is None:
        return None if decision.optional else decision.default
    return action.answer


def bot_thought(rules: Ruleset, level: str, seat: int, dice: Dice, number: int) -> Callable[..., Action | None]:
    """`think(view, decisions)` of a bot of this level, where it is "" of a helmsman.

    Its chance hangs on seat and move, so a crash changes nothing.

    A bot that fails, or says what is not offered, counts as silent: the default is then played for it.
    """
    lesson = lessons.lesson_of(rules) if level == lessons.TUTOR else None
    bot = lesson.others if lesson else rules.bots.get(level or helmsman_level(rules), random_bot)

    def below(sides: int) -> int:
        return dice.below(sides, f"bot:{seat}:{number}")

    def think(view: Any, decisions: Sequence[Decision]) -> Action | None:
        action = bot(view, decisions, below)
        return None if action is None else offered_action(action, decisions)

    return partial(serve, rules, "bot", None, think)


def offered_action(action: Action, decisions: Sequence[Decision]) -> Action:
    """The action, if it answers one of these decisions. Raises IllegalAction or StopIteration otherwise."""
    decision = next(decision for decision in decisions if (decision.seat, decision.name) == action[:2])
    return action._replace(answer=decision.check(action.answer))
