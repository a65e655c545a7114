"""The hours of a window are over: what was said in time is heard, and the game goes on."""

from datetime import datetime

from games.deadlines import reaction_windows, recalculation
from games.engine.settle import site_answer
from games.models import Game, Wait
from games.play.session import Session
from games.play.settling import settle
from games.timeouts import expiring, unread_letters


def close_window(game: Game, wait: Wait, now: datetime) -> None:
    """The hours are over: orders are heard, and the game goes on. In the transaction that locked the game."""
    session = Session(game)
    if recalculation.catch_up(wait, session.clock, now):
        return
    question = reaction_windows.closing(session.decisions)
    seats = Wait.objects.filter(game=game, **reaction_windows.OPEN).values_list("seat", flat=True)
    if any(unread_letters.lie_here(session.players[seat], wait.deadline) for seat in seats if session.players[seat].user_id):
        expiring.put_off(wait, now + expiring.UNREAD)
        return
    if question is not None:
        session.play(site_answer(question), "clock")
    settle(session)
    session.forget_undo()
    session.save()
