"""Queued answers: up to three for the captain's next turn. Answers that no longer fit are dropped."""

from typing import Any

from django.db import transaction

from games.deadlines import reaction_windows
from games.editions import guard
from games.editions.errors import NotAllowed
from games.engine import Action, RulesError
from games.engine.facts import freeze
from games.models import BY_CAPTAIN, Game, Hand, Move
from games.play.session import Session, must_be_running

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


def forget_dropped(hand: Hand) -> None:
    """Clear the dropped answers, which the captain has seen by now."""
    if hand.dropped:
        hand.dropped = []
        hand.save(update_fields=["dropped"])


def play_on(session: Session) -> bool:
    """Play the next queued answer of the seat on turn. Return False if there is none or it does not fit."""
    decision = next((asked for asked in session.decisions if not asked.optional), None)
    if decision is None or decision.reaction:
        return False
    player = session.players[decision.seat]
    if player.plays_itself or not player.hand.queue or session.rules.turn(session.state)[1] != player.seat:
        return False
    item = player.hand.queue.pop(0)
    session.unqueued[player.seat] = player.hand  # stored with the game, so that a dry run does not use them up
    action = guard.serve(session.rules, "queue", None, queued_action, session, player.seat, item)
    if action is not None:
        try:
            session.play_unasked(action)
            return True
        except RulesError:
            pass
    player.hand.dropped, player.hand.queue = [item, *player.hand.queue], []
    return False


def queued_action(session: Session, seat: int, item: dict[str, Any]) -> Action | None:
    """Return the queued action; None if the captain does not want it any more."""
    return Action(seat, item["decision"], freeze(item["answer"])) if fits(session, seat, item) else None


def fits(session: Session, seat: int, item: dict[str, Any]) -> bool:
    """Return whether the captain still wants this. An "undisturbed" answer is void once the seat was asked anything else."""
    if not item["undisturbed"]:
        return True
    asked = Move.objects.filter(game=session.game, seat=seat, number__gt=item["since"]).exclude(by="standing", decision=item["decision"])
    return not asked.exists() and not any(move.seat == seat and move.by != "standing" for move in session.moves)
