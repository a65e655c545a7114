"""A captain's ledger at one table: made from the seat's own journal and its own view, never from the state."""

from collections.abc import Sequence

from games.editions import guard
from games.engine import Event
from games.engine.ruleset import View
from games.history.story import taken_back
from games.kit.ledger import Noted, Section
from games.kit.parts import face_of
from games.models import Game
from games.queries import journal


def has_ledger(game: Game) -> bool:
    """Return whether the edition of this table has a ledger."""
    return face_of(game.rules).ledger is not None


def ledger(game: Game, seat: int, view: View, names: list[str], number: int) -> list[Section]:
    """Return what this seat knows after move `number`; `view` is its own view then. [] without a ledger, or if it fails."""
    make = face_of(game.rules).ledger
    if make is None:
        return []
    nothing: Sequence[Section] = ()
    return list(guard.serve(game.rules, "ledger", nothing, make, view, seen_by(game, seat, number), names))


def seen_by(game: Game, seat: int, number: int) -> list[Noted]:
    """Return every event up to move `number` as this seat saw it, without those of moves taken back by then."""
    lost = taken_back(game, number)
    moves = journal.moves_for(game, seat, -1, number + 1)
    return [Noted(move.number, Event.from_json(data)) for move in moves if move.number not in lost for data in move.events]
