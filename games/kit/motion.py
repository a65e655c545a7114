"""Motions on a page that show an event (static/js/motion.js), made only from what the reader may know and what never changes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, Required, TypedDict

from games.engine import Event

Point = Sequence[float]
Spot = str | Point
"""A piece of the drawing ("ship-1", "monster-0": there it has `data-ship="1"`), or a point of the chart."""
MOST_DRAWN = 8
"""The maximum number of things of one motion that are drawn separately."""


class Motion(TypedDict, total=False):
    """One motion. The other fields depend on `do`:

    move    `who` goes along the points of `way`; from its present place if that is a single point
    dice    `faces` fall, beside `at` if it is given
    fight   the pieces `who` fight; those in `won` win, or none if it is empty
    card    a card of this `title` and `text` is turned up
    goods   `things`, by their keys among the symbols of the drawing, go from `at` to `to`; without `to` they appear there
    mark    `at` lights up, with the symbol `sign` if it is given
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
    """Return the motion that lights up a piece or a point."""
    return {"do": "mark", "at": at, "sign": sign} if sign else {"do": "mark", "at": at}


def goods(things: Sequence[str], at: Spot, to: Spot | None = None) -> list[Motion]:
    """Return the motion of things that change hands; [] if there are none."""
    if not things:
        return []
    motion: Motion = {"do": "goods", "things": [key(thing) for thing in things[:MOST_DRAWN]], "at": at}
    if to is not None:
        motion["to"] = to
    return [motion]


def key(thing: str) -> str:
    """Return the key of a thing's symbol. Crew at the docks looks like any crew; a face-down card looks like its back."""
    return thing.removeprefix("@").replace("?", "back-")


Flow = tuple[str, str, str]
"""(things, from, to; "" for nowhere), each a name that the edition defines."""


def flows(
    event: Event, table: Mapping[str, Iterable[Flow]], things: Callable[[str], Sequence[str]], spot: Callable[[str], Spot]
) -> list[Motion]:
    """Return the motions of things that change hands at an event, by an edition's table of them."""
    return [
        motion for kind, start, end in table.get(event.name, ()) for motion in goods(things(kind), spot(start), spot(end) if end else None)
    ]
