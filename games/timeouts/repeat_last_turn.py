"""Repeat a captain's last turn on a timeout, if they chose so."""

from typing import Any

from django.db.models import QuerySet, Subquery

from games.engine import Decision, IllegalAction
from games.engine.facts import freeze
from games.models import BY_CAPTAIN, Game, Move, Wait

MOST_OF_A_TURN = 60


def own_last_turn(game: Game, seat: int) -> QuerySet[Move]:
    """Return the seat's own moves in the newest turn that it ended itself, oldest first."""
    turns = Wait.objects.filter(game=game, seat=seat, closed_by__in=BY_CAPTAIN, turn_key__endswith=":turn").order_by("-pk")
    answers = Move.objects.filter(game=game, seat=seat, by__in=BY_CAPTAIN).defer("events", "hash").order_by("number")
    return answers.filter(number__gt=Subquery(turns.values("since_number")[:1]), made_at__lte=Subquery(turns.values("closed_at")[:1]))[
        :MOST_OF_A_TURN
    ]


class LastTurn:
    """A captain's own answers in their last turn. Each is used once, so the repetition ends."""

    def __init__(self, moves: list[Move]):
        self.moves = moves

    @classmethod
    def of_seat(cls, game: Game, seat: int) -> "LastTurn":
        """Return the seat's newest turn that it ended itself, without undone moves."""
        moves: list[Move] = []
        for move in own_last_turn(game, seat):
            if move.decision == "undo":
                moves = [before for before in moves if before.number <= move.goes_back_to]
            else:
                moves.append(move)
        return cls(moves)

    def answer(self, decision: Decision) -> Any:
        """Return the first unused answer to this question that is legal now; None without one."""
        for move in [move for move in self.moves if move.decision == decision.name]:
            self.moves.remove(move)
            try:
                return decision.check(freeze(move.answer))
            except IllegalAction:
                continue
        return None
