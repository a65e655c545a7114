"""Turn moves into scenes for a page to animate: each visible event with its sentence and its motions."""

from collections.abc import Iterable, Sequence
from typing import TypedDict

from games.editions import guard
from games.engine import Event, Ruleset
from games.engine.ruleset import View
from games.kit.motion import Motion
from games.kit.parts import face_of
from games.play.order_log import ANSWERED_BY_ORDERS
from games.queries import journal
from games.queries.journal import SeenMove


class Scene(TypedDict):
    """One event: the number of its move, its sentence ("" if the page shows it anyway), and its motions."""

    number: int
    say: str
    motions: Sequence[Motion]


def scenes(rules: Ruleset, view: View, moves: Iterable[SeenMove], names: list[str], seat: int | None) -> list[Scene]:
    """Return the scenes of moves as this seat may know them. Use only the constant parts of the view."""
    return [
        shown
        for move in moves
        for event in map(Event.from_json, move.events)
        if event.name != ANSWERED_BY_ORDERS and event.seen_by(seat) and (shown := scene(rules, view, move.number, event, names, seat))
    ]


def scene(rules: Ruleset, view: View, number: int, event: Event, names: list[str], seat: int | None) -> Scene | None:
    """Return the scene of an event; None if it has nothing to show."""
    face = face_of(rules)
    motions: Sequence[Motion] = guard.serve(rules, "drawing", [], face.motions, event, view)
    is_quiet = event.name in face.quiet and not motions
    say = "" if is_quiet else journal.event_sentence(rules, event, names, seat)
    return {"number": number, "say": say, "motions": motions} if say or motions else None
