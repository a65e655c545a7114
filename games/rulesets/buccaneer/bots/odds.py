"""Odds for hands that a captain cannot see, from the pack alone or by dealing hands from the unseen crew cards."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from math import comb

from games.engine.decisions import Below
from games.kit.crew_game.crew import VALUE, sailing
from games.rulesets.buccaneer.cards import CREW_DECKS
from games.rulesets.buccaneer.seen import View
from games.rulesets.buccaneer.setup import crew_pack


@cache
def sums(pack: int, cards: int, signs: tuple[int, ...]) -> dict[int, float]:
    """Return the probability of each total of `cards` random cards of the pack, each counted with one of `signs` at random."""
    chances, numbers = {0: 1.0}, CREW_DECKS[pack]
    half = sum(numbers.values())
    for _ in range(cards):
        wider: dict[int, float] = {}
        for total, chance in chances.items():
            for number, count in numbers.items():
                for sign in signs:
                    key = total + sign * int(number)
                    wider[key] = wider.get(key, 0.0) + chance * count / half / len(signs)
        chances = wider
    return chances


@cache
def can_sail(pack: int, cards: int, squares: int) -> float:
    """Return the probability that a hand of this many cards can sail this many squares."""
    totals = sums(pack, cards, (1,))
    return sum(totals.get(total, 0.0) for total in range(squares, 3 * cards + 1))


@cache
def fight(pack: int, strength: int, cards: int) -> tuple[float, float]:
    """Return (probability of winning, probability of losing) a fight against a captain with this many cards."""
    against = [0.0] * (3 * cards + 1)
    for difference, chance in sums(pack, cards, (1, -1)).items():
        against[abs(difference)] += chance
    return sum(against[:strength]), sum(against[strength + 1 :])


TRIES = 12
"""The maximum number of hands dealt to a captain until a hand could have made the captain's last move."""

HONEST = 80
"""The assumed percentage of honest moves, if sailing too far is allowed."""


def unseen(view: View) -> list[str]:
    public = view.public
    cards = Counter(crew_pack(public.options["crew_deck"], len(public.homes)))
    for pile in (view.hand, view.fresh, public.flat, *public.docks):
        cards.subtract(item for item in pile if item in VALUE)
    return list(cards.elements())


def guesses(view: View, below: Below) -> Iterator[dict[int, tuple[str, ...]]]:
    """Yield guesses without end: a hand of the right size for every other captain, with each card in only one hand.

    A captain who is assumed honest gets a hand strong enough for their last move, if such a hand comes up in `TRIES` deals.
    """
    public, pool = view.public, unseen(view)
    others = [(seat, count) for seat, count in enumerate(public.crew_counts) if seat != view.seat]
    mover, squares, cards = public.sailed or (None, 0, 0)
    others.sort(key=lambda pair: pair[0] != mover)  # deal first to the captain whose last move limits the hand
    while True:
        hands, end = {}, len(pool)
        honest = public.options["oversail"] == "refuse" or below(100) < HONEST
        for seat, count in others:
            least = squares if honest and seat == mover and count >= cards else 0
            for _ in range(TRIES if least else 1):
                deal(pool, end, count, below)
                if sailing(pool[end - count : end]) >= least:
                    break
            hands[seat] = tuple(pool[end - count : end])
            end -= count
        yield hands


def deal(pool: list[str], end: int, count: int, below: Below) -> None:
    """Shuffle only as many of the first `end` cards as needed to make the last `count` of them random."""
    for last in range(end - 1, end - 1 - count, -1):
        other = below(last + 1)
        pool[last], pool[other] = pool[other], pool[last]


def laid_down(view: View, seat: int) -> list[str]:
    """Return face-up crew cards that this captain may have held at departure: those at the port where they lie now, and on Flat Island."""
    public = view.public
    port = public.sea.port_at.get(public.at[seat])
    return [item for item in (*public.flat, *(public.docks[port] if port is not None else ())) if item in VALUE]


def could_sail(view: View, cards: int, squares: int, also: Iterable[str] = ()) -> float:
    """Return the share of hands of this size, drawn from the unseen cards and `also`, that are strong enough to sail this many squares."""
    there = Counter(VALUE[card] for card in (*unseen(view), *also))
    strong = 0
    for threes in range(min(cards, there[3]) + 1):
        for twos in range(min(cards - threes, there[2]) + 1):
            ones = cards - threes - twos
            if 3 * threes + 2 * twos + ones >= squares:
                strong += comb(there[3], threes) * comb(there[2], twos) * comb(there[1], ones)
    return strong / comb(there.total(), cards) if cards <= there.total() else 1.0
