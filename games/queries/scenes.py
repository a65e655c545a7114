"""What happened as scenes that a page can show: for each event that the reader may know its sentence, and what moves."""

from collections.abc import Iterable, Sequence
from typing import Any, TypedDict

from games.editions import guard
from games.engine import Event, Ruleset
from games.kit.motion import Motion
from games.kit.parts import face_of
from games.play.order_log import ANSWERED_BY_ORDERS
from games.queries import journal
from games.queries.journal import SeenMove


class Scene(TypedDict):
    """One event: the number of its move, its sentence ("" if the page says it anyway), and what moves."""

    number: int
    say: str
    motions: Sequence[Motion]


def scenes(rules: Ruleset, view: Any, moves: Iterable[SeenMove], names: list[str], seat: int | None) -> list[Scene]:
    """Return the scenes of moves as this seat may know them. Of the view only what never changes is used."""
    return [
        found
        for move in moves
        for event in map(Event.from_json, move.events)
        if event.name != ANSWERED_BY_ORDERS and event.seen_by(seat) and (found := scene(rules, view, move.number, event, names, seat))
    ]


def scene(rules: Ruleset, view: Any, number: int, event: Event, names: list[str], seat: int | None) -> Scene | None:
    """Return the scene of one event; None if it has nothing to show."""
    face = face_of(rules)
    motions: Sequence[Motion] = guard.serve(rules, "drawing", [], face.motions, event, view)
    is_quiet = event.name in face.quiet and not motions
    say = "" if is_quiet else journal.event_sentence(rules, event, names, seat)
    return {"number": number, "say": say, "motions": motions} if say or motions else None
