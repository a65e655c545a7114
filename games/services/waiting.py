"""Whom a game waits for, since when and until when: kept as rows, in the transaction of the move."""

from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Q

from games import paces
from games.models import Wait
from games.services import telling

BOT_GRACE = timedelta(seconds=30)
"""A bot's turn is played by a task right after the commit; when that got lost, the sweep starts it again after this."""
LEAST = 3600
"""A clock that was stopped by someone else's reaction never goes on with less than this many seconds."""


def refresh(sitting) -> bool:
    """Close the waits that are answered and open those for seats that are asked now. True when a person is among them."""
    asked = asked_now(sitting)
    waits = Wait.objects.filter(Q(closed_at=None) | Q(turn_key__in={key for key, _ in asked.values()}), game=sitting.game)
    earlier = {(wait.seat, wait.turn_key): wait for wait in waits.order_by("pk")}
    open_waits = {wait.seat: wait for wait in earlier.values() if wait.closed_at is None}
    for seat, wait in open_waits.items():
        if seat not in asked or asked[seat][0] != wait.turn_key:
            close(wait, sitting)
    for seat, (key, decision) in asked.items():
        if seat not in open_waits or open_waits[seat].closed_at:
            open_wait(sitting, seat, key, decision, earlier.get((seat, key)))
    bots = [seat for seat in asked if sitting.players[seat].plays_itself]
    if bots and not sitting.by_bot:
        from games.tasks import play_bots

        transaction.on_commit(partial(play_bots.delay, sitting.game.pk), robust=True)
    return len(bots) < len(asked)


def asked_now(sitting) -> dict:
    """Seat -> (turn key, decision) for every seat the game cannot go on without."""
    if sitting.outcome is not None:
        return {}
    rounds, turn = sitting.rules.turn(sitting.state)
    asked: dict = {}
    for decision in sitting.rules.decisions(sitting.state):
        if not decision.optional and decision.seat not in asked:
            kind = "reaction" if decision.reaction else "turn"
            asked[decision.seat] = (f"{rounds}:{turn}:{kind}", decision)
    return asked


def close(wait: Wait, sitting) -> None:
    """This seat has answered, or is asked no more."""
    wait.closed_at = sitting.now
    wait.closed_by = next((move.by for move in reversed(sitting.moves) if move.seat == wait.seat), "cancelled")
    wait.save(update_fields=["closed_at", "closed_by"])


def open_wait(sitting, seat: int, key: str, decision, earlier: Wait | None) -> None:
    """Ask a seat: a clock for a person, a task for a bot."""
    game, now, player = sitting.game, sitting.now, sitting.players[seat]
    wait = Wait(game=game, seat=seat, turn_key=key, decision=decision.name, since_number=game.number, asked_at=now)
    if player.plays_itself:
        wait.next_step, wait.next_at = Wait.Step.BOT, now + BOT_GRACE
        wait.save()
        return
    wait.allowance = allowance(game, decision, earlier)
    wait.due_at = now + timedelta(seconds=wait.allowance)
    next_step(wait, now)
    wait.save()
    telling.your_turn(game, wait, player.user)


def allowance(game, decision, earlier: Wait | None) -> int:
    """Seconds for this answer: a turn that was interrupted by someone's reaction goes on with what was left."""
    if decision.reaction:
        return min(game.pace, paces.REACTION)
    if earlier is None or earlier.closed_at is None or not earlier.allowance:
        return game.pace
    used = int((earlier.closed_at - earlier.asked_at).total_seconds())
    return max(earlier.allowance - used, LEAST)


def next_step(wait: Wait, after) -> None:
    """Set what the sweep does next with this wait, and when."""
    due: datetime = wait.due_at
    names = (Wait.Step.REMIND1, Wait.Step.REMIND2)
    steps = [(due - timedelta(seconds=left), name) for left, name in zip(paces.reminders(wait.allowance), names, strict=False)]
    done = {Wait.Step.REMIND1: 1, Wait.Step.REMIND2: 2}.get(Wait.Step(wait.next_step), 0) if wait.next_step else 0
    ahead = [step for step in steps[done:] if step[0] > after]
    wait.next_at, wait.next_step = ahead[0] if ahead else (due, Wait.Step.EXPIRE)
