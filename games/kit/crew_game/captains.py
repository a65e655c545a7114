"""Seats whose captains sail from home ports, and which seats are on turn."""

from functools import lru_cache
from typing import Any


class HomePorts:
    """For states with `homes` (seat -> port) and `gone` (the seats that left)."""

    __slots__ = ()

    homes: tuple[int, ...]
    gone: tuple[int, ...]

    @property
    def seats(self) -> range:
        """Return all seats, even of captains who left."""
        return range(len(self.homes))

    def playing(self) -> list[int]:
        """Return the seats that have not left."""
        return [seat for seat in range(len(self.homes)) if seat not in self.gone]

    def others(self, seat: int) -> tuple[int, ...]:
        """Return the other seats still playing, clockwise from `seat`."""
        return clockwise(len(self.homes), self.gone, seat)

    def owner(self, port: int) -> int | None:
        """Return the seat whose home port this is, or None for a trading port."""
        return next((seat for seat, home in enumerate(self.homes) if home == port and seat not in self.gone), None)


@lru_cache(maxsize=4096)
def clockwise(count: int, gone: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """Return the other seats of a table of `count`, without `gone` ones, clockwise from `seat`."""
    return tuple(other for step in range(1, count) if (other := (seat + step) % count) not in gone)


def off_turn(state: Any, seat: int) -> bool:
    """Return whether this seat is asked during another's regular turn, when its standing orders may answer."""
    return bool(seat != state.turn)
