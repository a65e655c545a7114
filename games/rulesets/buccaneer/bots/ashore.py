"""Actions in port, at Flat Island and at the anchor. Each action must improve the position, so the actions of a turn come to an end."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from games.engine import Choose, Deal, Decision, Pick
from games.engine.decisions import Below, subsets
from games.kit.crew_game.crew import VALUE, added, choices, without
from games.rulesets.buccaneer.cards import CHARTS, HOLD, MONEY, TREASURE
from games.rulesets.buccaneer.editions import Edition
from games.rulesets.buccaneer.state import points

from .goods import card_aboard, crew_in, crew_worth, hold_worth, treasure_in
from .reckoning import Reckoning
from .weights import DIG_FROM, JOHN_BRINGS, SPENT_CHART, Style


class Ship(NamedTuple):
    """What a ship carries, and its captain's points at home."""

    hand: tuple[str, ...]
    hold: tuple[str, ...]
    kept: tuple[str, ...]
    banked: int
    chart_used: bool
    edition: Edition


class Bargain(NamedTuple):
    """A deal, its worth, and the ship after the deal."""

    worth: float
    given: tuple[str, ...]
    taken: tuple[str, ...]
    ship: Ship


DEAREST = 16
"""The highest worth, in trade, of a deal that bots consider: two gems and some change."""
CHEAPEST = 6
"""The number of cheapest ways to pay that bots consider."""
CARDS = ("LJ", *MONEY)


def fortune(ship: Ship, style: Style) -> float:
    """Return the worth of everything that a ship carries."""
    cards = sum(SPENT_CHART if ship.chart_used and card in CHARTS else card_aboard(card, ship.edition) for card in ship.kept)
    return crew_worth(ship.hand, style) + hold_worth(ship.hold, ship.banked) + cards


@lru_cache(maxsize=4096)
def best_bargain(ship: Ship, docks: tuple[str, ...], style: Style) -> Bargain | None:
    """Return the deal that improves this ship's position most, or None if no deal does."""
    before, prices = fortune(ship, style), ship.edition.worth
    piles, best = payments(ship, style), None
    for taken in wishes(docks, style):
        price = sum(prices[item] for item in taken)
        for payment in piles.get(price, ()):
            after = swapped(ship, payment, taken)
            if after is None:
                continue
            worth = fortune(after, style) - before
            if worth > style.trade_gain and (best is None or worth > best.worth):
                best = Bargain(worth, payment, taken, after)
    return best


@lru_cache(maxsize=32)
def payments(ship: Ship, style: Style) -> dict[int, list[tuple[str, ...]]]:
    """Return the ways to pay each price: for each number of treasures, the few ways that cost least."""
    goods = tuple(item for item in (*ship.kept, *ship.hold, *ship.hand) if item != "LJ")
    piles: dict[tuple[int, int], list[tuple[float, tuple[str, ...]]]] = {}
    for payment in subsets(goods, style.gives):
        key = sum(ship.edition.worth[item] for item in payment), sum(item in TREASURE for item in payment)
        if 0 < key[0] <= DEAREST:
            piles.setdefault(key, []).append((fortune(paid(ship, payment), style), payment))
    cheapest: dict[int, list[tuple[str, ...]]] = {}
    for (worth, _), pile in sorted(piles.items()):
        cheapest.setdefault(worth, []).extend(payment for _, payment in sorted(pile, reverse=True)[:CHEAPEST])
    return cheapest


def paid(ship: Ship, payment: tuple[str, ...]) -> Ship:
    return ship._replace(
        hand=without(ship.hand, crew_in(payment)),
        hold=without(ship.hold, treasure_in(payment)),
        kept=without(ship.kept, (item for item in payment if item not in VALUE and item not in TREASURE)),
    )


def wishes(docks: tuple[str, ...], style: Style) -> Iterator[tuple[str, ...]]:
    """Yield the selections of goods worth taking: treasure or cards, with a little crew as change."""
    goods = tuple(item for item in docks if item not in VALUE and item != "LJ")
    crew = crew_in(docks)
    for main in subsets(goods, HOLD):
        for change in subsets(crew, style.change):
            if main or change:
                yield (*main, *change)


def swapped(ship: Ship, payment: tuple[str, ...], taken: tuple[str, ...]) -> Ship | None:
    """Return the ship after the deal, or None if the hold is too small or both sides contain the same item."""
    if set(payment) & set(taken):
        return None
    lighter = paid(ship, payment)
    hold = added(lighter.hold, treasure_in(taken))
    if len(hold) > HOLD:
        return None
    hand = added(lighter.hand, crew_in(taken))
    kept_cards = added(lighter.kept, (item for item in taken if item not in VALUE and item not in TREASURE))
    return ship._replace(hand=hand, hold=hold, kept=kept_cards)


def consider_trade(own: Reckoning, decision: Deal, below: Below) -> Any:
    docks = tuple(sorted(decision.take))
    bargain = best_bargain(Ship(own.hand, own.hold, own.kept, own.banked, own.public.chart_used, own.edition), docks, own.style)
    return (bargain.given, bargain.taken) if bargain else None


def consider_stow(own: Reckoning, decision: Deal, below: Below) -> Any:
    """Return an exchange that moves treasure ashore, and crew and cards aboard; None if there is nothing to move."""
    unloaded = treasure_in(decision.give)
    taken = tuple(item for item in decision.take if item in VALUE or item in CARDS)
    return (unloaded, taken) if unloaded or taken else None


def consider_safe(own: Reckoning, decision: Choose | Pick, below: Below) -> Any:
    return max(decision.options, key=TREASURE.__getitem__)


def consider_landing_john(own: Reckoning, decision: Pick, below: Below) -> Any:
    """Return the crew cards for which to land Long John Silver, or None if they are worth less than `JOHN_BRINGS` together."""
    crews = [cards for count in range(1, min(5, len(decision.options)) + 1) for cards in choices(decision.options, count)]
    offered = [cards for cards in crews if decision.problem(cards) is None]
    best = max(offered, key=lambda cards: crew_worth(tuple(sorted((*own.hand, *cards))), own.style))
    return best if sum(VALUE[card] for card in best) >= JOHN_BRINGS else None


def choose_salvage(own: Reckoning, decision: Pick, below: Below) -> Any:
    room = HOLD - len(own.hold)
    pieces = sorted(treasure_in(decision.options), key=TREASURE.__getitem__, reverse=True)
    return (*crew_in(decision.options), *pieces[:room])


def consider_salvage(own: Reckoning, decision: Pick, below: Below) -> Any:
    return choose_salvage(own, decision, below) or None


def consider_chart(own: Reckoning, decision: Decision, below: Below) -> Any:
    """Return the treasure to dig up, or None if it is worth less than `DIG_FROM`."""
    return decision.default if points(decision.default) >= DIG_FROM else None
