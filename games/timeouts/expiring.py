"""Playing for a captain whose time is out: only when it really is, and when they were told in good time.

Order: their standing orders for what others ask of them, then the helmsman if they or the table allows one, then the default.
"""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from core.tasks import enqueue_after_commit
from games.announcements import notices
from games.clocks.paces import HOUR
from games.deadlines import auto_leave, recalculation, waiting
from games.deadlines.table_clock import TableClock
from games.editions import guard
from games.engine import Action, Decision, RulesError
from games.models import Game, Pause, Player, Wait
from games.play import controllers, queued_answers
from games.play.session import Session
from games.play.settling import settle
from games.timeouts import seats
from games.timeouts.due import Due
from games.timeouts.repeat_last_turn import LastTurn
from notifications import relay_breaker
from notifications.models import OPEN, Delivery, State, Stop

MOST_ANSWERS = 50
UNREAD = timedelta(minutes=1)
UNSENT = timedelta(minutes=5)
WARNING = 12 * HOUR
"""A turn letter must have left so many seconds before the deadline, or half the allowance if that is less."""
EMAIL = "email"
OURS = ("no-connection", "not-now")
"""Codes of letters that were put off because of us."""
DEAD_ADDRESS = timedelta(hours=24)
"""What a captain is given, once a turn, whose letter could not be delivered at all."""


def expire(due: Due) -> None:
    """Play for the seat, or put it off with the reason why not yet. In the transaction that locked the game."""
    wait, now, clock = due.wait, due.now, due.loaded.clock
    if recalculation.catch_up(wait, clock, now):
        return
    if clock.out_at(wait) > now:  # an outage in the time of grace
        recalculation.move(wait, clock, now, clock.why_moved(wait))
    elif due.has_unread(due.player, clock.out_at(wait)):
        put_off(wait, now + UNREAD)
    elif must_be_told_first(due.game, wait, clock, now):
        return
    elif auto_leave.would_help(clock, wait, now):
        put_off(wait, now + UNREAD)
        take_leave(due.player.user_id)
    else:
        play_for(Session(due.game, due.loaded), wait)


def take_leave(user_id: int | None) -> None:
    """Leave stops all clocks of a person, so it is taken by a task of its own that holds no game. A lost one is started again."""
    enqueue_after_commit("games.tasks.take_leave", user_id)


def put_off(wait: Wait, until: datetime) -> None:
    wait.next_at = until
    wait.save(update_fields=["next_at"])


# -- nobody is played for without a letter that left in good time --------------------------------------
def must_be_told_first(game: Game, wait: Wait, clock: TableClock, now: datetime) -> bool:
    """True when the captain has not been told in good time: then their deadline moves, and that is written down.

    As far as it may: a receiver that always says “later” holds no turn longer than it may be held. What is our fault costs nobody anything.
    """
    player = clock.players[wait.seat]
    warning = timedelta(seconds=min(wait.allowance // 2, WARNING))
    if player.user is None or was_seen(wait, wait.deadline - warning) or wants_no_letters(player.user):
        return False
    delivery = letter_about(wait)
    if delivery is None or delivery.state in (State.CANCELLED, State.EXPIRED):
        return False
    if is_our_fault(delivery, now):
        wait_for_post(wait, clock, now + UNSENT, warning)
        return True
    if clock.is_used_up(wait, now):
        return False
    if delivery.state == State.FAILED:
        return give_time_once(game, wait, now)
    if delivery.state != State.SENT or delivery.ended_at is None:
        put_off(wait, now + UNSENT)
        return True
    if delivery.ended_at <= wait.deadline - warning:
        return False
    stop_clock(game, wait, delivery.ended_at + warning - wait.deadline, "the letter left late")
    return True


def letter_about(wait: Wait) -> Delivery | None:
    """The one that tells of this question: what left first, by any way; else the e-mail."""
    rows = list(Delivery.objects.filter(notice__key=f"turn:{wait.pk}"))
    left = [row for row in rows if row.state == State.SENT and row.ended_at is not None]
    return min(left, key=lambda row: row.went_at) if left else max(rows, key=lambda row: row.transport == EMAIL, default=None)


def is_our_fault(delivery: Delivery, now: datetime) -> bool:
    """Does the e-mail wait for us? Our way out is closed, or nobody has tried to send it. What a receiver says is never our fault."""
    if delivery.transport != EMAIL or delivery.state not in OPEN:
        return False
    untried = delivery.state == State.PENDING and (delivery.last_code in OURS or (not delivery.last_code and delivery.not_before <= now))
    return untried or relay_breaker.is_down(EMAIL)


def wait_for_post(wait: Wait, clock: TableClock, until: datetime, warning: timedelta) -> None:
    """Look again then. The turn may be held as much longer, so that its player has their time from the letter on."""
    needed = until + warning - clock.last_moment(wait, wait.may_hold or 0)
    wait.may_hold = (wait.may_hold or 0) + max(0, int(needed.total_seconds()))
    wait.next_at = until
    wait.save(update_fields=["next_at", "may_hold"])


def wants_no_letters(user: User) -> bool:
    """They have switched letters about turns off themselves, or never gave an address."""
    return not user.gets_letters or Stop.objects.filter(user=user, category="turns").exists()


def was_seen(wait: Wait, in_time: datetime) -> bool:
    return wait.seen_at is not None and wait.seen_at <= in_time


def give_time_once(game: Game, wait: Wait, now: datetime) -> bool:
    """Their address does not work: a day more, once a turn."""
    given = Pause.objects.filter(game=game, seat=wait.seat, reason=Pause.Reason.MAIL, end__gt=wait.asked_at)
    if given.exists():
        return False
    stop_clock(game, wait, DEAD_ADDRESS, "the letter could not be delivered")
    return True


def stop_clock(game: Game, wait: Wait, span: timedelta, note: str) -> None:
    """Let the deadline move by this span. The pause lies just before it: one that began with it would not move it."""
    begin = wait.deadline - timedelta(seconds=1)
    recalculation.pause(game, Pause.Reason.MAIL, begin, begin + span, seat=wait.seat, note=note)


def saved_so_far() -> int:
    """How often this rule has saved someone: one pause each."""
    return Pause.objects.filter(reason=Pause.Reason.MAIL).count()


# -- playing ------------------------------------------------------------------------------------------
def play_for(session: Session, wait: Wait) -> None:
    """Answer until nothing more of this turn is asked of the seat; then count the strike."""
    player = session.players[wait.seat]
    answer_for(session, wait)
    session.forget_undo()
    seats.strike(session, player, wait)
    queued_answers.forget_dropped(player.hand)  # told with the letter of the turn that is over
    session.save()
    if player.user is not None:
        wait.closed_at = timezone.now()
        reaction = waiting.is_reaction(wait)
        helmsman = not reaction and has_helmsman(session.game, player.hand.fallback)
        notices.played_for_you(session.game, wait, player.user, reaction, helmsman)
    seats.after_strike(session.game, player, session.players)


def answer_for(session: Session, wait: Wait) -> None:
    """One answer after the other; raises when the questions do not end."""
    player = session.players[wait.seat]
    again = LastTurn.of_seat(session.game, wait.seat) if player.hand.fallback == "again" else LastTurn([])
    for _ in range(MOST_ANSWERS):
        key, decision = waiting.asked_now(session).get(wait.seat, ("", None))
        if decision is None or key != wait.turn_key:
            return
        default = Action(decision.seat, decision.name, decision.default)
        view = session.rules.view(session.state, wait.seat)
        action = guard.serve(session.rules, "order", default, said_for, session, player, view, decision, again)
        try:
            session.play(action, "clock")
        except RulesError:  # the law fails at it, or it is not offered: the default is what a game can always go on with
            session.play(default, "clock")
        settle(session)
    raise RuntimeError(f"game {session.game.pk}: seat {wait.seat} is asked for ever")


def said_for(session: Session, player: Player, view: Any, decision: Decision, again: LastTurn) -> Action:
    """What is said for the seat: orders to others’ questions; in its own turn the helmsman or its last turn; else the default."""
    if has_helmsman(session.game, player.hand.fallback) and not decision.reaction:
        think = controllers.bot_thought(session.rules, player.bot, player.seat_number, session.game.seed.dice, session.game.number)
        action = think(view, [decision])
        if action is not None:
            return action
    said = None if decision.reaction else again.answer(decision)
    if said is None:
        said = controllers.by_orders(session.rules, player.hand.orders, view, decision)
    return Action(decision.seat, decision.name, decision.default if said is None else said)


def has_helmsman(game: Game, fallback: str) -> bool:
    """Does a bot play when time is out, because the captain or the table wants it so?"""
    return game.terms.helmsman or fallback == "helmsman"
