"""Play for a captain who timed out, if they were notified in time.

A reaction is answered by standing orders or the default. In a turn, a bot plays if the captain or the table chose a bot. Otherwise
the last turn is repeated, then standing orders or the default answer. Pages and letters preview the answer in a sentence.
"""

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Subquery
from django.utils import timezone

from core.tasks import enqueue_after_commit
from games.announcements import notices
from games.clocks.paces import HOUR
from games.deadlines import absences, recalculation, waiting
from games.deadlines.table_clock import TableClock
from games.editions import guard
from games.engine import Action, Confirm, Decision, IllegalAction, RulesError
from games.engine.facts import freeze
from games.engine.ruleset import View
from games.models import BY_CAPTAIN, Game, Move, Pause, Player, Wait
from games.play import acting, controllers
from games.play.order_log import answer_words
from games.play.session import Loaded, Session
from games.play.settling import settle
from games.queries.table_view import TableView
from games.timeouts import seats, unread_letters
from notifications import relay_breaker
from notifications.models import OPEN, Delivery, State, Stop

MAX_ANSWERS, MAX_REPEATED_MOVES = 50, 60
UNREAD = timedelta(minutes=1)
UNSENT = timedelta(minutes=5)
WARNING = 12 * HOUR
"""The minimum seconds between a turn letter and the deadline, or half the allowance if that is less."""
EMAIL = "email"
OURS = ("no-connection", "not-now")
"""Codes of letters delayed by the site's own fault."""
DEAD_ADDRESS = timedelta(hours=24)
"""The extra time, once per turn, for a captain whose letter bounced."""


class Due(NamedTuple):
    """A due wait in a locked game. `any_unread` is true if any letter on the site is unread."""

    loaded: Loaded
    wait: Wait
    now: datetime
    any_unread: bool

    @property
    def game(self) -> Game:
        return self.loaded.game

    @property
    def player(self) -> Player:
        """Return the player for whom the game waits."""
        return self.loaded.clock.players[self.wait.seat]

    def has_unread(self, player: Player, by: datetime) -> bool:
        """Return whether an unread letter that came by the given time may be the player's."""
        return self.any_unread and unread_letters.may_have_answered(player, by)


def expire(due: Due) -> None:
    """Play for the seat, or postpone the timeout, in the transaction that locked the game."""
    wait, now, clock = due.wait, due.now, due.loaded.clock
    if recalculation.catch_up(wait, clock, now):
        return
    if clock.out_at(wait) > now:  # there was an outage during the grace period
        recalculation.move(wait, clock, now, clock.why_moved(wait))
    elif due.has_unread(due.player, clock.out_at(wait)):
        put_off(wait, now + UNREAD)
    elif needs_warning_letter(due.game, wait, clock, now):
        return
    elif absences.would_help(clock, wait, now):
        put_off(wait, now + UNREAD)
        enqueue_after_commit("games.tasks.take_leave", due.player.user_id)  # as a task, because it locks other tables
    else:
        play_for(Session(due.game, due.loaded), wait)


def put_off(wait: Wait, until: datetime) -> None:
    wait.next_at = until
    wait.save(update_fields=["next_at"])


# -- letters before a timeout --------------------------------------------------------------------------
def needs_warning_letter(game: Game, wait: Wait, clock: TableClock, now: datetime) -> bool:
    """Return whether the captain was not notified in time. If so, move the deadline or retry later.

    A mail server that always defers cannot delay a turn beyond its limit. A delay by the site's own fault raises the limit.
    """
    player = clock.players[wait.seat]
    warning = timedelta(seconds=min(wait.allowance // 2, WARNING))
    if player.user is None or (wait.seen_at and wait.seen_at <= wait.deadline - warning) or not player.user.gets_letters:
        return False
    if Stop.objects.filter(user=player.user, category="turns").exists():  # the captain switched off letters about turns
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
    """Return the delivery about a question: the first that was sent, by any transport, or else the e-mail, or None."""
    rows = list(Delivery.objects.filter(notice__key=f"turn:{wait.pk}"))
    sent = [row for row in rows if row.state == State.SENT and row.ended_at is not None]
    return min(sent, key=lambda row: row.went_at) if sent else max(rows, key=lambda row: row.transport == EMAIL, default=None)


def is_our_fault(delivery: Delivery, now: datetime) -> bool:
    """Return whether an e-mail is delayed by the site: the relay is down, or nobody has tried to send it. Deferrals do not count."""
    if delivery.transport != EMAIL or delivery.state not in OPEN:
        return False
    untried = delivery.state == State.PENDING and (delivery.last_code in OURS or (not delivery.last_code and delivery.not_before <= now))
    return untried or relay_breaker.is_down(EMAIL)


def wait_for_post(wait: Wait, clock: TableClock, until: datetime, warning: timedelta) -> None:
    """Check again at `until`, and raise the turn's limit, so that the player has their full time after the letter."""
    needed = until + warning - clock.last_moment(wait, wait.may_hold or 0)
    wait.may_hold = (wait.may_hold or 0) + max(0, int(needed.total_seconds()))
    wait.next_at = until
    wait.save(update_fields=["next_at", "may_hold"])


def give_time_once(game: Game, wait: Wait, now: datetime) -> bool:
    """Extend the deadline by a day, once per turn, for a bounced letter. Return whether it was extended."""
    earlier = Pause.objects.filter(game=game, seat=wait.seat, reason=Pause.Reason.MAIL, end__gt=wait.asked_at)
    if earlier.exists():
        return False
    stop_clock(game, wait, DEAD_ADDRESS, "the letter could not be delivered")
    return True


def stop_clock(game: Game, wait: Wait, span: timedelta, note: str) -> None:
    """Move the deadline by the span. The pause begins a second before the deadline, because at the deadline it would have no effect."""
    begin = wait.deadline - timedelta(seconds=1)
    recalculation.pause(game, Pause.Reason.MAIL, begin, begin + span, seat=wait.seat, note=note)


# -- playing ------------------------------------------------------------------------------------------
def play_for(session: Session, wait: Wait) -> None:
    """Answer all questions of the seat's turn. Then count the strike and notify the captain."""
    player = session.players[wait.seat]
    answer_for(session, wait)
    session.forget_undo()
    seats.strike(session, player, wait)
    acting.forget_dropped(player.hand)  # the letter of that turn has named the dropped answers
    session.save()
    if player.user is not None:
        wait.closed_at = timezone.now()
        reaction = waiting.is_reaction(wait)
        helmsman = not reaction and has_helmsman(session.game, player.hand.fallback)
        notices.played_for_you(session.game, wait, player.user, reaction, helmsman)
    seats.after_strike(session.game, player, session.players)


def answer_for(session: Session, wait: Wait) -> None:
    """Answer the questions of the seat's turn one by one. Raise RuntimeError if they do not end."""
    player = session.players[wait.seat]
    again = LastTurn.of_seat(session.game, wait.seat) if player.hand.fallback == "again" else LastTurn([])
    for _ in range(MAX_ANSWERS):
        key, decision = waiting.asked_now(session).get(wait.seat, ("", None))
        if decision is None or key != wait.turn_key:
            return
        default = Action(decision.seat, decision.name, decision.default)
        view = session.rules.view(session.state, wait.seat)
        action = guard.serve(session.rules, "order", default, fallback_action, session, player, view, decision, again)
        try:
            session.play(action, "clock")
        except RulesError:  # illegal, or an error in the rules; the default always works
            session.play(default, "clock")
        settle(session)
    raise RuntimeError(f"game {session.game.pk}: seat {wait.seat} is asked for ever")


class LastTurn:
    """A captain's own answers in their last turn. Each answer is used once, so that repeating the turn ends."""

    def __init__(self, moves: list[Move]):
        self.moves = moves

    @classmethod
    def of_seat(cls, game: Game, seat: int) -> "LastTurn":
        """Return the seat's newest turn that its captain finished, without undone moves."""
        turns = Wait.objects.filter(game=game, seat=seat, closed_by__in=BY_CAPTAIN, turn_key__endswith=":turn").order_by("-pk")
        begin, end = Subquery(turns.values("since_number")[:1]), Subquery(turns.values("closed_at")[:1])
        answers = Move.objects.filter(game=game, seat=seat, by__in=BY_CAPTAIN, number__gt=begin, made_at__lte=end)
        moves: list[Move] = []
        for move in answers.defer("events", "hash").order_by("number")[:MAX_REPEATED_MOVES]:
            if move.decision == "undo":
                moves = [before for before in moves if before.number <= move.goes_back_to]
            else:
                moves.append(move)
        return cls(moves)

    def answer(self, decision: Decision) -> Any:
        """Return the first unused answer to the question that is legal now, or None."""
        for move in [move for move in self.moves if move.decision == decision.name]:
            self.moves.remove(move)
            try:
                return decision.check(freeze(move.answer))
            except IllegalAction:
                continue
        return None


def fallback_action(session: Session, player: Player, view: View, decision: Decision, again: LastTurn) -> Action:
    """Return the action on a timeout, in the order that the module's docstring gives."""
    if has_helmsman(session.game, player.hand.fallback) and not decision.reaction:
        think = controllers.bot_thought(session.rules, player.bot, player.seat_number, session.game.seed.dice, session.game.number)
        action = think(view, [decision])
        if action is not None:
            return action
    answer = None if decision.reaction else again.answer(decision)
    if answer is None:
        answer = controllers.by_orders(session.rules, player.hand.orders, view, decision)
    return Action(decision.seat, decision.name, decision.default if answer is None else answer)


def has_helmsman(game: Game, fallback: str) -> bool:
    """Return whether a bot plays on a timeout, by the table's terms or the captain's choice."""
    return game.terms.helmsman or fallback == "helmsman"


def timeout_sentence(table: TableView, decision: Decision) -> str:
    """Return what happens with the reader's decision on a timeout, to follow “If you do not, …”.

    Name who answers and how, in the order of `fallback_action`: a bot, the last turn again, orders, or the default.
    """
    leave = table.me is not None and table.me.user is not None and absences.wants_automatic(table.me.user)
    first = "a day of your leave is taken, if you have one left that helps; otherwise " if leave else ""
    game, rules, wishes = table.game, table.rules, table.wishes
    if not decision.reaction and has_helmsman(game, wishes.fallback):
        return f"{first}a bot plays the rest of your turn."
    if not decision.reaction and wishes.fallback == "again":
        answer = LastTurn.of_seat(game, decision.seat).answer(decision)
        if answer is not None:
            return f"{first}we play your last turn again, as far as it fits: {answer_words(rules, decision, answer, table.names)}."
    answer = controllers.by_orders(rules, wishes.orders, table.view, decision)
    if answer is None or answer == decision.default or not wishes.orders:  # defaults are not the captain's choice
        answer = decision.default if answer is None else answer
        is_single = decision.reaction or isinstance(decision, Confirm)
        beginning = "we answer for you:" if is_single else "we play for you:"
    else:
        beginning = "your standing orders answer:" if decision.reaction else "we play by your standing orders:"
    return f"{first}{beginning} {answer_words(rules, decision, answer, table.names)}."
