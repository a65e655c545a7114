"""Hands that others may hold: dealt from the crew cards whose place this captain cannot see."""

from collections import Counter
from functools import lru_cache

from games.engine.decisions import Below
from games.kit.crew import VALUE, sailing
from games.rulesets.buccaneer.seen import View
from games.rulesets.buccaneer.setup import crew_pack

TRIES = 12
"""So many hands are dealt to a captain in search of one that could have made his last move."""


@lru_cache(maxsize=64)
def whole_pack(option, players: int) -> Counter:
    """Every crew card of the pack, counted."""
    return Counter(crew_pack(option, players))


def unseen(view: View) -> list[str]:
    """Every crew card that is in another hand or in the pile: the pack without what lies open and one's own."""
    public = view.public
    left = Counter(whole_pack(public.options["crew_deck"], len(public.homes)))
    for pile in (view.hand, view.fresh, public.flat, *public.docks):
        left.subtract(item for item in pile if item in VALUE)
    return list(left.elements())


def guess_hands(view: View, below: Below) -> dict[int, tuple[str, ...]]:
    """One hand for every other captain, of the size everyone sees, each card in one place only.

    Where nobody may sail too far, the captain who sailed last gets a hand that could have done it, if one comes up.
    """
    public, pool = view.public, unseen(view)
    honest = public.sailed if public.options["oversail"] == "refuse" else None
    found = {}
    for seat, count in enumerate(public.crew_counts):
        if seat == view.seat:
            continue
        least = honest[1] if honest and honest[0] == seat and count >= honest[2] else 0
        for _ in range(TRIES if least else 1):
            draw_to_end(pool, count, below)
            if sailing(pool[len(pool) - count :]) >= least:
                break
        found[seat] = tuple(sorted(pool[len(pool) - count :]))
        del pool[len(pool) - count :]
    return found


def draw_to_end(pool: list[str], count: int, below: Below) -> None:
    """Shuffle, but only as much as is dealt: the last `count` of the pool come by chance."""
    for last in range(len(pool) - 1, len(pool) - 1 - count, -1):
        other = below(last + 1)
        pool[last], pool[other] = pool[other], pool[last]


def could_sail(view: View, cards: int, squares: int, below: Below, deals: int = 150) -> float:
    """The share of hands of so many unseen cards that are strong enough to sail that far."""
    pool, strong = unseen(view), 0
    if cards > len(pool):
        return 1.0
    for _ in range(deals):
        draw_to_end(pool, cards, below)
        strong += sailing(pool[len(pool) - cards :]) >= squares
    return strong / deals
