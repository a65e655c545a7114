"""A captain's ledger at one table, computed from the seat's own journal and view, never from the state."""

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
    return face_of(game.rules).ledger is not None


def ledger(game: Game, seat: int, view: View, names: list[str], number: int) -> list[Section]:
    """Return what this seat knows after move `number`, given the seat's `view` at that move; [] if there is no ledger, or if it fails."""
    make = face_of(game.rules).ledger
    if make is None:
        return []
    nothing: Sequence[Section] = ()
    return list(guard.serve(game.rules, "ledger", nothing, make, view, seen_by(game, seat, number), names))


def seen_by(game: Game, seat: int, number: int) -> list[Noted]:
    """Return the events up to move `number` as this seat saw them, without the events of moves undone by then."""
    lost = taken_back(game, number)
    moves = journal.moves_for(game, seat, -1, number + 1)
    return [Noted(move.number, Event.from_json(data)) for move in moves if move.number not in lost for data in move.events]
