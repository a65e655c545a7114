"""Taking back: which moves may be, what is kept for it, and the one place where it is refused.

One's own moves of this turn, as far as none of them revealed something and nobody has moved since; off turn, what is asked of a seat
until all of it is answered. `Game.may_take_back` reads what is kept here.
"""

from django.db import transaction

from games.engine import Event
from games.errors import NotAllowed
from games.formats.replay import MOST_UNDOS
from games.models import Move, Undo
from games.play.session import Sitting
from games.storage.snapshots import to_json

NOTHING_TO_UNDO = "There is nothing to take back: nothing was chosen yet, something has been revealed since, or the turn has passed."


@transaction.atomic
def take_back(game_id: int, seat: int, seen: int) -> Move:
    """Take back the newest own move. Raises StalePage, or NotAllowed where there is nothing that may be taken back."""
    sitting = Sitting.take_up(game_id, seen)
    last = Undo.objects.filter(game_id=game_id).order_by("-pk").first()
    if last is None or not sitting.game.may_take_back(seat):
        raise NotAllowed("no-undo", NOTHING_TO_UNDO)
    recent = Move.objects.filter(game_id=game_id, number__gt=seen - 2 * MOST_UNDOS, decision="undo", seat=seat)
    if recent.count() >= MOST_UNDOS:
        raise NotAllowed("too-many", "That is enough taking back for one turn. Choose one way and sail on.")
    sitting.go_back(last, seat)
    last.delete()
    sitting.game.undo_depth -= 1
    sitting.put_back()
    return sitting.moves[0]


def keep(sitting: Sitting, seat: int, events: list[Event]) -> None:
    """Remember the game as it was before the one move just made, or forget all when it cannot be taken back.

    What is kept belongs to whoever made the newest move. Off turn an answer may be taken back until the whole of it is given.
    """
    if any(number == sitting.start for other, number in enumerate(sitting.game.last_moves) if other != seat):
        sitting.forget_undo()
    same_turn = sitting.rules.turn(sitting.state) == sitting.turn and (sitting.turn[1] == seat or asks(sitting, seat))
    if same_turn and len(sitting.moves) == 1 and sitting.outcome is None and not any(event.reveals for event in events):
        Undo.objects.create(game=sitting.game, number=sitting.start, snapshot=to_json(sitting.before), format=sitting.was_in)
        sitting.game.undo_depth += 1
    else:
        sitting.forget_undo()


def asks(sitting: Sitting, seat: int) -> bool:
    """Does the game wait for this seat?"""
    return any(decision.seat == seat and not decision.optional for decision in sitting.rules.decisions(sitting.state))
