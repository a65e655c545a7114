"""Standing orders: what a player wants done when a question comes while they are away."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Visitor
from games.editions import guard
from games.engine import Dice, Ruleset, StandingOrder, agreed
from games.errors import NotAllowed
from games.models import Game, Hand, Player
from games.storage.snapshots import state_of

FALLBACKS = ("default", "helmsman", "again")
"""Who plays when time is out: the quietest answers, a bot, or what that captain said the last time."""


def checked_orders(known: Iterable[StandingOrder], orders: dict[str, Any]) -> dict[str, Any]:
    """Only what is offered, with its own values. Raises NotAllowed."""
    by_key = {order.key: order for order in known}
    found = {}
    for key, said in orders.items():
        if key not in by_key:
            raise NotAllowed("unknown-order", "There is no such standing order at this table. Look at the page again.")
        try:
            found[key] = by_key[key].read(said)
        except (KeyError, TypeError):
            raise NotAllowed("unknown-order", mistake_in_order(by_key[key])) from None
    return found


def mistake_in_order(order: StandingOrder) -> str:
    """What was wrong with an answer to this order, and what to do."""
    few = f"at most {order.most}, each from the list" if order.most > 1 else "one of the answers on the page"
    return f"“{order.question}” was not understood, and nothing was changed: choose {few}."


@transaction.atomic
def save_orders(game_id: int, seat: int, orders: dict[str, Any], fallback: str = "") -> dict[str, Any]:
    """Replace a seat's standing orders, and who plays when its time is out ("default", "helmsman", "again", "" for no change).

    Taken under the lock, so a move being played never sees half of them.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    found = checked_orders(orders_on_offer(game, seat), orders)
    if fallback not in ("", *FALLBACKS):
        raise NotAllowed("unknown-order", "That is not among the choices for a standing order.")
    changes = {"orders": found} | ({"fallback": fallback} if fallback else {})
    if not Hand.objects.filter(player__game=game, player__seat=seat).update(**changes):
        raise NotAllowed("not-seated", "You have no seat at this table.")
    return found


@transaction.atomic
def save_before(player: Player, orders: dict[str, Any], fallback: str = "") -> dict[str, Any]:
    """The orders of someone who sits at a table that has not begun; they count from the first move on. Raises NotAllowed."""
    game = Game.objects.select_for_update().get(pk=player.game_id)
    if game.status != Game.Status.OPEN:
        raise NotAllowed("begun", "The game has begun meanwhile. Look at your orders again.")
    found = checked_orders(offered_before(game, player), orders)
    if fallback not in ("", *FALLBACKS):
        raise NotAllowed("unknown-order", "That is not among the choices for a standing order.")
    Hand.objects.filter(player=player).update(orders=found, **({"fallback": fallback} if fallback else {}))
    return found


def offered_before(game: Game, player: Player) -> tuple[StandingOrder, ...]:
    """The orders that can be given before the game begins: those about single captains have to wait for who sits there."""
    rules = game.rules
    taken = [one.place for one in game.players.order_by("pk")]
    while len(taken) < game.seats:
        free = rules.places_left(taken, game.seats)
        taken.append(free[0] if free else "")
    places = [place for place, _ in rules.places]
    seated = sorted(taken, key=places.index) if all(place in places for place in taken) else taken
    state, _ = rules.setup(seated, 0, game.options, Dice(b"before the game"))
    known = {order.key: order.choices for order in rules.orders}
    return tuple(order for order in rules.orders_for(rules.view(state, seated.index(player.place))) if order.choices == known[order.key])


def why_first(rules: Ruleset, options: Mapping[str, Any]) -> str:
    """Why orders should be given before a game with these options begins; "" where that can wait."""
    return guard.serve(rules, "order", "", rules.orders_first, agreed(rules.options, rules.version, options))


def first_orders(rules: Ruleset, options: Mapping[str, Any]) -> tuple[StandingOrder, ...]:
    """The orders that everybody is asked for as they take a chair at a table with these options; none where that can wait."""
    return orders_asked_first(rules) if why_first(rules, options) else ()


def orders_asked_first(rules: Ruleset) -> tuple[StandingOrder, ...]:
    """The orders that this edition asks for at some of its tables as one takes a chair."""
    return tuple(order for order in rules.orders if order.key in rules.first_orders)


def before_the_game(game: Game) -> str:
    """Why orders should be given before this game begins; "" where that can wait."""
    return why_first(game.rules, game.options)


def first_at(game: Game) -> tuple[StandingOrder, ...]:
    """The orders that everybody is asked for as they take a chair at this table."""
    return first_orders(game.rules, game.options)


def fitting_orders(known: Iterable[StandingOrder], kept: Mapping[str, Any]) -> dict[str, Any]:
    """Orders that were kept from elsewhere, without what is not offered here."""
    found = {}
    for order in known:
        with suppress(KeyError, TypeError):
            found[order.key] = order.read(kept[order.key])
    return found


def store_first_orders(player: Player, said: Mapping[str, Any]) -> None:
    """Store the orders with which this person takes a chair before the game begins. Raises NotAllowed for what is not offered.

    At a rematch those of the game before come along, as far as they mean something and nothing else is said.
    """
    kept = of_the_game_before(player.game, player.user)
    if kept or said:
        known = offered_before(player.game, player)
        Hand.objects.filter(player=player).update(orders=fitting_orders(known, kept) | checked_orders(known, dict(said)))


def of_the_game_before(game: Game, user: Visitor | None) -> dict[str, Any]:
    """The orders that this person gave in the game of which this one is the rematch."""
    if game.rematch_of_id is None or user is None or user.pk is None:
        return {}
    before = Hand.objects.filter(player__game=game.rematch_of_id, player__user=user.pk)
    return before.values_list("orders", flat=True).first() or {}


def orders_on_offer(game: Game, seat: int) -> tuple[StandingOrder, ...]:
    """The orders that can mean something to this seat at this table."""
    return game.rules.orders_for(game.rules.view(state_of(game), seat))


def orders_of(game: Game, seat: int) -> dict[str, Any]:
    """The orders as they stand: what was chosen, else the edition's defaults."""
    return as_they_stand(game, Hand.objects.filter(player__game=game, player__seat=seat))


def as_they_stand(game: Game, hands: QuerySet[Hand]) -> dict[str, Any]:
    """The same for anyone who has this hand, also before the game gives them a seat."""
    kept = hands.values_list("orders", flat=True).first() or {}
    return {order.key: kept.get(order.key, order.default) for order in game.rules.orders}
