"""Setting clocks right: after a pause was added, changed or cut, every open wait is due anew, and the journal says so."""

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
"""A pause that is cut short leaves everyone at least this long."""
ENDS_ANYWAY = "The clocks of this table run again within half a day anyway."


def clock_of(game: Game) -> TableClock:
    """The clock of a game outside a session."""
    return TableClock(game, prepared.seated([game.pk]))


@transaction.atomic
def recompute(game_id: int, reason: str, by: str = "") -> int:
    """Work out every open wait of a game anew. How many moved; the second time none does."""
    game = prepared.locked.get(game_id)
    if game.status != Game.Status.RUNNING:
        return 0
    clock, now = clock_of(game), timezone.now()
    waits = Wait.objects.filter(game=game, closed_at=None).exclude(due_at=None)
    return sum(move(wait, clock, now, reason, by) for wait in waits)


def catch_up(wait: Wait, clock: TableClock, now: datetime) -> bool:
    """Set a wait right whose row does not know of an outage yet. True when it had to be: nothing else is done with it now."""
    if wait.due_at is None:
        return False
    put_under_limits(wait, clock)
    if clock.due_of(wait) == wait.due_at:
        return False
    return move(wait, clock, now, clock.why_moved(wait))


def move(wait: Wait, clock: TableClock, now: datetime, reason: str, by: str = "") -> bool:
    """Set one wait right. True when its due time changed, or the end of its grace: then the journal tells from when to when, and why."""
    moved = set_right(wait, clock, now)
    if moved:
        tell_moved(wait, clock, *moved, reason, by)
    return bool(moved)


def set_right(wait: Wait, clock: TableClock, now: datetime) -> tuple[str, datetime, datetime] | None:
    """Set one wait right and tell nobody. What moved (as a kind of line in the journal), from when and to when; None where nothing did."""
    before, out = wait.deadline, wait.next_at if wait.overdue_at and wait.next_step == Wait.Step.EXPIRE else None
    put_under_limits(wait, clock)
    clock.set_due(wait)
    soonest = min(before, now + SOONEST)
    if wait.may_hold is not None:
        soonest = min(soonest, clock.last_moment(wait, wait.may_hold))
    if wait.deadline < soonest and not wait.is_window:
        keep_what_was_said(wait, clock, soonest)
    if wait.deadline > now:
        wait.overdue_at = None
    clock.schedule(wait, now)
    wait.save(update_fields=["due_at", "next_at", "next_step", "overdue_at"])
    if wait.deadline != before:
        return "clock-moved", before, wait.deadline
    return ("grace-moved", out, wait.next_at) if out is not None and wait.next_at is not None and wait.next_at > out else None


def put_under_limits(wait: Wait, clock: TableClock) -> None:
    """A question from before there were limits is limited from now on, too, but keeps the time that was said."""
    if wait.may_hold is not None or wait.is_window:
        return
    said = wait.deadline
    due = clock.due_of(wait)
    if due is not None and due < said:
        wait.due_at = due
        keep_what_was_said(wait, clock, said)
    spare = clock.players[wait.seat].spare
    least = elapsed(wait.asked_at, said, clock.counted(wait)) + wait.patience
    wait.may_hold, wait.due_at = max(least, limits.may_hold(wait.allowance, wait.patience, spare)), said
    wait.save(update_fields=["may_hold"])


def tell_moved(wait: Wait, clock: TableClock, kind: str, old: datetime, new: datetime, reason: str, by: str) -> None:
    """Write a line in the journal, which replaces that of an earlier change of the same leave, and a letter if it is worth one.

    Players who gained the time themselves get none.
    """
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


def keep_what_was_said(wait: Wait, clock: TableClock, soonest: datetime) -> None:
    """A deadline that was announced comes earlier only if half a day is left, whatever became of a pause or a zone."""
    due = wait.deadline
    begin = due - timedelta(seconds=1)
    clock.rows.append(
        Pause.objects.create(game=clock.game, seat=wait.seat, reason=Pause.Reason.SAID, begin=begin, end=begin + (soonest - due))
    )
    clock.set_due(wait)


def pause(
    game: Game, reason: str, begin: datetime, end: datetime, seat: int | None = None, by: User | None = None, note: str = "", why: str = ""
) -> Pause:
    """Stop the clocks of a table, or of one seat, and set the waits right. In the caller's transaction. `why`: what is told
    instead of the reason."""
    row = Pause.objects.create(game=game, seat=seat, reason=reason, begin=begin, end=end, by=by, note=note)
    recompute(game.pk, why or str(reason), by.name if by else "")
    return row


def cut(row: Pause, now: datetime) -> bool:
    """End a pause early: nobody is left with less than half a day. False when it ends sooner anyway."""
    end = now + SOONEST if row.begin <= now else row.begin
    if row.end <= end:
        return False
    row.end = end
    row.save(update_fields=["end"])
    return True
