"""The clock of a table: its pauses, and from them when each wait is due and what the sweep does with it next.

A deadline is always worked out from rows; `due_at` and `next_at` are kept so that the sweep finds them by an index.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import chain

from django.utils.functional import cached_property

from games.clocks import limits, pace_choices
from games.clocks.due_times import Span, deadline, elapsed, merged, paused_until
from games.clocks.paces import Asked
from games.models import Game, Pause, Player, Wait
from games.storage import prepared
from notifications.delivery_times import before_quiet

UNTIMED_NUDGE, UNTIMED_STALL = timedelta(days=7), timedelta(days=30)
REMINDERS = (Wait.Step.REMIND1, Wait.Step.REMIND2)


class TableClock:
    """The pauses of one game: `rows` if they were read already, else read once, when they are needed."""

    def __init__(self, game: Game, players: list[Player], rows: list[Pause] | None = None):
        self.game, self.players, self.terms = game, {player.seat: player for player in players}, game.terms
        if rows is not None:
            self.rows = rows

    @cached_property
    def rows(self) -> list[Pause]:
        """Every pause that may touch a clock of this game."""
        users = [player.user_id for player in self.players.values() if player.user_id]
        return prepared.pauses([self.game.pk], users, self.game.started_at)

    def own_rows(self, seat: int) -> list[Pause]:
        """Those that stop this seat's clock."""
        user = self.players[seat].user_id
        return [row for row in self.rows if row.seat in (None, seat) and row.user_id in (None, user)]

    def leave_used(self, seat: int) -> int:
        """Seconds of leave that have stopped this seat's clock in this game, or will."""
        since = self.game.started_at
        leaves = [row for row in self.own_rows(seat) if row.reason == Pause.Reason.VACATION]
        return sum(max(0, int((row.end - max(row.begin, since or row.begin)).total_seconds())) for row in leaves)

    def table_spans(self) -> list[Span]:
        """The pauses of the whole table, and those of the site."""
        return sorted(Span(row.begin, row.end) for row in self.rows if row.seat is None and row.user_id is None)

    def own_spans(self, seat: int, since: datetime, most: int) -> Iterator[tuple[Pause, Span]]:
        """The same with what counts of them: no more leave than the table honours, and `most` of declared leave from `since` on."""
        in_game, in_turn = self.terms.most_leave, most
        for row in self.own_rows(seat):
            span = Span(row.begin, row.end)
            if row.reason == Pause.Reason.VACATION:
                span, in_game = limits.clipped(span, self.game.started_at or row.begin, in_game)
            if row.is_declared_leave:
                span, in_turn = limits.clipped(span, since, in_turn)
            yield row, span

    def pauses(self, seat: int, since: datetime, most: int = limits.LEAVE_A_TURN) -> Iterator[Span]:
        """Everything that does not count for this seat, merged."""
        return merged(self.terms.calendar.spans(since), sorted(span for _, span in self.own_spans(seat, since, most)))

    def pauses_of(self, wait: Wait) -> Iterator[Span]:
        """The same for a question that was asked."""
        return self.pauses(wait.seat, wait.asked_at, wait.may_leave)

    def declared(self, wait: Wait) -> list[Span]:
        """The leave that was declared, as far as it stops this clock."""
        return sorted(span for row, span in self.own_spans(wait.seat, wait.asked_at, wait.may_leave) if row.is_declared_leave)

    def counted(self, wait: Wait) -> Iterator[Span]:
        """What does not count against its player: what stops the clock for all, and leave that they have declared."""
        own = self.own_spans(wait.seat, wait.asked_at, wait.may_leave)
        return merged(self.terms.calendar.spans(wait.asked_at), sorted(span for row, span in own if not row.is_extra))

    # -- one wait -----------------------------------------------------------------------------------
    def question_at(self, seat: int, at: datetime, bank: int | None) -> Asked:
        return Asked(at, self.terms.zone, bank, lambda: self.pauses(seat, at))

    def after(self, wait: Wait, seconds: int) -> datetime:
        """The moment when so many seconds of this wait have been used, and never after its last."""
        at = deadline(wait.asked_at, seconds, self.pauses_of(wait))
        return at if wait.may_hold is None else min(at, self.last_moment(wait, wait.may_hold))

    def last_moment(self, wait: Wait, left: int) -> datetime:
        """When this wait has held its turn for so long, whatever has made its deadline later."""
        return limits.last_moment(wait.asked_at, left, self.counted(wait))

    def is_used_up(self, wait: Wait, by: datetime) -> bool:
        """Will this wait have held its turn as long as it may, by then?"""
        return wait.may_hold is not None and self.last_moment(wait, wait.may_hold) <= by

    def used(self, wait: Wait, now: datetime) -> int:
        """Seconds this wait has used by now."""
        return elapsed(wait.asked_at, now, self.pauses_of(wait))

    def left_of_turn(self, wait: Wait, now: datetime) -> tuple[int, int] | None:
        """What is left of its turn when this wait is closed now: (seconds it may be held, seconds of declared leave)."""
        if wait.may_hold is None:
            return None
        leave = int((now - wait.asked_at).total_seconds()) - elapsed(wait.asked_at, now, merged(self.declared(wait)))
        return limits.left_after(wait.may_hold, wait.asked_at, now, self.counted(wait)), max(0, wait.may_leave - leave)

    def stands_until(self, wait: Wait, now: datetime) -> datetime | None:
        """When the clock of this wait goes on, or None when it is going."""
        return paused_until(now, self.pauses_of(wait))

    def due_of(self, wait: Wait) -> datetime | None:
        """When it is due; a wait without a clock is not. A window is over at the same moment for all: nobody's own leave counts."""
        if wait.is_window:
            return deadline(wait.asked_at, wait.allowance, merged(self.terms.calendar.spans(wait.asked_at), self.table_spans()))
        return self.after(wait, wait.allowance) if wait.allowance else None

    def set_due(self, wait: Wait) -> None:
        wait.due_at = self.due_of(wait)

    def why_moved(self, wait: Wait) -> str:
        """Why its row is not right any more. Only an outage stops clocks before their rows are set right."""
        outages = (row for row in self.rows if row.reason == Pause.Reason.OUTAGE and row.end > wait.asked_at)
        return str(Pause.Reason.OUTAGE) if any(outages) else "pauses"

    def schedule(self, wait: Wait, now: datetime) -> None:
        """Set what the sweep does next with this wait, and when."""
        if wait.is_window:
            wait.next_at, wait.next_step = wait.due_at, Wait.Step.CLOSE
            return
        if wait.due_at is None:
            self._schedule_untimed(wait, now)
            return
        reminder = self.next_reminder(wait, now) if wait.overdue_at is None else None
        if reminder is not None:
            wait.next_at, wait.next_step = reminder
        elif wait.patience and wait.overdue_at is None:
            wait.next_at, wait.next_step = wait.due_at, Wait.Step.DUE
        else:
            wait.next_at, wait.next_step = self.out_at(wait), Wait.Step.EXPIRE

    def next_reminder(self, wait: Wait, now: datetime) -> tuple[datetime, Wait.Step] | None:
        """The reminder that goes next, and when: before quiet hours rather than in them. One whose time has passed is left out."""
        left = list(zip(pace_choices.reminders(wait.allowance), REMINDERS, strict=False))[wait.reminded :]
        for seconds, step in left:
            at = self.after(wait, wait.allowance - seconds)
            user = self.players[wait.seat].user
            early = before_quiet(user, at) if user is not None and at > now else at
            if early > now:
                return early, step
            if at > now and not wait.reminded:  # their quiet hours have begun: the post does what it can
                return at, step
        return None

    def out_at(self, wait: Wait) -> datetime:
        """When grace is over, too. A moved deadline moves it along."""
        return self.after(wait, wait.allowance + wait.patience)

    def _schedule_untimed(self, wait: Wait, now: datetime) -> None:
        """A nudge each week, and an end after a month. Pauses of the table do not count, nor does time in which the site was not there."""
        nudges = chain((self.later(wait, UNTIMED_NUDGE * count) for count in (1, 2, 3, 4)), (None,))
        ahead = next((at for at in nudges if at is None or at > now), None)
        if ahead is None:
            wait.next_at, wait.next_step = self.later(wait, UNTIMED_STALL), Wait.Step.STALL
        else:
            wait.next_at, wait.next_step = ahead, Wait.Step.REMIND1

    def later(self, wait: Wait, span: timedelta) -> datetime:
        """So long after a question without a clock."""
        return deadline(wait.asked_at, int(span.total_seconds()), merged(self.table_spans()))
