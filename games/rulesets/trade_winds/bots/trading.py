"""Find the best even deal of a ship with the docks of a port."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from games.engine.decisions import subsets
from games.kit.crew_game.crew import CREW, added, without
from games.rulesets.trade_winds.cards import BACKS, LOAD, WORTH
from games.rulesets.trade_winds.state import points

from .reckoning import Style, crew_worth, goods_worth

LEAST_GAIN = 0.4
MOST_TAKEN = 3


class Ship(NamedTuple):
    """The goods aboard a ship, and the points its captain still needs at home."""

    hand: tuple[str, ...]
    goods: tuple[str, ...]
    need: int


class Bargain(NamedTuple):
    worth: float
    given: tuple[str, ...]
    taken: tuple[str, ...]


def ship_of(own: Any) -> Ship:
    return Ship(own.hand, tuple(sorted((*own.hold, *own.kept))), own.need)


def fortune(ship: Ship, style: Style) -> float:
    return crew_worth(ship.hand, style) + goods_worth(ship.goods, ship.need)


@lru_cache(maxsize=4096)
def best_bargain(ship: Ship, docks: tuple[str, ...], style: Style) -> Bargain | None:
    """Return the deal that improves this ship's position most, or None if none does."""
    if not style.gives:
        return None
    before, best = fortune(ship, style), None
    payments: dict[int, list[tuple[str, ...]]] = {}  # for each worth, the ways to pay it
    for payment in subsets((*ship.goods, *ship.hand), style.gives):
        payments.setdefault(sum(WORTH[item] for item in payment), []).append(payment)
    for taken in wishes(docks):
        for payment in payments.get(sum(WORTH[item] for item in taken), ()):
            after = swapped(ship, payment, taken)
            worth = fortune(after, style) - before if after else 0.0
            if worth > LEAST_GAIN and (best is None or worth > best.worth):
                best = Bargain(worth, payment, taken)
    return best


def wishes(docks: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the goods worth taking: treasure or cards, with one crew card as change."""
    crew = tuple(dict.fromkeys(item for item in docks if item in CREW or item in BACKS))
    for main in subsets(tuple(item for item in docks if item not in crew), MOST_TAKEN):
        if main:
            yield main
            yield from ((*main, card) for card in crew)


def swapped(ship: Ship, payment: tuple[str, ...], taken: tuple[str, ...]) -> Ship | None:
    """Return the ship after the deal; None if it would carry too much, or would only exchange equal goods."""
    if set(payment) & set(taken):
        return None
    crew = [item for item in payment if item in CREW]
    goods = [item for item in payment if item not in CREW]
    hand = added(without(ship.hand, crew), (item for item in taken if item in CREW or item in BACKS))
    cargo = added(without(ship.goods, goods), (item for item in taken if item not in CREW and item not in BACKS))
    return ship._replace(hand=hand, goods=cargo) if points(cargo) <= LOAD else None
