"""Queued answers: up to three for the captain's next turn. Answers that no longer fit are dropped."""

from typing import Any

from django.db import transaction

from games.deadlines import reaction_windows
from games.editions.errors import NotAllowed
from games.models import BY_CAPTAIN, Game, Hand, Move
from games.play.session import must_be_running

MAX_QUEUED = 3
MOST_SUGGESTED = 40


@transaction.atomic
def save_queue(game_id: int, seat: int, answers: list[tuple[str, Any, bool]]) -> list[dict[str, Any]]:
    """Replace the queue by (decision, answer, only if undisturbed). Raise NotAllowed for too many, or in the captain's own turn."""
    game = Game.objects.select_for_update().get(pk=game_id)
    must_be_running(game)
    if len(answers) > MAX_QUEUED:
        raise NotAllowed("too-many", "Up to three answers can be given in advance.")
    if game.turn == seat and not reaction_windows.is_open(game_id):
        raise NotAllowed("your-turn", "It is your turn: just play it.")
    queue = [{"decision": name, "answer": answer, "undisturbed": calm, "since": game.number} for name, answer, calm in answers]
    Hand.objects.filter(player__game=game, player__seat=seat).update(queue=queue, dropped=[])
    return queue


def suggested_answers(game: Game, seat: int) -> list[tuple[str, Any]]:
    """Return the seat's latest answers as (decision, answer), newest first, to choose a queue from."""
    own_moves = Move.objects.filter(game=game, seat=seat, by__in=BY_CAPTAIN).exclude(decision__in=["undo", "resign"])
    answers: list[tuple[str, Any]] = []
    for name, answer in own_moves.order_by("-number").values_list("decision", "answer")[:MOST_SUGGESTED]:
        if (name, answer) not in answers:
            answers.append((name, answer))
    return answers
