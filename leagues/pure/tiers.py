"""Who plays in which tier of a new season, where some who had a place there do not come back. Pure."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Generic, NamedTuple, TypeVar

Who = TypeVar("Who")


class Placed(NamedTuple):
    """Where the season before has sent somebody, and where they played in it. Tier 1 is the highest."""

    to: int
    came_from: int


class Pool(Generic[Who]):
    """People who have no place yet, the best first."""

    def __init__(self, people: Iterable[tuple[Who, Placed]]):
        self.left = list(people)

    def take(self, most: int, wanted: Callable[[Placed], bool]) -> list[Who]:
        """The first of them who are wanted, so many at most."""
        taken: list[Who] = []
        rest: list[tuple[Who, Placed]] = []
        for who, placed in self.left:
            if len(taken) < most and wanted(placed):
                taken.append(who)
            else:
                rest.append((who, placed))
        self.left = rest
        return taken


def fill_tiers(placed: Sequence[tuple[Who, Placed]], newcomers: Sequence[Who], room: Sequence[int]) -> list[Who]:
    """Everyone from the top to the bottom, `room[0]` of them in the first tier and so on.

    `placed`: the best first. A free place goes to the best of the tier below who stayed there, then to the least bad of those who
    have just come down from here, then to newcomers: nobody goes up by two tiers while there is anybody else. Where a tier is too
    small for all who were sent there, the last of them go one further down.
    """
    pool, new = Pool(placed), Pool((who, Placed(0, 0)) for who in newcomers)
    found: list[Who] = []
    too_many: list[Who] = []
    for tier, places in enumerate(room, start=1):
        here = too_many + pool.take(len(placed), partial(is_sent, tier, None))
        here, too_many = here[:places], here[places:]
        here += pool.take(places - len(here), partial(is_sent, tier + 1, tier + 1))
        here += pool.take(places - len(here), partial(is_sent, tier + 1, tier))
        here += new.take(places - len(here), lambda one: True)
        here += pool.take(places - len(here), lambda one: True)
        found += here
    return found


def is_sent(to: int, came_from: int | None, one: Placed) -> bool:
    """Has the season before sent this one there, and (if that is asked) from there?"""
    return one.to == to and came_from in (None, one.came_from)
