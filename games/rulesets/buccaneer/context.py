"""One action being carried out: the state, the dice, and what has happened so far."""

from collections.abc import Iterable

from games.kit.crew_game.context import CrewContext
from games.kit.crew_game.crew import added, without

from .state import State
from .steps import STEPS


class GameContext(CrewContext):
    """What every phase is handed. Changes go through here when they have to be told."""

    state: State
    steps, dropped = STEPS, "crew-buried"

    # -- treasure ---------------------------------------------------------------------------------
    def unload(self, seat: int, goods: tuple[str, ...]) -> None:
        """Treasure leaves the hold; the caller says where it goes."""
        self.state.holds[seat] = without(self.state.holds[seat], goods)

    def wash_up(self, goods: Iterable[str]) -> None:
        """Crew or treasure now lies on Flat Island."""
        self.state.flat = added(self.state.flat, goods)

    # -- ships ------------------------------------------------------------------------------------
    def move_ship(self, seat: int, square: int, heading: int | None = None) -> None:
        """The ship now lies there; the ship it was bound to sail on from is forgotten (R-67)."""
        state = self.state
        state.at[seat] = square
        if heading is not None:
            state.heading[seat] = heading
        if seat in state.bound:
            state.bound = tuple(other for other in state.bound if other != seat)

    def at_sea(self, square: int, but: int) -> list[int]:
        """The other ships on an open-sea square, clockwise from seat `but`; none in a harbour, where nobody fights."""
        if square in self.state.sea.port_at:
            return []
        at = self.state.at
        if square not in at:
            return []
        return [seat for seat in self.state.others(but) if at[seat] == square]
