"""A bot's evaluation of the table: its own ship, its rivals, the worth of goods, and bargains."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from games.engine.decisions import subsets
from games.kit.bot import seat_of
from games.kit.crew_game.crew import CREW, added, fighting, sailing, without
from games.rulesets.trade_winds.cards import BACKS, LOAD, TREASURE, WIN, WORTH
from games.rulesets.trade_winds.chart import CHART, LANDING, SIDE
from games.rulesets.trade_winds.seen import View
from games.rulesets.trade_winds.state import points

LEAST_GAIN = 0.4
MOST_TAKEN = 3


@dataclass(frozen=True, slots=True)
class Style:
    """The weights of one level of bot.

    turn        cost of a turn: the points of treasure that a captain earns per turn
    risk        cost of each point of cargo per turn at sea
    slips       percentage of answers that are random
    crew        worth of a point of sailing strength: up to eight, from nine to twelve, beyond
    might       worth of a point of fighting strength, up to ten
    boldness    smallest expected gain for which the bot fights
    grace       cost of the loser's free turn to the winner
    fear        assumed chance that a stronger rival within reach attacks
    spite       extra worth of taking treasure that would soon win the game for another captain
    gives       most items that the bot gives in one trade; 0: it never trades
    balances    whether the bot leaves crew at home that only weakens it in a fight
    roams       whether the bot considers foreign harbours, the two islands, and charts
    """

    turn: float = 1.8
    risk: float = 0.05
    slips: int = 0
    crew: tuple[float, float, float] = (0.55, 0.3, 0.1)
    might: float = 0.2
    boldness: float = 0.5
    grace: float = 0.5
    fear: float = 0.0
    spite: float = 0.0
    gives: int = 0
    balances: bool = False
    roams: bool = False


STYLES = {
    "easy": Style(slips=30, risk=0.2, boldness=3.0, might=0.05),
    "middle": Style(slips=8, risk=0.14, boldness=2.0, might=0.1),
    "strong": Style(fear=0.3, spite=0.5, gives=4, balances=True, roams=True),
}

DRAW = 2.2
"""Average points of treasure that a chance card brings."""
DRAW_CREW = 0.3
WIN_WORTH = 15.0
"""Worth of winning, in points, beyond the treasure itself."""
SURPLUS = 0.2
"""Worth of a point of treasure beyond the twenty that win."""
ABOARD = 0.85
"""Worth of a point of treasure aboard compared with one at home."""
KEPT_CARDS = {"SP": 3.4, "PP": 2.7, "HC": 3.4, "NC": 3.4, "TW": 1.8}
MEAN_CREW = 2.0
CHART_FINDS = 6.5
"""Average points of treasure that a chart brings."""


@lru_cache(maxsize=20_000)
def differences(backs: tuple[int, ...]) -> tuple[float, ...]:
    """Return the chances of the fighting strengths 0, 1, 2, … for a hand with the numbers `backs`."""
    chances = {0: 1.0}
    for number in backs:
        wider: dict[int, float] = {}
        for difference, chance in chances.items():
            for step in (number, -number):
                wider[difference + step] = wider.get(difference + step, 0.0) + chance / 2
        chances = wider
    shares = [0.0] * (sum(backs) + 1)
    for difference, chance in chances.items():
        shares[abs(difference)] += chance
    return tuple(shares)


def fight(strength: int, backs: tuple[int, ...]) -> tuple[float, float]:
    """Return (chance to win, chance to lose) with fighting strength `strength` against a hand with the numbers `backs`."""
    against = differences(backs)
    return sum(against[:strength]), sum(against[strength + 1 :])


EIGHT, TWELVE, MIGHTY = 8, 12, 10


@lru_cache(maxsize=50_000)
def crew_worth(hand: tuple[str, ...], style: Style) -> float:
    """Return the worth of a hand. The first eight points of sailing count most, and fighting counts up to ten. Backs only sail."""
    faces = tuple(card for card in hand if card in CREW)
    strength = sailing(faces) + sum(BACKS.get(card, 0) for card in hand)
    first, second, beyond = style.crew
    worth = first * min(strength, EIGHT) + second * max(0, min(strength, TWELVE) - EIGHT) + beyond * max(0, strength - TWELVE)
    return worth + style.might * min(MIGHTY, fighting(faces))


def useful(cargo: float, need: float) -> float:
    """Return the worth of bringing `cargo` points home if a win takes `need` more points."""
    worth = min(cargo, need) + SURPLUS * max(0.0, cargo - need)
    return worth + (WIN_WORTH if cargo >= need else 0.0)


def goods_worth(goods: Iterable[str], need: int) -> float:
    goods = tuple(goods)
    cargo = points(goods)
    worth = ABOARD * (min(cargo, need) + SURPLUS * max(0, cargo - need)) + sum(KEPT_CARDS.get(item, 0.0) for item in goods)
    return worth + (WIN_WORTH / 3 if cargo >= need else 0.0)


class Reckoning:
    """One captain's knowledge at one moment, computed only from their view."""

    names: Sequence[str] = ()
    """The captains' names, for the reasons of advice."""

    def __init__(self, view: View, style: Style):
        self.view, self.style, self.seat, self.hand = view, style, seat_of(view), view.hand
        public = self.public = view.public
        self.at, self.heading = public.at[self.seat], public.heading[self.seat]
        self.port = public.homes[self.seat]
        self.home = CHART.harbours[self.port]
        self.coast = LANDING[SIDE[self.port]]
        self.hold, self.kept = public.holds[self.seat], public.kept[self.seat]
        self.cargo, self.banked = points(self.hold), public.totals[self.seat]
        self.need = max(1, WIN - self.banked)
        self.strength, self.might = sailing(self.hand), fighting(self.hand)
        self.room = LOAD - self.cargo

    @cached_property
    def rivals(self) -> list[int]:
        public = self.public
        return [seat for seat in range(len(public.homes)) if seat != self.seat and seat not in public.gone]

    @cached_property
    def ships(self) -> dict[int, list[int]]:
        rivals_by_square: dict[int, list[int]] = {}
        for seat in self.rivals:
            rivals_by_square.setdefault(self.public.at[seat], []).append(seat)
        return rivals_by_square

    def worth(self, hand: tuple[str, ...]) -> float:
        return crew_worth(hand, self.style)

    def odds(self, rival: int) -> tuple[float, float]:
        return fight(self.might, self.public.backs[rival])

    def fight_worth(self, rival: int) -> float:
        win, lose = self.odds(rival)
        return win * (self.prize(rival) - self.style.grace) - lose * self.stake

    def prize(self, rival: int) -> float:
        hold, backs = self.public.holds[rival], self.public.backs[rival]
        crew = sum(backs[:2]) * self.style.crew[1]
        if not hold:
            return crew
        cargo = points(hold)
        taken = min(cargo, self.room)
        gain = ABOARD * min(taken, max(0, self.need - self.cargo)) + SURPLUS * taken
        near = self.public.totals[rival] + cargo >= WIN
        return max(crew, gain + self.style.spite * (WIN_WORTH / 2 if near else cargo / 2))

    @cached_property
    def stake(self) -> float:
        """Return the cost of losing a fight: all treasure aboard, or two crew."""
        crew = self.style.crew[0] * sum(sorted(BACKS["?" + card[1]] for card in self.hand)[:2])
        return max(ABOARD * self.cargo + (WIN_WORTH / 4 if self.cargo >= self.need else 0.0), crew)

    def grudge(self, port: int) -> float:
        """Return the extra worth of each point of treasure taken from a port, because its owner loses the point."""
        owner = next((seat for seat in self.rivals if self.public.homes[seat] == port), None)
        return 0.0 if owner is None else self.style.spite * (self.public.totals[owner] / WIN) ** 2


def treasure_in(goods: Iterable[str]) -> tuple[str, ...]:
    return tuple(item for item in goods if item in TREASURE)


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
    """Return the deal that improves a ship's position most, or None if no deal does."""
    if not style.gives:
        return None
    before, best = fortune(ship, style), None
    payments: dict[int, list[tuple[str, ...]]] = {}  # worth -> the payments of that worth
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
    """Yield the goods worth taking: treasure or cards, with or without one crew card as change."""
    crew = tuple(dict.fromkeys(item for item in docks if item in CREW or item in BACKS))
    for main in subsets(tuple(item for item in docks if item not in crew), MOST_TAKEN):
        if main:
            yield main
            yield from ((*main, card) for card in crew)


def swapped(ship: Ship, payment: tuple[str, ...], taken: tuple[str, ...]) -> Ship | None:
    """Return the ship after a deal, or None if it would carry too much or both sides hold the same item."""
    if set(payment) & set(taken):
        return None
    crew = [item for item in payment if item in CREW]
    goods = [item for item in payment if item not in CREW]
    hand = added(without(ship.hand, crew), (item for item in taken if item in CREW or item in BACKS))
    cargo = added(without(ship.goods, goods), (item for item in taken if item not in CREW and item not in BACKS))
    return ship._replace(hand=hand, goods=cargo) if points(cargo) <= LOAD else None
