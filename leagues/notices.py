"""What people of a league are told: the kinds of notice with what each carries, and their words where they are short.

| kind | key |
| --- | --- |
| league-round | lround:{round}:{entry} |
| league-muster | lmuster:{round}:{entry} |
| league-reminder | lend:{season}:{entry} |
| league-final | lfinal:{season}:{status}:{entry} |
| league-decision | ldec:{what}:{entry} |
| league-sub | lsub:{call} |
| league-alarm | lalarm:{season}:{what}:{user} |
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import TypedDict

from django.db.models import QuerySet
from django.utils import timezone

import notifications
from accounts.models import User
from core.prepared import NUMBER, Blank, Prepared
from leagues.models import Act, Entry, Fixture, Round, Season, SubCall
from notifications import KindName
from notifications.kinds import Facts
from notifications.outbox import told_already

LIFE = timedelta(days=7)
MOMENT = re.compile(r"\{(\d{4}-\d\d-\d\dT[\d:.+]+)\}")
"""A moment in the sentence of a decision: each reader gets it in their own zone."""


class EntryFacts(TypedDict):
    entry: int


class RoundFacts(EntryFacts):
    round: int


class SeasonFacts(EntryFacts):
    season: int


class DecisionFacts(EntryFacts):
    sentence: str
    reason: str


class CallFacts(TypedDict):
    """A substitute is asked to take over a seat."""

    call: int


class AlarmFacts(TypedDict):
    season: int
    sentence: str


ROUND = KindName[RoundFacts]("league-round")
READY_CHECK = KindName[RoundFacts]("league-muster")
"""A kind as it is stored, by what it is called today."""
REMINDER = KindName[SeasonFacts]("league-reminder")
FINAL = KindName[SeasonFacts]("league-final")
DECISION = KindName[DecisionFacts]("league-decision")
CALL = KindName[CallFacts]("league-sub")
ALARM = KindName[AlarmFacts]("league-alarm")


def moment(at: datetime) -> str:
    """This moment as it stands in the sentence of a decision."""
    return f"{{{at.isoformat()}}}"


def _tell(kind: KindName[Facts], user: User | None, key: str, facts: Facts) -> None:
    if user is not None and not user.is_guest:
        notifications.notify(kind, user, key, facts, expires_at=timezone.now() + LIFE)


def playing_entries(season: Season | Blank) -> QuerySet[Entry]:
    return Entry.objects.filter(season=season, status=Entry.Status.ACCEPTED).exclude(user=None).select_related("user")


def round_opens(opened: Round) -> None:
    """Everyone who has a game in this round learns which."""
    for entry in playing_entries(opened.season).filter(seats__fixture__round=opened).distinct():
        _tell(ROUND, entry.user, f"lround:{opened.pk}:{entry.pk}", RoundFacts(round=opened.pk, entry=entry.pk))


def remind_of_ready_check(opened: Round, at: datetime) -> None:
    """Who has not said at this moment that they are ready is asked once more."""
    for entry in playing_entries(opened.season).filter(seats__fixture__round=opened).distinct():
        facts = RoundFacts(round=opened.pk, entry=entry.pk)
        notifications.notify(READY_CHECK, entry.user, f"lmuster:{opened.pk}:{entry.pk}", facts, at, opened.ready_by)


def near_the_end(season: Season) -> None:
    """The hard end is near, and somebody still has games."""
    unfinished = {f"lend:{season.pk}:{entry.pk}": entry for entry in playing_with_games(season.pk)}
    known = told_already(unfinished)
    for key, entry in unfinished.items():
        if key in known:
            continue
        _tell(REMINDER, entry.user, key, SeasonFacts(season=season.pk, entry=entry.pk))


@Prepared.of(NUMBER)
def playing_with_games(season: Blank) -> QuerySet[Entry]:
    """Those who play in this season and still have games."""
    return playing_entries(season).filter(seats__fixture__status="running").distinct()


def result(season: Season) -> None:
    """The standings are final: provisional, or confirmed with who goes where."""
    for entry in playing_entries(season):
        key = f"lfinal:{season.pk}:{season.status}:{entry.pk}"
        _tell(FINAL, entry.user, key, SeasonFacts(season=season.pk, entry=entry.pk))


def decided(entry: Entry, what: str, sentence: str, reason: str) -> None:
    """An organiser has decided something about this person: once for each `what`, which names a row, since moments may be the same."""
    _tell(DECISION, entry.user, f"ldec:{what}:{entry.pk}", DecisionFacts(entry=entry.pk, sentence=sentence, reason=reason))


def decided_for_all(act: Act, sentence: str) -> None:
    """Everyone who plays in the season, or at the table that it is about, learns what was decided there."""
    if act.fixture is None:
        concerned = [(entry, "") for entry in playing_entries(act.season)]
    else:
        concerned = [(seat.entry, f":{seat.pk}") for seat in act.fixture.seats.select_related("entry__user")]
    for entry, seat in concerned:
        decided(entry, f"act:{act.pk}{seat}", sentence, act.reason)


def dates_changed(act: Act, sentence: str) -> None:
    """Everyone who has registered learns the new dates."""
    registered = act.season.entries.filter(status__in=(Entry.Status.ACCEPTED, Entry.Status.WAITING))
    for entry in registered.exclude(user=None).select_related("user"):
        decided(entry, f"act:{act.pk}", sentence, act.reason)


def substitute_called(call: SubCall) -> None:
    """A substitute is asked."""
    _tell(CALL, call.substitute.user, f"lsub:{call.pk}", CallFacts(call=call.pk))


def alarms(season: Season, found: Iterable[tuple[Fixture, list[str]]]) -> None:
    """One letter for each table and trouble; the same trouble of the same table is told once."""
    told: dict[str, str] = {}
    for fixture, wrong in found:
        for alarm in wrong:
            sealed = hashlib.sha256(alarm.encode()).hexdigest()[:12]
            told[f"{fixture.pk}:{sealed}"] = f"Table {fixture.number} of {fixture.division.name}: {alarm}."
    if told:
        all_organisers(season, told)


def organisers(season: Season, what: str, sentence: str) -> None:
    """Something that organisers have to look at."""
    all_organisers(season, {what: sentence})


def all_organisers(season: Season, sentences: Mapping[str, str]) -> None:
    """Tell every organiser these sentences, by what each is about."""
    told = {
        f"lalarm:{season.pk}:{what}:{user.pk}": (user, sentence)
        for user in season.league.organisers.all()
        for what, sentence in sentences.items()
    }
    known = told_already(told)
    for key, (user, sentence) in told.items():
        if key not in known:
            _tell(ALARM, user, key, AlarmFacts(season=season.pk, sentence=sentence))
