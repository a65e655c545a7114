"""Controllers: what answers at once for a seat, standing orders for people and the bot itself for bots."""

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
"""Seconds that bots may think under the lock of a game; a task does the rest."""


def bot_levels(rules: Ruleset) -> list[str]:
    """Return the bot levels of an edition, weakest first; ["random"], which plays anything legal, if it has no bots of its own."""
    return list(rules.bots) or ["random"]


def usual_bots(rules: Ruleset) -> list[str]:
    """Return the levels of the usual bots: the two weakest by turns, up to the usual number of seats less one."""
    return list(islice(cycle(bot_levels(rules)[:2]), rules.usual_seats - 1))


def bots_in_words(rules: Ruleset) -> str:
    """Return the number of usual bots in words: "one bot", "three bots"."""
    count = rules.usual_seats - 1
    return f"{apnumber(count)} bot{pluralize(count)}"


def helmsman_strength(rules: Ruleset) -> str:
    """Return how strong a helmsman is, after the word "bot": " of middling strength"; "" in an edition without stronger and weaker bots."""
    return " of middling strength" if len(bot_levels(rules)) > 2 else ""


def helmsman_level(rules: Ruleset) -> str:
    """Return the level of the bot that takes over from a person: the middle one of this edition."""
    levels = bot_levels(rules)
    return levels[len(levels) // 2]


def controllers_of(session: Session) -> dict[int, Answer]:
    """Return {seat: the function that answers its reactions}; {} if nobody is asked off turn."""
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
    """Return the orders' answer to a reaction; None if they have none, or it is not on offer."""
    return serve(rules, "order", None, if_offered, decision, rules.react(view, decision, orders))


def in_own_turn(rules: Ruleset, orders: dict, view: Any, decision: Decision) -> Any:
    """Return the orders' answer in their captain's own turn; None if the captain has to be asked."""
    return serve(rules, "plan", None, if_offered, decision, rules.carry_on(view, decision, orders))


def if_offered(decision: Decision, said: Any) -> Any:
    """Return the answer in canonical form, or None if it is not on offer."""
    try:
        return None if said is None else decision.check(said)
    except IllegalAction:
        return None


def within_time(left: list[float], think: Callable[..., Action | None], view: Any, decision: Decision) -> Any:
    """Return the bot's answer; None once the time to think is used up. `left` holds the seconds left, and is updated."""
    if left[0] <= 0:
        return None
    start = perf_counter()
    action = think(view, [decision])
    left[0] -= perf_counter() - start
    if action is None:
        return None if decision.optional else decision.default
    return action.answer


def bot_thought(rules: Ruleset, level: str, seat: int, dice: Dice, number: int) -> Callable[..., Action | None]:
    """Return `think(view, decisions)` of a bot of this level; "" means a helmsman.

    Its chance depends on seat and move alone, so a crash changes nothing. A bot that fails, or answers what is not offered, counts
    as silent: the default is then played for it.
    """
    taught = lessons.tutor(rules, dice.seed) if level == lessons.TUTOR else None
    bot = taught or rules.bots.get(level or helmsman_level(rules), random_bot)

    def below(sides: int) -> int:
        return dice.below(sides, f"bot:{seat}:{number}")

    def think(view: Any, decisions: Sequence[Decision]) -> Action | None:
        action = bot(view, decisions, below)
        return None if action is None else offered_action(action, decisions)

    return partial(serve, rules, "bot", None, think)


def offered_action(action: Action, decisions: Sequence[Decision]) -> Action:
    """Return the action, if it answers one of these decisions. Raises IllegalAction or StopIteration otherwise."""
    decision = next(decision for decision in decisions if (decision.seat, decision.name) == action[:2])
    return action._replace(answer=decision.check(action.answer))
