"""Create arranged tables, such as a league's: with assigned seats and without an owner, and already running."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from django.db import transaction

from accounts.models import User
from games.clocks.paces import Steady
from games.clocks.terms import Terms
from games.editions.errors import NotAllowed
from games.engine import Ruleset
from games.models import Game, Seed
from games.play import standing_orders as orders
from games.tables import starting
from games.tables.lobby import add, checked_options, edition, sit


class Chair(NamedTuple):
    """A chair for a captain with first orders (used if the table asks for them), or for a bot of this level and name."""

    user: User | None = None
    bot: str = ""
    name: str = ""
    orders: Mapping[str, Any] = MappingProxyType({})


@transaction.atomic
def create(
    slug: str, options: dict[str, Any], pace: int, name: str, chairs: list[Chair], open_to_all: bool = True, vacation: str = "week"
) -> Game:
    """Return a new running table with `chairs[i]` in seat i; seat 0 begins. Raise NotAllowed for a wrong number of seats."""
    rules = edition(slug)
    if not rules.seats[0] <= len(chairs) <= rules.seats[1]:
        raise NotAllowed("seats", f"{rules.name} is played by {rules.seats[0]} to {rules.seats[1]}.")
    secret, commitment = Seed.draw()
    game = Game.objects.create(
        ruleset=rules.slug, version=rules.version, options=checked_options(rules, options), owner=None,
        pace=pace, clock=Terms(Steady(pace), vacation=vacation).to_json(),
        name=name[:60], open_to_all=open_to_all, seats=len(chairs), commitment=commitment,
    )  # fmt: skip
    Seed.objects.create(game=game, secret=secret)
    for chair, place in zip(chairs, places_in_order(rules, len(chairs)), strict=True):
        if chair.user is None and not chair.name:
            add(game, chair.bot)
        else:
            player = sit(game, user=chair.user, bot=chair.bot, own_name=chair.name, place=place)
            orders.store_first_orders(player, orders.fitting_orders(orders.first_at(game), chair.orders))
    starting.first_snapshot(game)
    return game


def places_in_order(rules: Ruleset, seats: int) -> list[str]:
    """Return a legal place for each seat, in playing order; empty strings if the edition has no places."""
    if not rules.places:
        return [""] * seats
    order = [place for place, _ in rules.places]
    taken: list[str] = []
    for _ in range(seats):
        taken.append(rules.places_left(taken, seats)[0])
    return sorted(taken, key=order.index)
