"""Fill the tiers of a new season, replacing players who do not return. Pure."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Generic, NamedTuple, TypeVar

Who = TypeVar("Who")


class Placed(NamedTuple):
    """The tier to which the last season sent a player, and the tier they played in. Tier 1 is the highest."""

    to: int
    came_from: int


class Pool(Generic[Who]):
    """Players without a place so far, the best first."""

    def __init__(self, players: Iterable[tuple[Who, Placed]]):
        self.waiting = list(players)

    def take(self, most: int, wanted: Callable[[Placed], bool]) -> list[Who]:
        """Remove and return the first `most` players who meet the condition."""
        taken: list[Who] = []
        rest: list[tuple[Who, Placed]] = []
        for player, placed in self.waiting:
            if len(taken) < most and wanted(placed):
                taken.append(player)
            else:
                rest.append((player, placed))
        self.waiting = rest
        return taken


def fill_tiers(placed: Sequence[tuple[Who, Placed]], newcomers: Sequence[Who], room: Sequence[int]) -> list[Who]:
    """Return everyone from top to bottom, `room[0]` of them in the first tier and so on.

    `placed`: the best first. A free place goes to the best of the tier below who stayed there, then to the best of those just
    relegated from here, then to newcomers. Nobody skips a tier unless nobody else is left. Where a tier is too small for all who
    were sent there, the last of them go one further down.
    """
    pool, new = Pool(placed), Pool((player, Placed(0, 0)) for player in newcomers)
    ordered: list[Who] = []
    too_many: list[Who] = []
    for tier, places in enumerate(room, start=1):
        here = too_many + pool.take(len(placed), partial(is_sent, tier, None))
        here, too_many = here[:places], here[places:]
        here += pool.take(places - len(here), partial(is_sent, tier + 1, tier + 1))
        here += pool.take(places - len(here), partial(is_sent, tier + 1, tier))
        here += new.take(places - len(here), lambda _player: True)
        here += pool.take(places - len(here), lambda _player: True)
        ordered += here
    return ordered


def is_sent(to: int, came_from: int | None, player: Placed) -> bool:
    """Return whether the last season sent a player to this tier (and, if given, from that one)."""
    return player.to == to and came_from in (None, player.came_from)
