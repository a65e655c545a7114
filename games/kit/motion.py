"""Animations that show an event on a page (static/js/motion.js), computed only from what the reader may know and from fixed data."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, Required, TypedDict

from games.engine import Event

Point = Sequence[float]
Spot = str | Point
"""A piece of the drawing ("ship-1" has `data-ship="1"` there), or a point of the chart."""
MOST_DRAWN = 8
"""The maximum number of things that one motion draws separately."""


class Motion(TypedDict, total=False):
    """One animation. `do` decides which other fields are used:

    move    piece `who` moves along the points of `way`, or from where it is if `way` has only one point
    dice    dice with these `faces` are thrown, beside `at` if given
    fight   the pieces in `who` fight; the pieces in `won` win (nobody, if empty)
    card    a card with this `title` and `text` is turned up
    goods   `things` (keys of symbols in the drawing) go from `at` to `to`, or appear at `at` without `to`
    mark    `at` lights up, with the symbol `sign` if given
    """

    do: Required[Literal["move", "dice", "fight", "card", "goods", "mark"]]
    who: str | Sequence[str]
    way: Sequence[Point]
    at: Spot
    to: Spot
    faces: Sequence[int]
    won: Sequence[str]
    title: str
    text: str
    things: Sequence[str]
    sign: str


def ship(number: int) -> str:
    return f"ship-{number}"


def move(who: str, *way: Point) -> Motion:
    return {"do": "move", "who": who, "way": way}


def dice(faces: Sequence[int], at: Spot | None = None) -> Motion:
    return {"do": "dice", "faces": faces} if at is None else {"do": "dice", "faces": faces, "at": at}


def fight(who: Sequence[str], won: Sequence[str]) -> Motion:
    return {"do": "fight", "who": who, "won": won}


def card(title: str, text: str = "") -> Motion:
    return {"do": "card", "title": title, "text": text}


def mark(at: Spot, sign: str = "") -> Motion:
    """Return the animation that lights up a piece or a point."""
    return {"do": "mark", "at": at, "sign": sign} if sign else {"do": "mark", "at": at}


def goods(things: Sequence[str], at: Spot, to: Spot | None = None) -> list[Motion]:
    """Return the animation of things that change hands; [] if there are none."""
    if not things:
        return []
    motion: Motion = {"do": "goods", "things": [key(thing) for thing in things[:MOST_DRAWN]], "at": at}
    if to is not None:
        motion["to"] = to
    return [motion]


def key(thing: str) -> str:
    """Return the key of the symbol for a thing. Crew at the docks looks like any crew; a face-down card is shown by its back."""
    return thing.removeprefix("@").replace("?", "back-")


Flow = tuple[str, str, str]
"""(things, from, to), each a name that the edition defines; `to` is "" if the things go nowhere."""


def flows(
    event: Event, table: Mapping[str, Iterable[Flow]], things: Callable[[str], Sequence[str]], spot: Callable[[str], Spot]
) -> list[Motion]:
    """Return the animations of things that change hands in an event, according to an edition's table of flows."""
    return [
        motion for kind, start, end in table.get(event.name, ()) for motion in goods(things(kind), spot(start), spot(end) if end else None)
    ]
