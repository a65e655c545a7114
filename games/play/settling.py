"""Settle a game after a move: answer every question that need not wait for a captain."""

from games.deadlines import reaction_windows
from games.editions.guard import OurFault
from games.engine import SITE
from games.engine.settle import next_reaction
from games.play import controllers, planned_moves, queued_answers
from games.play.session import Session

MOST_REACTIONS = 200


def settle(session: Session) -> None:
    """Answer the reactions by orders and bots; then play queued answers and planned moves of the next seat."""
    answer_reactions(session)
    while session.outcome is None and (queued_answers.play_on(session) or planned_moves.play_on(session)):
        answer_reactions(session)


def answer_reactions(session: Session) -> None:
    """Answer reactions by standing orders and bots. Raise RuntimeError if they do not end."""
    voices = controllers.controllers_of(session)
    if not voices:
        return
    for _ in range(MOST_REACTIONS):
        action = next_reaction(session.rules, session.state, voices) or reaction_windows.unheard(session)
        if action is None:
            return
        try:
            session.play(action, answers_as(session, action.seat))
        except OurFault:  # ask the captain instead
            del voices[action.seat]
    raise RuntimeError(f"game {session.game.pk}: reactions do not come to an end")


def answers_as(session: Session, seat: int) -> str:
    """Return the source of such an answer for the journal: "clock", "bot" or "standing"."""
    if seat is SITE:
        return "clock"
    return "bot" if session.players[seat].plays_itself else "standing"
