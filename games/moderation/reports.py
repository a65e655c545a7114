"""Reports by captains about other captains, with the hosts' decisions, and faults caught at tables, of which hosts are notified.

Hosts do not see reports about themselves, and only superusers see reports about staff. Each decision is stored with its report:
by whom, when, and why.
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
from games.announcements.notices import FAULTS, REPORTS, SILENCED, FaultFacts, NoFacts
from games.editions.errors import NotAllowed
from games.models import ChatLine, Fault, Game, Report
from games.moderation import limits
from notifications.kinds import Facts, KindName

MAX_WORDS, MAX_REASON = 1000, 200
HOUR = 60 * 60
LINES_AROUND = 5
RETENTION = timedelta(days=365)
SPANS = {1: "a day", 3: "three days", 7: "a week", 30: "a month", 365: "a year"}
"""{days of a mute: its length in words}."""
TAKES_LINE, SILENCES = (Report.Resolution.LINE, Report.Resolution.BOTH), (Report.Resolution.SILENCE, Report.Resolution.BOTH)
SET_ASIDE = "set aside"
"""The `part` of a fault that stopped a game."""


@transaction.atomic
def report(user: User, about: User, reason: str, words: str = "", line: ChatLine | None = None, game: Game | None = None) -> Report:
    """Store a report with a copy of the line, and notify the hosts. If repeated, return the open report. Raise NotAllowed if refused."""
    if about == user:
        raise NotAllowed("yourself", "Nobody can report themselves.")
    if reason not in Report.Reason.values:
        raise NotAllowed("reason", "Say which of these it is.")
    limits.may_write(user, "a report")
    words = printable(words)
    if len(words) > MAX_WORDS:
        raise NotAllowed("too-long", f"That is longer than {MAX_WORDS} characters. Say the most important of it.")
    lock_user(user)
    known = user.reports.filter(about=about, line=line, resolution="").first()
    if known:
        return known
    limits.spend(user, "report")
    quoted, table = (line.text, line.game) if line else ("", game)
    report = Report.objects.create(user=user, about=about, line=line, game=table, said=quoted, reason=reason, words=words)
    readers = hosts().exclude(pk=about.pk)
    if about.is_staff or about.is_superuser:
        readers = readers.filter(is_superuser=True)
    tell_hosts(readers, REPORTS, hour_of(report.made_at), NoFacts())
    return report


def hosts() -> QuerySet[User]:
    host = host_permission()
    may = Q(is_superuser=True) | Q(user_permissions__in=host) | Q(groups__permissions__in=host)
    return get_user_model().objects.filter(may, is_staff=True, is_active=True).distinct()


def hour_of(moment: datetime) -> int:
    """Return the hour of a moment, counted in hours since 1970 (UTC)."""
    return int(moment.timestamp()) // HOUR


def tell_hosts(readers: Iterable[User], kind: KindName[Facts], hour: int, facts: Facts) -> None:
    """Send each of the hosts one letter at the next full hour, for all events of a kind within the current hour."""
    next_hour = datetime.fromtimestamp((hour + 1) * HOUR, UTC)
    expires_at = next_hour + timedelta(days=2)
    for host in readers:
        notifications.notify(kind, host, f"{kind}:{host.pk}:{hour}", facts, not_before=next_hour, expires_at=expires_at)


def for_host(host: User) -> QuerySet[Report]:
    """Return the reports that a host may decide: none about themselves, and reports about staff only for superusers."""
    reports = Report.objects.exclude(about=host)
    if not host.is_superuser:
        reports = reports.exclude(Q(about__is_staff=True) | Q(about__is_superuser=True))
    return reports.select_related("user", "about", "game", "decided_by")


@transaction.atomic
def decide(report_id: int, host: User, resolution: str, why: str = "", days: int = 0) -> Report:
    """Decide a report and all others about the same line. Raise NotAllowed if refused, or DoesNotExist for people who are not hosts."""
    report = locked_report(report_id, host)
    if report.resolution:
        raise NotAllowed("decided", "This has been decided already.")
    if resolution not in Report.Resolution.values or (resolution in SILENCES and days not in SPANS):
        raise NotAllowed("resolution", "Say what is to be done.")
    why = printable(why)[:MAX_REASON]
    if resolution in TAKES_LINE:
        if report.line_id is None or not ChatLine.objects.filter(pk=report.line_id).exclude(text="").update(text=""):
            raise NotAllowed("no-line", "That line is not there any more. Choose something else.")
        note_at_table(report, "line-taken")  # the report keeps the text of the line
    if resolution in SILENCES:
        silence_user(report.about, timezone.now() + timedelta(days=days), why)
    same_line_reports(report, resolution="").update(resolution=resolution, why=why, decided_by=host, decided_at=timezone.now())
    return report


def same_line_reports(report: Report, **which: Any) -> QuerySet[Report]:
    """Return the report, and the other reports about the same line that match `which`."""
    return Report.objects.filter(Q(pk=report.pk) | Q(line=report.line_id, **which) if report.line_id else Q(pk=report.pk))


def locked_report(report_id: int, host: User) -> Report:
    """Lock and return a report. Raise DoesNotExist for people who are not hosts, and for the host whom the report is about."""
    if not host.is_host:
        raise Report.DoesNotExist
    return for_host(host).select_for_update(of=("self",)).get(pk=report_id)


def note_at_table(report: Report, kind: str) -> None:
    """Write a line in the journal of the report's table, but not about a spectators' line, which players may not see."""
    if report.game is not None and not (report.line is not None and report.line.by_spectator):
        clock_log.note(report.game, kind)


def silence_user(user: User, until: datetime, why: str) -> None:
    """Mute a person at all tables until the given time, and notify them. They can still play. Raise NotAllowed if `why` is empty."""
    if not why:
        raise NotAllowed("why", "Say why: the captain is told so, in your words.")
    user.silent_until, user.silent_because = max(until, user.silent_until or until), why
    user.save(update_fields=["silent_until", "silent_because"])
    notifications.notify(SILENCED, user, f"silenced:{user.pk}:{until.isoformat()}", NoFacts(), expires_at=until)


@transaction.atomic
def take_back(report_id: int, host: User) -> Report:
    """Undo a decision: restore the line, end the mute, and reopen the report. Raise DoesNotExist for people who are not hosts."""
    report = locked_report(report_id, host)
    if report.resolution in TAKES_LINE and report.line_id and ChatLine.objects.filter(pk=report.line_id, text="").update(text=report.said):
        note_at_table(report, "line-back")
    if report.resolution in SILENCES:
        get_user_model().objects.filter(pk=report.about_id).update(silent_until=None, silent_because="")
    same_line_reports(report, decided_at=report.decided_at).update(resolution="", why="", decided_by=None, decided_at=None)
    return report


def talk_around(report: Report) -> Iterable[ChatLine]:
    """Return the chat lines around the reported line, or the newest lines if no line was reported."""
    by_spectator = report.line is not None and report.line.by_spectator
    lines = ChatLine.objects.filter(game=report.game_id, by_spectator=by_spectator).select_related("user")
    if report.game_id is None:
        return []
    if report.line_id is None:
        return reversed(lines.order_by("-pk")[: 2 * LINES_AROUND])
    return [
        *reversed(lines.filter(pk__lte=report.line_id).order_by("-pk")[: LINES_AROUND + 1]),
        *lines.filter(pk__gt=report.line_id)[:LINES_AROUND],
    ]


def forget_old() -> int:
    """Delete reports decided more than a year ago, with the chat lines copied into them. Return the number deleted."""
    gone, _ = Report.objects.filter(decided_at__lt=timezone.now() - RETENTION).delete()
    return gone


def move_all(guest: User, user: User) -> None:
    """Move reports by and about a guest, and the guest's mute, to the account that the guest signs in to."""
    Report.objects.filter(user=guest).exclude(about=user).update(user=user)
    Report.objects.filter(about=guest).exclude(user=user).update(about=user)
    if guest.silent_until and (user.silent_until is None or user.silent_until < guest.silent_until):
        user.silent_until, user.silent_because = guest.silent_until, guest.silent_because
        user.save(update_fields=["silent_until", "silent_because"])


def note_fault(game_id: int, part: str, error: str) -> Fault | None:
    """Store a fault and notify the hosts. Return None if that part's fault is already stored for the table, or the table is deleted."""
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        return None
    fault, is_new = Fault.objects.get_or_create(game=game, part=part[:20], defaults={"error": error[:60], "number": game.number})
    if not is_new:
        return None
    hour = hour_of(fault.at)
    tell_hosts(hosts(), FAULTS, hour, FaultFacts(hour=hour))
    return fault


def faults_of_hour(hour: int) -> list[Fault]:
    """Return the faults within an hour, counted in hours since 1970 (UTC)."""
    begin = datetime.fromtimestamp(hour * HOUR, UTC)
    return list(Fault.objects.filter(at__gte=begin, at__lt=begin + timedelta(hours=1)).select_related("game").order_by("pk"))
