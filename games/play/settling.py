"""After a move: everything is answered that need not wait for a person."""

from games.deadlines import reaction_windows
from games.editions.guard import OurFault
from games.engine import SITE
from games.engine.settle import next_reaction
from games.play import controllers, planned_moves, queued_answers
from games.play.session import Sitting

MOST_REACTIONS = 200


def settle(sitting: Sitting) -> None:
    """Answer at once for every seat that need not be asked, and for the next one what they gave in advance."""
    answer_reactions(sitting)
    while sitting.outcome is None and (queued_answers.play_on(sitting) or planned_moves.play_on(sitting)):
        answer_reactions(sitting)


def answer_reactions(sitting: Sitting) -> None:
    """Standing orders and bots answer what is asked off turn."""
    voices = controllers.voices(sitting)
    if not voices:
        return
    for _ in range(MOST_REACTIONS):
        action = next_reaction(sitting.rules, sitting.state, voices) or reaction_windows.unheard(sitting)
        if action is None:
            return
        try:
            sitting.play(action, answers_as(sitting, action.seat))
        except OurFault:  # the person is asked, who may find another answer
            del voices[action.seat]
    raise RuntimeError(f"game {sitting.game.pk}: reactions do not come to an end")


def answers_as(sitting: Sitting, seat: int) -> str:
    """How an answer that nobody is asked for stands in the journal."""
    if seat is SITE:
        return "clock"
    return "bot" if sitting.players[seat].plays_itself else "standing"
