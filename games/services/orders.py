"""Standing orders: what a player wants done when a question comes while he is away."""

from collections.abc import Iterable
from typing import Any

from django.db import transaction

from games.engine import StandingOrder
from games.errors import NotAllowed
from games.models import Game, Hand
from games.snapshots import state_of

FALLBACKS = ("default", "helmsman", "again")
"""Who plays when time is out: the quietest answers, a bot, or what the captain himself said the last time."""


def checked(known: Iterable[StandingOrder], orders: dict[str, Any]) -> dict[str, Any]:
    """Only what is offered, with its own values. Raises NotAllowed."""
    by_key = {order.key: order for order in known}
    found = {}
    for key, said in orders.items():
        if key not in by_key:
            raise NotAllowed("unknown-order", "There is no such standing order at this table. Look at the page again.")
        try:
            found[key] = by_key[key].read(said)
        except (KeyError, TypeError):
            raise NotAllowed("unknown-order", mistake(by_key[key])) from None
    return found


def mistake(order) -> str:
    """What was wrong with an answer to this order, and what to do."""
    few = f"at most {order.most}, each from the list" if order.most > 1 else "one of the answers on the page"
    return f"“{order.question}” was not understood, and nothing was changed: choose {few}."


@transaction.atomic
def save(game_id: int, seat: int, orders: dict[str, Any], fallback: str = "") -> dict[str, Any]:
    """Replace a seat's standing orders, and who plays when its time is out ("default", "helmsman", "again", "" for no change).

    Taken under the lock, so a move being played never sees half of them.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    found = checked(offered(game, seat), orders)
    if fallback not in ("", *FALLBACKS):
        raise NotAllowed("unknown-order", "That is not among the choices for a standing order.")
    changes = {"orders": found} | ({"fallback": fallback} if fallback else {})
    if not Hand.objects.filter(player__game=game, player__seat=seat).update(**changes):
        raise NotAllowed("not-seated", "You have no seat at this table.")
    return found


def offered(game: Game, seat: int) -> tuple[StandingOrder, ...]:
    """The orders that can mean something to this seat at this table."""
    return game.rules.orders_for(game.rules.view(state_of(game), seat))


def orders_of(game: Game, seat: int) -> dict[str, Any]:
    """The orders as they stand: what was chosen, else the edition's defaults."""
    kept = Hand.objects.filter(player__game=game, player__seat=seat).values_list("orders", flat=True).first() or {}
    return {order.key: kept.get(order.key, order.default) for order in game.rules.orders}
