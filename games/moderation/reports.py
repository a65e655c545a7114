"""Reports: what players tell the hosts about one another, and the hosts' decisions.

Hosts do not see reports about themselves. Only superusers see those about staff.
Every decision is kept with its report: by whom, when, and why.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

import notifications
from accounts.models import User
from accounts.services import lock_user
from accounts.trust import host_permission
from core.plain_text import printable
from games.announcements import clock_log
from games.announcements.notices import REPORTS, SILENCED, NoFacts
from games.editions.errors import NotAllowed
from games.models import ChatLine, Game, Report
from games.moderation import limits

LONGEST, LONGEST_WHY = 1000, 200
HOUR = 60 * 60
KEPT = timedelta(days=365)
SPANS = {1: "a day", 3: "three days", 7: "a week", 30: "a month", 365: "a year"}
"""{days of a silence: in words}"""
TAKES_LINE, SILENCES = (Report.Resolution.LINE, Report.Resolution.BOTH), (Report.Resolution.SILENCE, Report.Resolution.BOTH)


@transaction.atomic
def report(user: User, about: User, reason: str, words: str = "", line: ChatLine | None = None, game: Game | None = None) -> Report:
    """Store a report with a copy of the line, and tell the hosts. A repeated open report is the same one. Raises NotAllowed."""
    if about == user:
        raise NotAllowed("yourself", "Nobody can report themselves.")
    if reason not in Report.Reason.values:
        raise NotAllowed("reason", "Say which of these it is.")
    limits.may_write(user, "a report")
    words = printable(words)
    if len(words) > LONGEST:
        raise NotAllowed("too-long", f"That is longer than {LONGEST} characters. Say the most important of it.")
    lock_user(user)
    known = user.reports.filter(about=about, line=line, resolution="").first()
    if known:
        return known
    limits.spend(user, "report")
    said, table = (line.text, line.game) if line else ("", game)
    made = Report.objects.create(user=user, about=about, line=line, game=table, said=said, reason=reason, words=words)
    tell_hosts(made)
    return made


def hosts() -> QuerySet:
    """Return the active people whose `is_host` is true."""
    host = host_permission()
    may = Q(is_superuser=True) | Q(user_permissions__in=host) | Q(groups__permissions__in=host)
    return get_user_model().objects.filter(may, is_staff=True, is_active=True).distinct()


def tell_hosts(made: Report) -> None:
    """Send each host a letter at the next full hour, one for all reports until then."""
    hour = int(made.made_at.timestamp()) // HOUR
    at = datetime.fromtimestamp((hour + 1) * HOUR, UTC)
    readers = hosts().exclude(pk=made.about_id)
    if made.about.is_staff or made.about.is_superuser:
        readers = readers.filter(is_superuser=True)
    for host in readers:
        notifications.notify(REPORTS, host, f"reports:{host.pk}:{hour}", NoFacts(), not_before=at, expires_at=at + timedelta(days=2))


def for_host(host: User) -> QuerySet[Report]:
    """Return the reports that this host may read and decide: none about themselves; those about staff are for superusers."""
    found = Report.objects.exclude(about=host)
    if not host.is_superuser:
        found = found.exclude(Q(about__is_staff=True) | Q(about__is_superuser=True))
    return found.select_related("user", "about", "game", "decided_by")


@transaction.atomic
def decide(report_id: int, host: User, resolution: str, why: str = "", days: int = 0) -> Report:
    """Decide a report and all others about the same line. Raises NotAllowed, and DoesNotExist for people who are not hosts."""
    found = locked_report(report_id, host)
    if found.resolution:
        raise NotAllowed("decided", "This has been decided already.")
    if resolution not in Report.Resolution.values or (resolution in SILENCES and days not in SPANS):
        raise NotAllowed("resolution", "Say what is to be done.")
    why = printable(why)[:LONGEST_WHY]
    if resolution in TAKES_LINE:
        take_away(found)
    if resolution in SILENCES:
        silence_user(found.about, timezone.now() + timedelta(days=days), why)
    same_line_reports(found, resolution="").update(resolution=resolution, why=why, decided_by=host, decided_at=timezone.now())
    return found


def same_line_reports(found: Report, **which: Any) -> QuerySet[Report]:
    """Return the report, and the others about the same line that match `which`."""
    return Report.objects.filter(Q(pk=found.pk) | Q(line=found.line_id, **which) if found.line_id else Q(pk=found.pk))


def locked_report(report_id: int, host: User) -> Report:
    """Return a report, locked. Raises DoesNotExist for people who are not hosts, and for a host whom it is about."""
    if not host.is_host:
        raise Report.DoesNotExist
    return for_host(host).select_for_update(of=("self",)).get(pk=report_id)


def take_away(found: Report) -> None:
    """Take a line away from the talk; its words stay with the report. Raises NotAllowed if it is gone already."""
    if found.line_id is None or not ChatLine.objects.filter(pk=found.line_id).exclude(text="").update(text=""):
        raise NotAllowed("no-line", "That line is not there any more. Choose something else.")
    note_at_table(found, "line-taken")


def note_at_table(found: Report, kind: str) -> None:
    """Write a line in the journal of the report's table, if it has one; players are not told of what spectators said."""
    if found.game is not None and not (found.line is not None and found.line.by_spectator):
        clock_log.note(found.game, kind)


def silence_user(user: User, until: datetime, why: str) -> None:
    """Silence a person at all tables until then, and tell them why. They can still play. Raises NotAllowed without a reason."""
    if not why:
        raise NotAllowed("why", "Say why: the captain is told so, in your words.")
    user.silent_until, user.silent_because = max(until, user.silent_until or until), why
    user.save(update_fields=["silent_until", "silent_because"])
    notifications.notify(SILENCED, user, f"silenced:{user.pk}:{until.isoformat()}", NoFacts(), expires_at=until)


@transaction.atomic
def take_back(report_id: int, host: User) -> Report:
    """Take back a decision: restore the line, end the silence, and open the report again. Raises DoesNotExist."""
    found = locked_report(report_id, host)
    if found.resolution in TAKES_LINE and found.line_id and ChatLine.objects.filter(pk=found.line_id, text="").update(text=found.said):
        note_at_table(found, "line-back")
    if found.resolution in SILENCES:
        get_user_model().objects.filter(pk=found.about_id).update(silent_until=None, silent_because="")
    same_line_reports(found, decided_at=found.decided_at).update(resolution="", why="", decided_by=None, decided_at=None)
    return found


def talk_around(found: Report, most: int = 5) -> Iterable[ChatLine]:
    """Return the talk around the reported line, or the players' newest talk if no line was reported."""
    by_spectator = found.line is not None and found.line.by_spectator
    lines = ChatLine.objects.filter(game=found.game_id, by_spectator=by_spectator).select_related("user")
    if found.game_id is None:
        return []
    if found.line_id is None:
        return reversed(lines.order_by("-pk")[: 2 * most])
    return [*reversed(lines.filter(pk__lte=found.line_id).order_by("-pk")[: most + 1]), *lines.filter(pk__gt=found.line_id)[:most]]


def forget_old() -> int:
    """Delete reports decided a year ago, with their copies of talk. Return how many."""
    gone, _ = Report.objects.filter(decided_at__lt=timezone.now() - KEPT).delete()
    return gone


def move_all(guest: User, user: User) -> None:
    """Move a guest's reports, reports about them, and their silence to the account that they sign in to."""
    Report.objects.filter(user=guest).exclude(about=user).update(user=user)
    Report.objects.filter(about=guest).exclude(user=user).update(about=user)
    if guest.silent_until and (user.silent_until is None or user.silent_until < guest.silent_until):
        user.silent_until, user.silent_because = guest.silent_until, guest.silent_because
        user.save(update_fields=["silent_until", "silent_because"])
