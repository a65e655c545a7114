"""One action in progress: the state, the dice, and the events so far."""

from collections.abc import Iterable

from games.kit.agenda import Phases
from games.kit.crew_game.crew import added, without
from games.kit.crew_game.table import CrewContext

from .state import STEPS, State

PHASES = Phases()
"""The phase that carries out each kind of step; the package `phases` registers them."""
phase = PHASES.register


class GameContext(CrewContext):
    """The context of every phase. Changes that need an event go through here."""

    state: State
    steps, dropped = STEPS, "crew-buried"

    def unload(self, seat: int, goods: tuple[str, ...]) -> None:
        """Remove treasure from the hold; the caller places it elsewhere."""
        self.state.holds[seat] = without(self.state.holds[seat], goods)

    def wash_up(self, goods: Iterable[str]) -> None:
        self.state.flat = added(self.state.flat, goods)

    def move_ship(self, seat: int, square: int, heading: int | None = None) -> None:
        """Move the ship there; forget its duty to sail straight on (R-67)."""
        state = self.state
        state.at[seat] = square
        if heading is not None:
            state.heading[seat] = heading
        if seat in state.bound:
            state.bound = tuple(other for other in state.bound if other != seat)

    def at_sea(self, square: int, but: int) -> list[int]:
        """Return the other ships on an open-sea square, clockwise from seat `but`; [] in a harbour, where fights are forbidden."""
        squares = self.state.at
        if square not in squares or square in self.state.sea.port_at:
            return []
        return [seat for seat in self.state.others(but) if squares[seat] == square]
