"""The animations of events on the page."""

from collections.abc import Sequence
from functools import cache

from games.engine import Event
from games.kit.crew_game import motions as shared
from games.kit.crew_game.motions import Shore, centre
from games.kit.motion import Motion, Point

from .board import ISLE_NAMES, ISLES
from .cards import CHANCE, TEXTS
from .chart import CHART
from .seen import View


@cache
def shore() -> Shore:
    """Return the places ashore that things move to and from. The crew pile and the treasure lie on Pirate Island."""
    island = centre(CHART, "pirate")
    isles = [centre(CHART, isle) for isle in ISLES]
    named: dict[str | int, Point] = dict(zip(ISLE_NAMES, isles, strict=True))
    return Shore(
        CHART, island, island, {**named, -1: island, -2: isles[0], -3: isles[1]}, lambda number: (CHANCE[number].title, TEXTS[number])
    )


def motions(event: Event, view: View) -> Sequence[Motion]:
    return shared.motions(event, shore())
