"""Warnings before a captain sails too far, starts a fight that cannot be won, or ends the turn too early."""

from collections.abc import Sequence
from typing import Any

from games.engine import Decision
from games.kit.bot import seat_of
from games.kit.crew_game.warning import left_to_do, of_fight

from .cards import TREASURE
from .chart import CHART, SQUARES, apart, bearing
from .seen import View

TOO_FAR = "That is too far for your crew. Any captain may check it and send your ship back."


def warn(view: View, decision: Decision, answer: Any, beside: Sequence[Decision]) -> str:
    if decision.name == "sail":
        return of_sailing(view, decision.facts["strength"], answer)
    if decision.name == "attack" or (decision.name == "challenge" and answer == "attack"):
        return of_fight(view.hand)
    return left_to_do(beside, TREASURE) if decision.name == "end" else ""


def of_sailing(view: View, strength: int, answer: str) -> str:
    """Return a warning that the move is too far, or that it ends in a fight that cannot be won; "" if neither."""
    public, seat = view.public, seat_of(view)
    square = public.at[seat]
    to = SQUARES.get(answer, square)
    if to == square:
        return ""
    turns = square not in CHART.port_at and bearing(square, to) != public.heading[seat] and not public.boost
    if apart(square, to) > max(strength - turns, 1):
        return TOO_FAR
    return of_fight(view.hand) if attacks(view, seat, to) else ""


def attacks(view: View, seat: int, square: int) -> bool:
    spared = {loser for winner, loser, _ in view.public.bans if winner == seat}
    return square not in CHART.port_at and any(
        position == square and other not in {seat, *spared} for other, position in enumerate(view.public.at)
    )
