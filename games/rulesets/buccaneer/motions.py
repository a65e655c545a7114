"""Animations that show an event on the page."""

from collections.abc import Sequence
from functools import cache

from games.engine import Event
from games.kit.crew_game import motions as shared
from games.kit.crew_game.motions import Shore, centre
from games.kit.motion import Motion

from .card_texts import face
from .cards import CHANCE
from .editions import EDITIONS
from .seen import View


@cache
def shore(slug: str) -> Shore:
    edition = EDITIONS[slug]
    sea = edition.sea
    flat = centre(sea, "flat")
    return Shore(
        sea, centre(sea, "pirate"), centre(sea, "treasure"), {"": flat, -1: flat, -2: centre(sea, "pirate")},
        lambda number: (CHANCE[number].title, face(number, edition)),
    )  # fmt: skip


def motions(event: Event, view: View) -> Sequence[Motion]:
    return shared.motions(event, shore(view.public.slug))
