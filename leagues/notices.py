"""What people of a league are told: the kinds of notice, and their words where they are short.

| kind | key | facts |
| --- | --- | --- |
| league-round | lround:{round}:{entry} | round, entry |
| league-muster | lmuster:{round}:{entry} | round, entry |
| league-reminder | lend:{season}:{entry} | season, entry |
| league-final | lfinal:{season}:{status}:{entry} | season, entry |
| league-decision | ldec:{what}:{entry} | entry, sentence, reason |
| league-sub | lsub:{call} | call |
| league-alarm | lalarm:{what}:{user} | season, sentence |
"""

import hashlib
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

import notifications
from accounts.models import User
from leagues.models import Entry, Fixture, Round, Season, SubCall

LIFE = timedelta(days=7)
READY_CHECK = "league-muster"
"""A kind as it is stored, by what it is called today."""


def _tell(kind: str, user: User | None, key: str, facts: dict) -> None:
    if user is not None and not user.is_guest:
        notifications.notify(kind, user, key, facts, expires_at=timezone.now() + LIFE)


def playing_entries(season: Season) -> QuerySet[Entry]:
    return season.entries.filter(status=Entry.Status.ACCEPTED).exclude(user=None).select_related("user")


def round_opens(opened: Round) -> None:
    """Everyone who has a game in this round learns which."""
    for entry in playing_entries(opened.season).filter(seats__fixture__round=opened).distinct():
        _tell("league-round", entry.user, f"lround:{opened.pk}:{entry.pk}", {"round": opened.pk, "entry": entry.pk})


def remind_of_ready_check(opened: Round, at: datetime) -> None:
    """Who has not said at this moment that they are ready is asked once more."""
    for entry in playing_entries(opened.season).filter(seats__fixture__round=opened).distinct():
        facts = {"round": opened.pk, "entry": entry.pk}
        notifications.notify(READY_CHECK, entry.user, f"lmuster:{opened.pk}:{entry.pk}", facts, at, opened.ready_by)


def near_the_end(season: Season) -> None:
    """The hard end is near, and somebody still has games."""
    unfinished = playing_entries(season).filter(seats__fixture__status="running").distinct()
    for entry in unfinished:
        _tell("league-reminder", entry.user, f"lend:{season.pk}:{entry.pk}", {"season": season.pk, "entry": entry.pk})


def result(season: Season) -> None:
    """The standings are final: provisional, or confirmed with who goes where."""
    for entry in playing_entries(season):
        _tell("league-final", entry.user, f"lfinal:{season.pk}:{season.status}:{entry.pk}", {"season": season.pk, "entry": entry.pk})


def decided(entry: Entry, what: str, sentence: str, reason: str) -> None:
    """An organiser has decided something about this person."""
    _tell("league-decision", entry.user, f"ldec:{what}:{entry.pk}", {"entry": entry.pk, "sentence": sentence, "reason": reason})


def dates_changed(season: Season, sentence: str, reason: str) -> None:
    """Everyone who has registered learns the new dates."""
    moment = int(timezone.now().timestamp())
    for entry in season.entries.filter(status__in=(Entry.Status.ACCEPTED, Entry.Status.WAITING)).exclude(user=None).select_related("user"):
        decided(entry, f"dates:{moment}", sentence, reason)


def substitute_called(call: SubCall) -> None:
    """A substitute is asked."""
    _tell("league-sub", call.substitute.user, f"lsub:{call.pk}", {"call": call.pk})


def alarms(season: Season, found: Iterable[tuple[Fixture, list[str]]]) -> None:
    """One letter for each table and trouble; the same trouble of the same table is told once."""
    for fixture, wrong in found:
        for alarm in wrong:
            sealed = hashlib.sha256(alarm.encode()).hexdigest()[:12]
            organisers(season, f"{fixture.pk}:{sealed}", f"Table {fixture.number} of {fixture.division.name}: {alarm}.")


def organisers(season: Season, what: str, sentence: str) -> None:
    """Something that organisers have to look at."""
    for user in season.league.organisers.all():
        _tell("league-alarm", user, f"lalarm:{season.pk}:{what}:{user.pk}", {"season": season.pk, "sentence": sentence})
