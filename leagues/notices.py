"""Kinds of notices about leagues, the facts stored with each kind, and the functions that send notices."""

import hashlib
import re
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import TypedDict

from django.db.models import QuerySet
from django.utils import timezone

import notifications
from accounts.models import User
from leagues.models import Act, Entry, Fixture, Round, Season, SubCall
from notifications import KindName
from notifications.kinds import Facts
from notifications.outbox import told_already

LIFE = timedelta(days=7)
MOMENT = re.compile(r"\{(\d{4}-\d\d-\d\dT[\d:.+]+)\}")
"""Placeholder for a time in the sentence of a decision; each reader sees the time in their own time zone."""


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
    call: int


class AlarmFacts(TypedDict):
    season: int
    sentence: str


ROUND = KindName[RoundFacts]("league-round")
READY_CHECK = KindName[RoundFacts]("league-muster")
"""The notice about a ready check; stored notices use the earlier name "muster", which must not change."""
REMINDER = KindName[SeasonFacts]("league-reminder")
FINAL = KindName[SeasonFacts]("league-final")
DECISION = KindName[DecisionFacts]("league-decision")
CALL = KindName[CallFacts]("league-sub")
ALARM = KindName[AlarmFacts]("league-alarm")


def moment(instant: datetime) -> str:
    """Return a placeholder for `instant`, for use in the sentence of a decision."""
    return f"{{{instant.isoformat()}}}"


def _tell(kind: KindName[Facts], user: User | None, key: str, facts: Facts) -> None:
    if user is not None and not user.is_guest:
        notifications.notify(kind, user, key, facts, expires_at=timezone.now() + LIFE)


def playing_entries(season: Season) -> QuerySet[Entry]:
    return Entry.objects.filter(season=season, status=Entry.Status.ACCEPTED).exclude(user=None).select_related("user")


def round_opens(opened: Round) -> None:
    """Notify every player with a game in the opened round. Schedule a reminder halfway to the end of its ready check, if any."""
    for entry in playing_entries(opened.season).filter(seats__fixture__round=opened).distinct():
        facts = RoundFacts(round=opened.pk, entry=entry.pk)
        _tell(ROUND, entry.user, f"lround:{opened.pk}:{entry.pk}", facts)
        if opened.ready_by is not None:
            halfway = timezone.now() + (opened.ready_by - timezone.now()) / 2
            notifications.notify(READY_CHECK, entry.user, f"lmuster:{opened.pk}:{entry.pk}", facts, halfway, opened.ready_by)


def near_the_end(season: Season) -> None:
    """Remind each player with unfinished games, once, that the season's hard end is near."""
    still_playing = playing_entries(season).filter(seats__fixture__status="running").distinct()
    unfinished = {f"lend:{season.pk}:{entry.pk}": entry for entry in still_playing}
    known = told_already(unfinished)
    for key, entry in unfinished.items():
        if key not in known:
            _tell(REMINDER, entry.user, key, SeasonFacts(season=season.pk, entry=entry.pk))


def result(season: Season) -> None:
    """Send every player the standings: provisional, or confirmed with promotions."""
    for entry in playing_entries(season):
        key = f"lfinal:{season.pk}:{season.status}:{entry.pk}"
        _tell(FINAL, entry.user, key, SeasonFacts(season=season.pk, entry=entry.pk))


def decided(entry: Entry, topic: str, sentence: str, reason: str) -> None:
    """Notify a player of a decision, once per `topic`. A topic should contain a primary key: two timestamps can be equal."""
    _tell(DECISION, entry.user, f"ldec:{topic}:{entry.pk}", DecisionFacts(entry=entry.pk, sentence=sentence, reason=reason))


def decided_for_all(act: Act, sentence: str) -> None:
    """Notify the players at the act's table of a decision, or the whole season if the act has no table."""
    if act.fixture is None:
        concerned = [(entry, "") for entry in playing_entries(act.season)]
    else:
        concerned = [(seat.entry, f":{seat.pk}") for seat in act.fixture.seats.select_related("entry__user")]
    for entry, seat in concerned:
        decided(entry, f"act:{act.pk}{seat}", sentence, act.reason)


def dates_changed(act: Act, sentence: str) -> None:
    """Notify all players who are accepted or on the waiting list, for example of changed dates."""
    registered = act.season.entries.filter(status__in=(Entry.Status.ACCEPTED, Entry.Status.WAITING))
    for entry in registered.exclude(user=None).select_related("user"):
        decided(entry, f"act:{act.pk}", sentence, act.reason)


def substitute_called(call: SubCall) -> None:
    _tell(CALL, call.substitute.user, f"lsub:{call.pk}", CallFacts(call=call.pk))


def alarms(season: Season, troubled_tables: Iterable[tuple[Fixture, list[str]]]) -> None:
    """Notify the organisers of each problem at each table, once per problem."""
    sentences: dict[str, str] = {}
    for fixture, wrong in troubled_tables:
        for alarm in wrong:
            sealed = hashlib.sha256(alarm.encode()).hexdigest()[:12]
            sentences[f"{fixture.pk}:{sealed}"] = f"Table {fixture.number} of {fixture.division.name}: {alarm}."
    if sentences:
        tell_organisers(season, sentences)


def tell_organisers(season: Season, sentences: Mapping[str, str]) -> None:
    """Notify every organiser of each sentence, once per topic; `sentences` maps topics to sentences."""
    letters = {
        f"lalarm:{season.pk}:{topic}:{user.pk}": (user, sentence)
        for user in season.league.organisers.all()
        for topic, sentence in sentences.items()
    }
    known = told_already(letters)
    for key, (user, sentence) in letters.items():
        if key not in known:
            _tell(ALARM, user, key, AlarmFacts(season=season.pk, sentence=sentence))
