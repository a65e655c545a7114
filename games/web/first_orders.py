"""The standing orders everyone is asked for when they take a chair: shown in a form, and read from it."""

from collections.abc import Iterable, Mapping
from typing import Any

from accounts.models import Visitor
from games.engine import Ruleset, StandingOrder
from games.mail.grammar.order_words import PREFIX
from games.models import Game, Hand
from games.play import standing_orders
from games.rulesets import get_ruleset
from games.web.orders import LONGEST, row


def orders_to_ask(rules: Ruleset, options: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """Return what `games/first_orders.html` shows for a table with these options: the reason, and each order with its answer `now`."""
    return orders_context(standing_orders.why_first(rules, options), standing_orders.first_orders(rules, options), now)


def asked_at(game: Game, user: Visitor, data: Mapping[str, str]) -> dict[str, Any]:
    """Do the same for a chair at this table. Answers from the form come first, then at a rematch those of the game before."""
    known = standing_orders.first_at(game)
    now = (
        standing_orders.fitting_orders(known, standing_orders.of_the_game_before(game, user) | posted_orders(data, known)) if known else {}
    )
    return orders_context(standing_orders.before_the_game(game), known, now)


def asked_again(over: Game, user: Visitor) -> dict[str, Any]:
    """Do the same for the rematch of an ended game, with the orders given there."""
    rules = get_ruleset(over.ruleset)
    known = standing_orders.first_orders(rules, over.options)
    given = Hand.objects.filter(player__game=over, player__user=user.pk).values_list("orders", flat=True).first() if known else None
    return orders_to_ask(rules, over.options, standing_orders.fitting_orders(known, given or {}))


def orders_context(why: str, known: Iterable[StandingOrder], now: Mapping[str, Any]) -> dict[str, Any]:
    """Return orders as selects. An order missing in `now` has its default."""
    return {"why": why, "rows": [row(order, now.get(order.key, order.default)) for order in known]}


def shown_order_keys(data: Mapping[str, str]) -> set[str]:
    """Return the keys of the orders in a form, asked for or not."""
    return {name.removeprefix(PREFIX) for name in data if name.startswith(PREFIX)}


def posted_orders(data: Mapping[str, str], known: Iterable[StandingOrder]) -> dict[str, str]:
    """Return a form's answers to these orders, unchecked; orders missing in the form are left out."""
    return {order.key: data[PREFIX + order.key][:LONGEST] for order in known if PREFIX + order.key in data}
