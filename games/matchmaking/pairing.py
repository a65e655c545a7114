"""Who of those that look for company can sit down together: plain lists in, the next table out. Knows no rows."""

from collections.abc import Collection, Mapping, Sequence
from itertools import product
from typing import NamedTuple

Pairs = Collection[frozenset[int]]


class Wish(NamedTuple):
    """What one person would play; `least` captains at the table, themselves included."""

    person: int
    rulesets: Collection[str]
    paces: Collection[int]
    least: int


class Meeting(NamedTuple):
    """A table at which everybody has what they wished for."""

    ruleset: str
    pace: int
    people: tuple[int, ...]


def next_meeting(wishes: Sequence[Wish], sizes: Mapping[str, Collection[int]], apart: Pairs = ()) -> Meeting | None:
    """The next table, or None. `wishes` stand in the order in which they were made; `sizes` are the numbers of captains of each
    edition; who is `apart` never sits at one table.

    The one who has waited longest comes first, then the larger table, then the slower pace, then the edition that stands first in `sizes`.
    """
    order = [wish.person for wish in wishes]
    paces = sorted({pace for wish in wishes for pace in wish.paces}, reverse=True)
    found = [meeting for pace, slug in product(paces, sizes) if (meeting := largest_table(wishes, slug, pace, sizes[slug], apart))]
    return min(found, key=lambda meeting: (order.index(meeting.people[0]), -len(meeting.people)), default=None)


def largest_table(wishes: Sequence[Wish], slug: str, pace: int, sizes: Collection[int], apart: Pairs) -> Meeting | None:
    """The largest table of this edition and pace."""
    alike = [wish for wish in wishes if slug in wish.rulesets and pace in wish.paces]
    for size in sorted(sizes, reverse=True):
        people = [wish.person for wish in alike if wish.least <= size]
        if group := compatible_group(people, size, apart):
            return Meeting(slug, pace, group)
    return None


def compatible_group(people: Sequence[int], size: int, apart: Pairs = ()) -> tuple[int, ...]:
    """The first so many of them who get on; nobody when there are too few."""
    for index, first in enumerate(people[: len(people) - size + 1]):
        group = [first]
        for other in people[index + 1 :]:
            if len(group) < size and all(frozenset({other, one}) not in apart for one in group):
                group.append(other)
        if len(group) == size:
            return tuple(group)
    return ()
