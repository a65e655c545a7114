"""The story of an ended game: its fights, and hands in one line."""

from collections.abc import Sequence

from games.kit.crew_game.crew import fighting, sailing
from games.kit.story import Fights

from .seen import View
from .wording import goods

FIGHTS = frozenset(("fight-won", "fight-drawn", "captured"))


def teller() -> Fights:
    """Return a teller that gathers the chapters of one story."""
    return Fights(FIGHTS)


def holding(view: View, names: Sequence[str]) -> str:
    """Return a hand in one line."""
    name = names[view.seat] if view.seat is not None else ""
    return f"{name}: {goods(view.hand)}; sails {sailing(view.hand)}, fights {fighting(view.hand)}"
