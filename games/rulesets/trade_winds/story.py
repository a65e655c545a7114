"""The parts of the story of a finished game: its fights, and a hand in one line."""

from collections.abc import Sequence
from functools import partial

from games.kit.crew_game.crew import fighting, sailing
from games.kit.story import Fights

from .seen import View
from .wording import goods

teller = partial(Fights, ("fight-won", "fight-drawn", "captured"))


def holding(view: View, names: Sequence[str]) -> str:
    name = names[view.seat] if view.seat is not None else ""
    return f"{name}: {goods(view.hand)}; sails {sailing(view.hand)}, fights {fighting(view.hand)}"
