"""The story of an ended game: its fights, and the ships that sailed farther than their crews allowed."""

from collections.abc import Sequence

from games.engine import Event
from games.kit.crew_game.crew import fighting, sailing
from games.kit.story import FightsAndBluffs

from .seen import View
from .state import State
from .wording import goods

FIGHTS = frozenset(("fight-won", "fight-drawn", "captured"))


def bluffed(state: State, event: Event) -> bool | None:
    """Return whether a voyage was longer than the crew allowed; None if the event is not the voyage of a turn."""
    if event.name != "sailed" or event.seat is None:
        return None
    squares: int = event.facts["squares"]
    return squares > state.strength[event.seat]


def caught(event: Event) -> int | None:
    """Return the seat whose bluff this event proves, or None."""
    if event.name == "disputed" and event.facts["proved"]:
        other: int = event.facts["other"]
        return other
    return event.seat if event.name == "bluff-caught" else None


def teller() -> FightsAndBluffs:
    return FightsAndBluffs(FIGHTS, bluffed, caught)


def holding(view: View, names: Sequence[str]) -> str:
    name = names[view.seat] if view.seat is not None else ""
    return f"{name}: {goods(view.hand)}; sails {sailing(view.hand)}, fights {fighting(view.hand)}"
