"""First orders, the standing orders given with a chair: show them in a form, and read them from it."""

from collections.abc import Iterable, Mapping
from typing import Any

from accounts.models import Visitor
from games.engine import Ruleset, StandingOrder
from games.mail.grammar.order_words import PREFIX
from games.models import Game, Hand
from games.play import standing_orders
from games.rulesets import get_ruleset
from games.web.orders import MAX_ANSWER, row


def orders_to_ask(rules: Ruleset, options: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """Return the context of `games/first_orders.html` for a table with these options and the present answers `now`."""
    return orders_context(standing_orders.why_first(rules, options), standing_orders.first_orders(rules, options), now)


def asked_at(game: Game, user: Visitor, data: Mapping[str, str]) -> dict[str, Any]:
    """Return the first orders for a chair at this table, with the form's answers or else those of the game before a rematch."""
    known = standing_orders.first_at(game)
    now = (
        standing_orders.fitting_orders(known, standing_orders.of_the_game_before(game, user) | posted_orders(data, known)) if known else {}
    )
    return orders_context(standing_orders.why_first(game.rules, game.options), known, now)


def asked_again(game: Game, user: Visitor) -> dict[str, Any]:
    """Return the first orders for the rematch of an ended game, with the orders given there."""
    rules = get_ruleset(game.ruleset)
    known = standing_orders.first_orders(rules, game.options)
    orders = Hand.objects.filter(player__game=game, player__user=user.pk).values_list("orders", flat=True).first() if known else None
    return orders_to_ask(rules, game.options, standing_orders.fitting_orders(known, orders or {}))


def orders_context(why: str, known: Iterable[StandingOrder], now: Mapping[str, Any]) -> dict[str, Any]:
    """Return the orders as selects; an order without an answer in `now` has its default."""
    return {"why": why, "rows": [row(order, now.get(order.key, order.default)) for order in known]}


def shown_order_keys(data: Mapping[str, str]) -> set[str]:
    return {name.removeprefix(PREFIX) for name in data if name.startswith(PREFIX)}


def posted_orders(data: Mapping[str, str], known: Iterable[StandingOrder]) -> dict[str, str]:
    """Return a form's unchecked answers to these orders; omit orders missing in the form."""
    return {order.key: data[PREFIX + order.key][:MAX_ANSWER] for order in known if PREFIX + order.key in data}
