"""Close reaction windows whose hours are over."""

from games.deadlines import reaction_windows, recalculation
from games.engine.settle import site_answer
from games.models import Wait
from games.play.session import Session
from games.play.settling import settle
from games.timeouts import expiring
from games.timeouts.due import Due


def close_window(due: Due) -> None:
    """Close a window whose hours are over: play the standing orders and continue the game, in the transaction that locked it."""
    session, wait = Session(due.game, due.loaded), due.wait
    if recalculation.catch_up(wait, session.clock, due.now):
        return
    question = reaction_windows.closing(session.decisions)
    seats = Wait.objects.filter(game=due.game, **reaction_windows.OPEN).values_list("seat", flat=True)
    if any(due.has_unread(session.players[seat], wait.deadline) for seat in seats if session.players[seat].user_id):
        expiring.put_off(wait, due.now + expiring.UNREAD)
        return
    if question is not None:
        session.play(site_answer(question), "clock")
    settle(session)
    session.forget_undo()
    session.save()
