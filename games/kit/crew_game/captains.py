"""Seats whose captains sail from home ports, and which seats are on turn."""

from typing import Any


class HomePorts:
    """For states with `homes` (seat -> port) and `gone` (the seats that left)."""

    __slots__ = ()

    homes: tuple[int, ...]
    gone: tuple[int, ...]

    @property
    def seats(self) -> range:
        """Return all seats, also those that left."""
        return range(len(self.homes))

    def playing(self) -> list[int]:
        """Return the seats that have not left."""
        return [seat for seat in range(len(self.homes)) if seat not in self.gone]

    def others(self, seat: int) -> list[int]:
        """Return the other seats still playing, clockwise from `seat`."""
        count = len(self.homes)
        return [other for step in range(1, count) if (other := (seat + step) % count) not in self.gone]

    def owner(self, port: int) -> int | None:
        """Return the seat whose home port this is, or None for a trading port."""
        return next((seat for seat, home in enumerate(self.homes) if home == port and seat not in self.gone), None)


def off_turn(state: Any, seat: int) -> bool:
    """Return whether this seat is asked during another's regular turn. Its standing orders may answer then."""
    return bool(seat != state.turn)
