"""A turn played once more as its captain played their last one: what they want, if they chose so, when their time is out."""

from typing import Any

from django.db.models import QuerySet, Subquery

from games.engine import Decision, IllegalAction
from games.engine.facts import freeze
from games.models import BY_CAPTAIN, Game, Move, Wait

MOST_OF_A_TURN = 60


def own_last_turn(game: Game, seat: int) -> QuerySet[Move]:
    """Return what this seat itself answered in the newest turn that it ended itself, oldest first."""
    turns = Wait.objects.filter(game=game, seat=seat, closed_by__in=BY_CAPTAIN, turn_key__endswith=":turn").order_by("-pk")
    answers = Move.objects.filter(game=game, seat=seat, by__in=BY_CAPTAIN).defer("events", "hash").order_by("number")
    return answers.filter(number__gt=Subquery(turns.values("since_number")[:1]), made_at__lte=Subquery(turns.values("closed_at")[:1]))[
        :MOST_OF_A_TURN
    ]


class LastTurn:
    """What a captain themselves answered in their last turn; each answer is used once, so this comes to an end."""

    def __init__(self, moves: list[Move]):
        self.moves = moves

    @classmethod
    def of_seat(cls, game: Game, seat: int) -> "LastTurn":
        """The moves of the newest turn of theirs that they ended themselves, without those they took back."""
        kept: list[Move] = []
        for move in own_last_turn(game, seat):
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
