"""Reaction windows: some hours in which others may answer a move before the game goes on.

Every captain who may answer has an open wait of the kind "window", so that pages and letters take answers as usual. The game
waits for nobody: the window ends at the same time for all, whatever their orders, and then the site closes it.
"""

from collections.abc import Iterable

from games.announcements import notices
from games.clocks.paces import HOUR
from games.deadlines.running_game import RunningGame
from games.engine import SITE, Action, Decision
from games.engine.settle import site_answer
from games.models import Wait

OPEN = {"closed_at": None, "next_step": Wait.Step.CLOSE}
"""The condition for waits of an open window."""


def closing(decisions: Iterable[Decision]) -> Decision | None:
    """Return the question that closes the window; None without an open window."""
    return next((decision for decision in decisions if decision.seat is SITE), None)


def early_close(session: RunningGame) -> Action | None:
    """Return the action that closes a window at once if only bots could answer, who do so when it closes; else None."""
    decisions = session.decisions
    question = closing(decisions)
    of_captains = [decision for decision in decisions if decision.seat is not SITE and not session.players[decision.seat].plays_itself]
    return site_answer(question) if question is not None and not of_captains else None


def open_for(wait: Wait, session: RunningGame) -> None:
    """Open the window for a captain who may answer, and notify them. It also ends at a sleeping table, to ask the next captain."""
    question = closing(session.decisions)
    wait.allowance = question.facts["hours"] * HOUR if question else 0
    session.clock.set_due(wait)
    session.clock.schedule(wait, wait.asked_at)
    wait.save()
    player = session.players[wait.seat]
    if player.user is not None and not player.plays_itself:
        notices.window_opened(session.game, wait, player.user)


def same_time(wait: Wait, waits: Iterable[Wait]) -> None:
    """Give a captain who takes a chair during a window the same deadline as the others."""
    due = min((earlier.due_at for earlier in waits if earlier.turn_key == wait.turn_key and earlier.due_at), default=None)
    if wait.is_window and wait.due_at is not None and due is not None and due < wait.due_at:
        first = min(earlier.asked_at for earlier in waits if earlier.turn_key == wait.turn_key)
        wait.asked_at, wait.due_at, wait.next_at = first, due, due
        wait.save(update_fields=["asked_at", "due_at", "next_at"])


def is_open(game_id: int) -> bool:
    """Return whether a reaction window is open at this table."""
    return Wait.objects.filter(game=game_id, **OPEN).exists()
