"""Random choices for a game: number of players, options, places, standing orders."""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from games.engine import Ruleset, StandingOrder
from games.standalone.playouts import some_places

NAMES = ("Anne Bonny", "Mary Read", "Jack Rackham", "Grace O'Malley", "Henry Morgan", "Edward Low", "Olivier Levasseur", "Stede Bonnet")


@dataclass(frozen=True, slots=True)
class Agreement:
    """How one game begins. `chance` then decides everything in it."""

    players: int
    options: dict[str, Any]
    places: list[str]
    chance: random.Random


def agreement(rules: Ruleset, number: int) -> Agreement:
    """Return the agreement of the game with this number: any number of captains, any options they can play, any places."""
    chance = random.Random(f"{rules.slug} {number}")  # noqa: S311  nothing here is secret
    least, most = rules.seats
    players = chance.randint(least, most)
    return Agreement(players, some_options(rules, players, chance), some_places(rules, players, chance), chance)


def some_options(rules: Ruleset, players: int, chance: random.Random) -> dict[str, Any]:
    """Return any options that this number of players can play."""
    found: dict[str, Any] = {}
    for option in rules.options:
        fitting = [value for value, _ in option.choices if not rules.unplayable(found | {option.key: value}, players)]
        found[option.key] = chance.choice(fitting)
    return found


def some_orders(orders: Iterable[StandingOrder], chance: random.Random) -> dict[str, Any]:
    """Return any answers to some of these orders; now and then none at all."""
    share = chance.choice((0.0, 0.3, 1.0))
    return {order.key: any_wish(order, chance) for order in orders if chance.random() < share}


def any_wish(order: StandingOrder, chance: random.Random) -> Any:
    """Return any choice of a standing order, or any list of choices if it takes a list."""
    values = [value for value, _ in order.choices]
    return chance.choice(values) if order.most == 1 else tuple(chance.sample(values, chance.randint(0, min(order.most, len(values)))))
