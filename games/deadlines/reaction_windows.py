"""Reaction windows: some hours in which others may answer a move, before the game goes on.

Everyone who may answer has an open wait of the kind "window", so that pages and letters can be answered as ever. Nobody is waited
for: the hours run out at the same moment for all, whatever orders there are, and then the site gives the answer that is nobody's.
"""

from collections.abc import Iterable

from games.announcements import notices
from games.clocks.paces import HOUR
from games.deadlines.running_game import RunningGame
from games.engine import SITE, Action, Decision
from games.engine.settle import site_answer
from games.models import Wait

OPEN = {"closed_at": None, "next_step": Wait.Step.CLOSE}
"""What the rows of an open window have in common."""


def closing(decisions: Iterable[Decision]) -> Decision | None:
    """The question that closes the window, if one is open."""
    return next((decision for decision in decisions if decision.seat is SITE), None)


def unheard(session: RunningGame) -> Action | None:
    """What closes a window at once: nobody but bots could answer while it is open, and they do when it closes."""
    decisions = session.decisions
    question = closing(decisions)
    people = [decision for decision in decisions if decision.seat is not SITE and not session.players[decision.seat].plays_itself]
    return site_answer(question) if question is not None and not people else None


def open_for(wait: Wait, session: RunningGame) -> None:
    """One who may answer is told until when. The hours run out at a table that sleeps, too: then somebody is asked who can wake it."""
    question = closing(session.decisions)
    wait.allowance = question.facts["hours"] * HOUR if question else 0
    session.clock.set_due(wait)
    session.clock.schedule(wait, wait.asked_at)
    wait.save()
    player = session.players[wait.seat]
    if player.user is not None and not player.plays_itself:
        notices.window_opened(session.game, wait, player.user)


def same_time(wait: Wait, others: Iterable[Wait]) -> None:
    """Who comes into a chair while a window is open has as much time as everybody else."""
    due = min((other.due_at for other in others if other.turn_key == wait.turn_key and other.due_at), default=None)
    if wait.is_window and wait.due_at is not None and due is not None and due < wait.due_at:
        first = min(other.asked_at for other in others if other.turn_key == wait.turn_key)
        wait.asked_at, wait.due_at, wait.next_at = first, due, due
        wait.save(update_fields=["asked_at", "due_at", "next_at"])


def is_open(game_id: int) -> bool:
    """Is a reaction window open at this table?"""
    return Wait.objects.filter(game=game_id, **OPEN).exists()
