"""The clock of a table: its pauses, the deadline of each wait, and the sweep's next step. Deadlines are always computed from rows."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.utils.functional import cached_property

from games.clocks import limits
from games.clocks.due_times import Span, deadline, elapsed, merged, paused_until
from games.clocks.paces import Asked
from games.clocks.terms import reminders
from games.models import Game, Pause, Player, Wait
from games.storage import prepared
from notifications.delivery_times import before_quiet

UNTIMED_NUDGE, UNTIMED_STALL = timedelta(days=7), timedelta(days=30)
REMINDERS = (Wait.Step.REMIND1, Wait.Step.REMIND2)


class TableClock:
    """The clock of a game. `rows` has the game's pauses, if already loaded; otherwise they are loaded once on demand."""

    def __init__(self, game: Game, players: list[Player], rows: list[Pause] | None = None):
        self.game, self.players, self.terms = game, {player.seat: player for player in players}, game.terms
        if rows is not None:
            self.rows = rows

    @cached_property
    def rows(self) -> list[Pause]:
        """Return all pauses that may affect a clock of the game."""
        users = [player.user_id for player in self.players.values() if player.user_id]
        return prepared.pauses([self.game.pk], users, self.game.started_at)

    def own_rows(self, seat: int) -> list[Pause]:
        user = self.players[seat].user_id
        return [row for row in self.rows if row.seat in (None, seat) and row.user_id in (None, user)]

    def leave_used(self, seat: int) -> int:
        """Return the seconds of past and planned leave that stop the seat's clock in the game."""
        since = self.game.started_at
        leaves = [row for row in self.own_rows(seat) if row.reason == Pause.Reason.VACATION]
        return sum(max(0, int((row.end - max(row.begin, since or row.begin)).total_seconds())) for row in leaves)

    def table_spans(self) -> list[Span]:
        return sorted(Span(row.begin, row.end) for row in self.rows if row.seat is None and row.user_id is None)

    def own_spans(self, seat: int, since: datetime, most: int) -> Iterator[tuple[Pause, Span]]:
        """Yield (pause, effective span) for a seat. The table's limit clips leave, and `most` seconds after `since` clip declared leave."""
        in_game, in_turn = self.terms.most_leave, most
        for row in self.own_rows(seat):
            span = Span(row.begin, row.end)
            if row.reason == Pause.Reason.VACATION:
                span, in_game = limits.clipped(span, self.game.started_at or row.begin, in_game)
            if row.is_declared_leave:
                span, in_turn = limits.clipped(span, since, in_turn)
            yield row, span

    def pauses(self, seat: int, since: datetime, most: int = limits.LEAVE_A_TURN) -> Iterator[Span]:
        """Return all intervals that do not count towards the seat's time, merged."""
        return merged(self.terms.calendar.spans(since), sorted(span for _, span in self.own_spans(seat, since, most)))

    def pauses_of(self, wait: Wait) -> Iterator[Span]:
        return self.pauses(wait.seat, wait.asked_at, wait.may_leave)

    def declared(self, wait: Wait) -> list[Span]:
        """Return the sorted spans of declared leave that stop the clock of the wait."""
        return sorted(span for row, span in self.own_spans(wait.seat, wait.asked_at, wait.may_leave) if row.is_declared_leave)

    def counted(self, wait: Wait) -> Iterator[Span]:
        """Return the spans that do not count towards the limit of the wait: the calendar's pauses, other pauses, and declared leave."""
        spans = self.own_spans(wait.seat, wait.asked_at, wait.may_leave)
        return merged(self.terms.calendar.spans(wait.asked_at), sorted(span for row, span in spans if not row.is_extra))

    # -- one wait -----------------------------------------------------------------------------------
    def question_at(self, seat: int, asked_at: datetime, bank: int | None) -> Asked:
        return Asked(asked_at, self.terms.zone, bank, lambda: self.pauses(seat, asked_at))

    def after(self, wait: Wait, seconds: int) -> datetime:
        """Return the time at which the wait has used the given number of seconds, or its last moment if that comes first."""
        moment = deadline(wait.asked_at, seconds, self.pauses_of(wait))
        return moment if wait.may_hold is None else min(moment, self.last_moment(wait, wait.may_hold))

    def last_moment(self, wait: Wait, may_hold: int) -> datetime:
        """Return the time at which the wait will have held up its turn for `may_hold` seconds, whatever has moved its deadline."""
        return limits.last_moment(wait.asked_at, may_hold, self.counted(wait))

    def is_used_up(self, wait: Wait, by: datetime) -> bool:
        """Return whether the wait reaches its limit by the given time."""
        return wait.may_hold is not None and self.last_moment(wait, wait.may_hold) <= by

    def used(self, wait: Wait, now: datetime) -> int:
        """Return the seconds that the wait has used by `now`."""
        return elapsed(wait.asked_at, now, self.pauses_of(wait))

    def left_of_turn(self, wait: Wait, now: datetime) -> tuple[int, int] | None:
        """Return the remaining (seconds of the limit, seconds of declared leave) of a turn at `now`, or None if it has no limit."""
        if wait.may_hold is None:
            return None
        leave = int((now - wait.asked_at).total_seconds()) - elapsed(wait.asked_at, now, merged(self.declared(wait)))
        return limits.left_after(wait.may_hold, wait.asked_at, now, self.counted(wait)), max(0, wait.may_leave - leave)

    def stands_until(self, wait: Wait, now: datetime) -> datetime | None:
        """Return the time at which the clock of the wait continues, or None if the clock is running."""
        return paused_until(now, self.pauses_of(wait))

    def due_of(self, wait: Wait) -> datetime | None:
        """Return the deadline of a wait, or None if it has no clock. A captain's leave does not move the end of a window."""
        if wait.is_window:
            return deadline(wait.asked_at, wait.allowance, merged(self.terms.calendar.spans(wait.asked_at), self.table_spans()))
        return self.after(wait, wait.allowance) if wait.allowance else None

    def set_due(self, wait: Wait) -> None:
        wait.due_at = self.due_of(wait)

    def why_moved(self, wait: Wait) -> str:
        """Return why a stored deadline is outdated. Usually the reason is an outage, which stops clocks before rows are recomputed."""
        outages = (row for row in self.rows if row.reason == Pause.Reason.OUTAGE and row.end > wait.asked_at)
        return str(Pause.Reason.OUTAGE) if any(outages) else "pauses"

    def schedule(self, wait: Wait, now: datetime) -> None:
        """Set the sweep's next step for the wait, and the time of that step."""
        if wait.is_window:
            wait.next_at, wait.next_step = wait.due_at, Wait.Step.CLOSE
            return
        if wait.due_at is None:  # weekly reminders, and the end after 30 days, not counting pauses of the table and outages
            nudges = (self.later(wait, UNTIMED_NUDGE * count) for count in (1, 2, 3, 4))
            nudge = next((moment for moment in nudges if moment > now), None)
            wait.next_at, wait.next_step = nudge or self.later(wait, UNTIMED_STALL), Wait.Step.REMIND1 if nudge else Wait.Step.STALL
            return
        reminder = self.next_reminder(wait, now) if wait.overdue_at is None else None
        if reminder is not None:
            wait.next_at, wait.next_step = reminder
        elif wait.patience and wait.overdue_at is None:
            wait.next_at, wait.next_step = wait.due_at, Wait.Step.DUE
        else:
            wait.next_at, wait.next_step = self.out_at(wait), Wait.Step.EXPIRE

    def next_reminder(self, wait: Wait, now: datetime) -> tuple[datetime, Wait.Step] | None:
        """Return (time, step) of the next reminder, moved to before quiet hours, or None. Skip reminders whose time has passed."""
        remaining = list(zip(reminders(wait.allowance), REMINDERS, strict=False))[wait.reminded :]
        for seconds, step in remaining:
            moment = self.after(wait, wait.allowance - seconds)
            user = self.players[wait.seat].user
            early = before_quiet(user, moment) if user is not None and moment > now else moment
            if early > now:
                return early, step
            if moment > now and not wait.reminded:  # quiet hours have begun, so delivery decides
                return moment, step
        return None

    def out_at(self, wait: Wait) -> datetime:
        """Return the end of the grace period, which moves with the deadline."""
        return self.after(wait, wait.allowance + wait.patience)

    def later(self, wait: Wait, span: timedelta) -> datetime:
        """Return the time at which the span since the question has passed, not counting pauses of the table."""
        return deadline(wait.asked_at, int(span.total_seconds()), merged(self.table_spans()))
