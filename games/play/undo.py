"""Undo the newest move of a seat.

A player may undo their own moves of this turn, if none revealed anything and nobody has moved since. Off turn, they may undo
answers until the whole question is answered. `Session.remember_position` stores the positions, and `Game.may_take_back` reads
them. For imported records see `games/formats/notation/reading.py`, for hypothetical play `games/play/hypothetical.py`.
"""

from django.db import transaction

from games.editions.errors import NotAllowed
from games.formats.replay import MOST_UNDOS
from games.models import Move, Undo
from games.play.session import Session

NOTHING_TO_UNDO = "There is nothing to take back: nothing was chosen yet, something has been revealed since, or the turn has passed."


@transaction.atomic
def take_back(game_id: int, seat: int, seen: int) -> Move:
    """Undo the seat's newest move. Raise StalePage if `seen` is not the newest move, and NotAllowed if undo is not possible."""
    session = Session.load(game_id, seen)
    last = Undo.objects.filter(game_id=game_id).order_by("-pk").first()
    if last is None or not session.game.may_take_back(seat):
        raise NotAllowed("no-undo", NOTHING_TO_UNDO)
    recent = Move.objects.filter(game_id=game_id, number__gt=seen - 2 * MOST_UNDOS, decision="undo", seat=seat)
    if recent.count() >= MOST_UNDOS:
        raise NotAllowed("too-many", "You cannot take back more in this turn. Choose one way and sail on.")
    session.go_back(last, seat)
    last.delete()
    session.game.undo_depth -= 1
    session.save()
    return session.moves[0]


def is_taken_back_already(game_id: int, seat: int, seen: int) -> bool:
    """Return whether this seat's undo is move `seen` + 1, so that a repeated press needs no refusal."""
    return Move.objects.filter(game_id=game_id, number=seen + 1, seat=seat, decision="undo").exists()
