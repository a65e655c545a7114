"""A turn played once more as its captain played their last one: what they want, if they chose so, when their time is out."""

from typing import Any

from games.engine import Decision, IllegalAction
from games.engine.facts import freeze
from games.models import Game, Move
from games.storage import prepared


class LastTurn:
    """What a captain themselves answered in their last turn; each answer is used once, so this comes to an end."""

    def __init__(self, moves: list[Move]):
        self.moves = moves

    @classmethod
    def of_seat(cls, game: Game, seat: int) -> "LastTurn":
        """The moves of the newest turn of theirs that they ended themselves, without those they took back."""
        kept: list[Move] = []
        for move in prepared.own_last_turn(game.pk, seat):
            if move.decision == "undo":
                kept = [before for before in kept if before.number <= move.goes_back_to]
            else:
                kept.append(move)
        return cls(kept)

    def answer(self, decision: Decision) -> Any:
        """What was said to this question, if that is offered now; None when nothing was."""
        for move in [move for move in self.moves if move.decision == decision.name]:
            self.moves.remove(move)
            try:
                return decision.check(freeze(move.answer))
            except IllegalAction:
                continue
        return None
