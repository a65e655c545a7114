"""Controllers answer at once for a seat: standing orders for captains, bots for their own seats."""

from collections.abc import Callable, Sequence
from itertools import cycle, islice
from typing import Any

from django.contrib.humanize.templatetags.humanize import apnumber
from django.template.defaultfilters import pluralize

from games.editions.guard import serve
from games.engine import Action, Decision, Dice, IllegalAction, Ruleset, commitment
from games.engine.random_play import random_bot
from games.engine.ruleset import View
from games.play import lessons

Think = Callable[[View, Sequence[Decision]], Action | None]
"""A bot as `think(view, decisions)`, which returns the bot's action, or None for the default."""


def bot_levels(rules: Ruleset) -> list[str]:
    """Return the bot levels of an edition, weakest first, or ["random"] (any legal move) if the edition has no bots."""
    return list(rules.bots) or ["random"]


def usual_bots(rules: Ruleset) -> list[str]:
    """Return the levels of the usual bots, for all usual seats but one: the two weakest levels in alternation."""
    return list(islice(cycle(bot_levels(rules)[:2]), rules.usual_seats - 1))


def bots_in_words(rules: Ruleset) -> str:
    """Return the number of usual bots in words, such as "one bot" or "three bots"."""
    count = rules.usual_seats - 1
    return f"{apnumber(count)} bot{pluralize(count)}"


def helmsman_strength(rules: Ruleset) -> str:
    """Return " of medium strength", to follow the word "bot", or "" if the edition has fewer than three levels."""
    return " of medium strength" if len(bot_levels(rules)) > 2 else ""


def helmsman_level(rules: Ruleset) -> str:
    """Return the level of the bot that replaces a captain: the edition's middle level."""
    levels = bot_levels(rules)
    return levels[len(levels) // 2]


def by_orders(rules: Ruleset, orders: dict[str, Any], view: View, decision: Decision) -> Any:
    """Return the orders' answer to a reaction, or None if there is none or it is illegal."""
    return serve(rules, "order", None, if_offered, decision, rules.react(view, decision, orders))


def in_own_turn(rules: Ruleset, orders: dict[str, Any], view: View, decision: Decision) -> Any:
    """Return the orders' answer in their captain's own turn, or None if the captain must answer."""
    return serve(rules, "plan", None, if_offered, decision, rules.carry_on(view, decision, orders))


def if_offered(decision: Decision, answer: Any) -> Any:
    """Return the answer in canonical form, or None if it is illegal."""
    try:
        return None if answer is None else decision.check(answer)
    except IllegalAction:
        return None


def bot_thought(rules: Ruleset, level: str, seat: int, dice: Dice, number: int) -> Think:
    """Return `think` of a bot of the given level, or of a helmsman if `level` is "". Its dice depend only on the seat and the move."""
    lesson = lessons.lessons().get((rules.slug, commitment(dice.seed))) if level == lessons.TUTOR else None
    bot = lesson.others if lesson else rules.bots.get(level or helmsman_level(rules), random_bot)

    def below(sides: int) -> int:
        return dice.below(sides, f"bot:{seat}:{number}")

    def think(view: View, decisions: Sequence[Decision]) -> Action | None:
        action = bot(view, decisions, below)
        return None if action is None else offered_action(action, decisions)

    return lambda view, decisions: serve(rules, "bot", None, think, view, decisions)


def offered_action(action: Action, decisions: Sequence[Decision]) -> Action:
    """Return the action with its answer in canonical form. Raise IllegalAction or StopIteration if the action is not legal."""
    decision = next(decision for decision in decisions if (decision.seat, decision.name) == action[:2])
    return action._replace(answer=decision.check(action.answer))
