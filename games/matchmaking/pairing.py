"""Pair players, as pure functions: from wishes to the next table, without the database."""

from collections.abc import Collection, Mapping, Sequence
from itertools import product
from typing import NamedTuple

Pairs = Collection[frozenset[int]]


class Wish(NamedTuple):
    """What one person would play: editions, paces, and `least`, the fewest captains at the table, including the person."""

    person: int
    rulesets: Collection[str]
    paces: Collection[int]
    least: int


class Pairing(NamedTuple):
    """A table that fits the wishes of all its people."""

    ruleset: str
    pace: int
    people: tuple[int, ...]


def next_pairing(wishes: Sequence[Wish], sizes: Mapping[str, Collection[int]], apart: Pairs = ()) -> Pairing | None:
    """Return the next table, or None. `wishes` are in order of age, oldest first. `sizes` has the possible numbers of captains of each
    edition. The two people of a pair in `apart` never sit at the same table.

    The person who has waited longest comes first, then the larger table, the slower pace, and the edition that is first in `sizes`.
    """
    order = [wish.person for wish in wishes]
    paces = sorted({pace for wish in wishes for pace in wish.paces}, reverse=True)
    found = [pairing for pace, slug in product(paces, sizes) if (pairing := largest_table(wishes, slug, pace, sizes[slug], apart))]
    return min(found, key=lambda pairing: (order.index(pairing.people[0]), -len(pairing.people)), default=None)


def largest_table(wishes: Sequence[Wish], slug: str, pace: int, sizes: Collection[int], apart: Pairs) -> Pairing | None:
    """Return the largest possible table of the given edition and pace, or None."""
    alike = [wish for wish in wishes if slug in wish.rulesets and pace in wish.paces]
    for size in sorted(sizes, reverse=True):
        people = [wish.person for wish in alike if wish.least <= size]
        if group := compatible_group(people, size, apart):
            return Pairing(slug, pace, group)
    return None


def compatible_group(people: Sequence[int], size: int, apart: Pairs = ()) -> tuple[int, ...]:
    """Return the first `size` people among whom there is no pair in `apart`, or () if there are too few."""
    for index, first in enumerate(people[: len(people) - size + 1]):
        group = [first]
        for other in people[index + 1 :]:
            if len(group) < size and all(frozenset({other, one}) not in apart for one in group):
                group.append(other)
        if len(group) == size:
            return tuple(group)
    return ()
