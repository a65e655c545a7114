"""Find the best even deal of a ship with the docks of a port."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from games.engine.decisions import subsets
from games.kit.crew_game.crew import VALUE, added, without
from games.rulesets.buccaneer.cards import HOLD, TREASURE
from games.rulesets.buccaneer.edition import Edition

from .goods import fortune
from .weights import Style


class Ship(NamedTuple):
    """The goods aboard a ship, and its captain's points at home."""

    hand: tuple[str, ...]
    hold: tuple[str, ...]
    kept: tuple[str, ...]
    banked: int
    chart_used: bool
    edition: Edition


class Bargain(NamedTuple):
    """A deal, its worth, and the ship after it."""

    worth: float
    given: tuple[str, ...]
    taken: tuple[str, ...]
    ship: Ship


DEAREST = 16
"""The highest worth of a deal that bots consider: two gems and some change."""
FEW = 6
"""The number of cheapest ways to pay that are considered."""


@lru_cache(maxsize=4096)
def best_bargain(ship: Ship, docks: tuple[str, ...], style: Style) -> Bargain | None:
    """Return the deal that improves this ship's position most, or None if none does."""
    before, prices = fortune(*ship, style), ship.edition.worth
    piles, best = payments(ship, style), None
    for taken in wishes(docks, style):
        price = sum(prices[item] for item in taken)
        for payment in piles.get(price, ()):
            after = swapped(ship, payment, taken)
            if after is None:
                continue
            worth = fortune(*after, style) - before
            if worth > style.trade_gain and (best is None or worth > best.worth):
                best = Bargain(worth, payment, taken, after)
    return best


@lru_cache(maxsize=32)
def payments(ship: Ship, style: Style) -> dict[int, list[tuple[str, ...]]]:
    """Return, for each worth, the ways to pay it: for each number of treasures the few that cost least to lose."""
    goods = tuple(item for item in (*ship.kept, *ship.hold, *ship.hand) if item != "LJ")
    piles: dict[tuple[int, int], list[tuple[float, tuple[str, ...]]]] = {}
    for payment in subsets(goods, style.gives):
        key = sum(ship.edition.worth[item] for item in payment), sum(item in TREASURE for item in payment)
        if 0 < key[0] <= DEAREST:
            piles.setdefault(key, []).append((fortune(*paid(ship, payment), style), payment))
    cheapest: dict[int, list[tuple[str, ...]]] = {}
    for (worth, _), pile in sorted(piles.items()):
        cheapest.setdefault(worth, []).extend(payment for _, payment in sorted(pile, reverse=True)[:FEW])
    return cheapest


def paid(ship: Ship, payment: tuple[str, ...]) -> Ship:
    """Return the ship without the goods it paid."""
    return ship._replace(
        hand=without(ship.hand, (item for item in payment if item in VALUE)),
        hold=without(ship.hold, (item for item in payment if item in TREASURE)),
        kept=without(ship.kept, (item for item in payment if item not in VALUE and item not in TREASURE)),
    )


def wishes(docks: tuple[str, ...], style: Style) -> Iterator[tuple[str, ...]]:
    """Yield the goods worth taking: treasure or cards, with a little crew as change."""
    goods = tuple(item for item in docks if item not in VALUE and item != "LJ")
    crew = tuple(item for item in docks if item in VALUE)
    for main in subsets(goods, HOLD):
        for change in subsets(crew, style.change):
            if main or change:
                yield (*main, *change)


def swapped(ship: Ship, payment: tuple[str, ...], taken: tuple[str, ...]) -> Ship | None:
    """Return the ship after the deal; None if the hold is too small, or the same item is on both sides."""
    if set(payment) & set(taken):
        return None
    lighter = paid(ship, payment)
    hold = added(lighter.hold, (item for item in taken if item in TREASURE))
    if len(hold) > HOLD:
        return None
    hand = added(lighter.hand, (item for item in taken if item in VALUE))
    kept_cards = added(lighter.kept, (item for item in taken if item not in VALUE and item not in TREASURE))
    return ship._replace(hand=hand, hold=hold, kept=kept_cards)
