"""Hands that others may hold: dealt from the crew cards whose place this captain cannot see."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import comb

from games.engine.decisions import Below
from games.kit.crew_game.crew import VALUE, sailing
from games.rulesets.buccaneer.seen import View
from games.rulesets.buccaneer.setup import crew_pack

TRIES = 12
"""So many hands are dealt to a captain in search of one that could have made their last move."""

HONEST = 80
"""Where one may sail too far, so many in a hundred moves are taken for honest."""


@lru_cache(maxsize=64)
def whole_pack(option: str, players: int) -> Counter:
    """Every crew card of the pack, counted."""
    return Counter(crew_pack(option, players))


def unseen(view: View) -> list[str]:
    """Every crew card that is in another hand or in the pile: the pack without what lies open and one's own."""
    public = view.public
    left = Counter(whole_pack(public.options["crew_deck"], len(public.homes)))
    for pile in (view.hand, view.fresh, public.flat, *public.docks):
        left.subtract(item for item in pile if item in VALUE)
    return list(left.elements())


def guesses(view: View, below: Below) -> Iterator[dict[int, tuple[str, ...]]]:
    """Without end: one hand for every other captain, of the size everyone sees, each card in one place only.

    The captain who sailed last gets a hand that could have done it, if one comes up and they are taken to be honest.
    """
    public, pool = view.public, unseen(view)
    others = [(seat, count) for seat, count in enumerate(public.crew_counts) if seat != view.seat]
    mover, squares, cards = public.sailed or (None, 0, 0)
    others.sort(key=lambda pair: pair[0] != mover)  # the one of whom something is known takes first
    while True:
        found, end = {}, len(pool)
        honest = public.options["oversail"] == "refuse" or below(100) < HONEST
        for seat, count in others:
            least = squares if honest and seat == mover and count >= cards else 0
            for _ in range(TRIES if least else 1):
                deal(pool, end, count, below)
                if sailing(pool[end - count : end]) >= least:
                    break
            found[seat] = tuple(pool[end - count : end])
            end -= count
        yield found


def deal(pool: list[str], end: int, count: int, below: Below) -> None:
    """Shuffle the first `end` cards of the pool, but only as much as is dealt: the last `count` of them come by chance."""
    for last in range(end - 1, end - 1 - count, -1):
        other = below(last + 1)
        pool[last], pool[other] = pool[other], pool[last]


def laid_down(view: View, seat: int) -> list[str]:
    """Open crew cards that this captain may have had in hand when they set sail: at the port where they lie now, and on Flat Island."""
    public = view.public
    port = public.sea.port_at.get(public.at[seat])
    return [item for item in (*public.flat, *(public.docks[port] if port is not None else ())) if item in VALUE]


def could_sail(view: View, cards: int, squares: int, also: Iterable[str] = ()) -> float:
    """The share of hands of so many cards, unseen or among `also`, that are strong enough to sail that far."""
    there = Counter(VALUE[card] for card in (*unseen(view), *also))
    strong = 0
    for threes in range(min(cards, there[3]) + 1):
        for twos in range(min(cards - threes, there[2]) + 1):
            ones = cards - threes - twos
            if 3 * threes + 2 * twos + ones >= squares:
                strong += comb(there[3], threes) * comb(there[2], twos) * comb(there[1], ones)
    return strong / comb(there.total(), cards) if cards <= there.total() else 1.0
