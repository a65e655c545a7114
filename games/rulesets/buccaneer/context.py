"""One action in progress: the state, the dice, and the events so far."""

from collections.abc import Iterable

from games.kit.agenda import Phases
from games.kit.crew_game.crew import added, without
from games.kit.crew_game.table import CrewContext

from .state import STEPS, State

PHASES = Phases()
"""The phases that carry out the steps of turns, registered by the package `phases`."""
phase = PHASES.register


class GameContext(CrewContext):
    """The context of every phase. Changes that need an event are made here."""

    state: State
    steps, dropped = STEPS, "crew-buried"

    def unload(self, seat: int, goods: tuple[str, ...]) -> None:
        """Remove treasure from the hold. The caller must place it elsewhere."""
        self.state.holds[seat] = without(self.state.holds[seat], goods)

    def wash_up(self, goods: Iterable[str]) -> None:
        self.state.flat = added(self.state.flat, goods)

    def move_ship(self, seat: int, square: int, heading: int | None = None) -> None:
        """Move a ship, and end its duty to sail straight ahead (R-67)."""
        state = self.state
        state.at[seat] = square
        if heading is not None:
            state.heading[seat] = heading
        if seat in state.bound:
            state.bound = tuple(other for other in state.bound if other != seat)

    def at_sea(self, square: int, but: int) -> list[int]:
        """Return the seats of other ships on a square of open sea, clockwise from seat `but`; [] in a harbour, where nobody fights."""
        squares = self.state.at
        if square not in squares or square in self.state.sea.port_at:
            return []
        return [seat for seat in self.state.others(but) if squares[seat] == square]
