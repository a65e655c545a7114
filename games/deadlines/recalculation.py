"""Recompute deadlines after a pause was added, changed or cut, and record the changes in the journal."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.announcements import clock_log, notices
from games.clocks import limits
from games.clocks.due_times import elapsed
from games.deadlines.table_clock import TableClock
from games.models import Game, Pause, Wait
from games.storage import prepared

WORTH_A_LETTER = timedelta(hours=1)
SOONEST = timedelta(hours=12)
"""The minimum time before a clock runs again after a pause is cut."""
ENDS_ANYWAY = "The clocks of this table run again within half a day anyway."


def clock_of(game: Game) -> TableClock:
    """Return the clock of a game outside a session."""
    return TableClock(game, prepared.seated([game.pk]))


@transaction.atomic
def recompute(game_id: int, reason: str, by: str = "") -> int:
    """Recompute all open waits of a game. Return the number of moved deadlines. A repeated call moves none."""
    game = prepared.locked.get(game_id)
    if game.status != Game.Status.RUNNING:
        return 0
    clock, now = clock_of(game), timezone.now()
    waits = Wait.objects.filter(game=game, closed_at=None).exclude(due_at=None)
    return sum(move(wait, clock, now, reason, by) for wait in waits)


def catch_up(wait: Wait, clock: TableClock, now: datetime) -> bool:
    """Recompute a wait whose row lacks a new pause. Return whether its deadline moved, so that the caller stops processing the wait."""
    if wait.due_at is None:
        return False
    add_limits(wait, clock)
    if clock.due_of(wait) == wait.due_at:
        return False
    return move(wait, clock, now, clock.why_moved(wait))


def move(wait: Wait, clock: TableClock, now: datetime, reason: str, by: str = "") -> bool:
    """Recompute a wait. If its deadline or the end of its grace moved, record that, notify the player and return True.

    The journal line replaces the line of an earlier change by the same leave. Send no letter for a small change, or to a player who
    gained the time by their own leave.
    """
    moved = recompute_wait(wait, clock, now)
    if moved is None:
        return False
    kind, old, new = moved
    began = old
    earlier = clock.game.clock_entries.filter(kind=kind, seat=wait.seat).last() if reason == "leave" else None
    if earlier and (earlier.facts["reason"], earlier.facts.get("wait")) == (reason, wait.pk):
        first = datetime.fromisoformat(earlier.facts["old"])
        began = old if first == new else first
        earlier.delete()
    entry = clock_log.note(clock.game, kind, wait.seat, old=began, new=new, reason=reason, by=by, wait=wait.pk)
    user = clock.players[wait.seat].user
    is_own_gain = user is not None and user.name == by and new > old
    if user is not None and abs(new - old) > WORTH_A_LETTER and not is_own_gain:
        notices.clock_moved(clock.game, wait, user, entry)
    return True


def recompute_wait(wait: Wait, clock: TableClock, now: datetime) -> tuple[str, datetime, datetime] | None:
    """Recompute a wait without notices. Return (kind of journal line, old time, new time), or None if nothing moved."""
    before, out = wait.deadline, wait.next_at if wait.overdue_at and wait.next_step == Wait.Step.EXPIRE else None
    add_limits(wait, clock)
    clock.set_due(wait)
    soonest = min(before, now + SOONEST)
    if wait.may_hold is not None:
        soonest = min(soonest, clock.last_moment(wait, wait.may_hold))
    if wait.deadline < soonest and not wait.is_window:
        keep_announced_deadline(wait, clock, soonest)
    if wait.deadline > now:
        wait.overdue_at = None
    clock.schedule(wait, now)
    wait.save(update_fields=["due_at", "next_at", "next_step", "overdue_at"])
    if wait.deadline != before:
        return "clock-moved", before, wait.deadline
    return ("grace-moved", out, wait.next_at) if out is not None and wait.next_at is not None and wait.next_at > out else None


def add_limits(wait: Wait, clock: TableClock) -> None:
    """Add limits to a wait created by an older release, and keep its announced deadline."""
    if wait.may_hold is not None or wait.is_window:
        return
    announced = wait.deadline
    due = clock.due_of(wait)
    if due is not None and due < announced:
        wait.due_at = due
        keep_announced_deadline(wait, clock, announced)
    spare = clock.players[wait.seat].spare
    least = elapsed(wait.asked_at, announced, clock.counted(wait)) + wait.patience
    wait.may_hold, wait.due_at = max(least, limits.may_hold(wait.allowance, wait.patience, spare)), announced
    wait.save(update_fields=["may_hold"])


def keep_announced_deadline(wait: Wait, clock: TableClock, soonest: datetime) -> None:
    """Add a pause that keeps the deadline from moving before `soonest`, because captains rely on the announced deadline."""
    due = wait.deadline
    begin = due - timedelta(seconds=1)
    clock.rows.append(
        Pause.objects.create(game=clock.game, seat=wait.seat, reason=Pause.Reason.SAID, begin=begin, end=begin + (soonest - due))
    )
    clock.set_due(wait)


def pause(
    game: Game, reason: str, begin: datetime, end: datetime, seat: int | None = None, by: User | None = None, note: str = "", why: str = ""
) -> Pause:
    """Pause the clocks of a table or a seat and recompute its waits, in the caller's transaction. `why` replaces the reason in notices."""
    row = Pause.objects.create(game=game, seat=seat, reason=reason, begin=begin, end=end, by=by, note=note)
    recompute(game.pk, why or str(reason), by.name if by else "")
    return row


def cut(row: Pause, now: datetime) -> bool:
    """End a pause early, in half a day if it has begun. Return False if the pause ends sooner anyway."""
    end = now + SOONEST if row.begin <= now else row.begin
    if row.end <= end:
        return False
    row.end = end
    row.save(update_fields=["end"])
    return True
