"""Compute the reliability of captains and the measured pace of tables, for the lobby and the terms of tables."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from statistics import median, quantiles
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, QuerySet, Subquery, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from accounts.models import User
from games.editions.errors import NotAllowed
from games.models import BY_CAPTAIN, BY_CAPTAIN_OR_ORDERS, Game, Lapse, Player, Wait
from games.storage import counted

SINCE = timedelta(days=90)
SAME_INCIDENT = timedelta(hours=24)
GAMES = 30
MAX_SAMPLE, MAX_SEARCHED = 500, 20_000
"""The maximum number of turns in a measured pace, and the number of the site's newest waits in which to search for them."""
KNOWN_AFTER = 5
"""The minimum number of waits for a record. Captains with fewer waits, none late and no abandoned game are shown as new."""
ASKING = [step for step in Wait.Step if step != Wait.Step.CLOSE]
"""The steps of waits that count towards a record. A reaction window does not count, because it waits for nobody."""


class Reliability(NamedTuple):
    """A person's record as shares from 0 to 1. Newcomers begin near 1."""

    on_time: float
    finishes: float
    is_new: bool = False

    @property
    def words(self) -> str:
        """Return the public record in words, or "New here"."""
        return "New here" if self.is_new else f"{round(self.on_time * 100)} % on time, finishes {round(self.finishes * 100)} %"


def reliability_of(user: User) -> Reliability:
    return reliability_of_all([user.pk])[user.pk]


def reliability_of_all(users: Collection[int]) -> dict[int, Reliability]:
    """Return {id: record} for several people, in three queries."""
    since = timezone.now() - SINCE
    answers, lapses, chairs = (defaultdict[int, list[Any]](list) for _ in range(3))
    for user, *answer in answered_by(users, since):
        answers[user].append(answer)
    for user, lost in Lapse.objects.filter(user__in=users, at__gt=since).values_list("user", "lost_seat"):
        lapses[user].append(lost)
    newest = Window(RowNumber(), partition_by="user", order_by="-game__started_at")
    played = Player.objects.filter(user__in=users).exclude(game__started_at=None).annotate(newest=newest)
    for user, mode, resigned in played.filter(newest__lte=GAMES).values_list("user", "mode", "resigned"):
        chairs[user or 0].append((mode, resigned))
    return {user: record(answers[user], lapses[user], chairs[user]) for user in users}


def in_words(users: Collection[int]) -> dict[int, str]:
    """Return {id: record in words} for several people. Compute the records that are not cached."""
    return with_counted(users, counted.at_hand([key_of(user) for user in users]))


def with_counted(users: Collection[int], known: dict[str, Any]) -> dict[int, str]:
    """Return {id: record in words}. Compute the records that are not in `known`."""
    if lacking := [user for user in users if key_of(user) not in known]:
        known = known | records(lacking)
    return {user: known[key_of(user)] for user in users}


def key_of(user: int) -> str:
    return f"captain:{user}"


def records(users: Iterable[int]) -> dict[str, str]:
    """Compute the records of several people. Return {cache key: record in words}."""
    return {key_of(user): record.words for user, record in reliability_of_all(list(users)).items()}


def of_chairs(players: Iterable[Player]) -> dict[int, str]:
    return in_words(people_in(players))


def people_in(players: Iterable[Player]) -> set[int]:
    return {player.user_id for player in players if player.user_id and not player.bot}


def record(answers: list[Any], lapses: list[bool], chairs: list[Any]) -> Reliability:
    """Return a record from answers (closed at, closed by, overdue at, due at), lapses (lost the seat) and chairs (mode, resigned).

    Count late answers within a day as one, because a captain may be late at all their tables at once.
    """
    troubles = [answer[0] for answer in answers if was_late(*answer)]
    late: float = incidents(troubles)
    waits, lost = len(answers) - len(troubles) + late, sum(lapses)
    late += lost + (len(lapses) - lost) / 2
    abandoned = lost + sum(resigned or mode in (Player.Mode.OPEN, Player.Mode.BOT) for mode, resigned in chairs)
    waits, games = waits + lost, len(chairs) + lost
    return Reliability(
        max(0, waits + 9 - late) / (waits + 10), 1 - (abandoned + 0.5) / (games + 10), waits < KNOWN_AFTER and not (late or abandoned)
    )


def was_late(closed_at: datetime, closed_by: str, overdue_at: datetime | None, due_at: datetime | None) -> bool:
    """Return whether an answer came in the grace period, even if no sweep noticed, or did not come from the captain."""
    in_grace = due_at is not None and closed_at > due_at and closed_by != "cancelled"
    return overdue_at is not None or in_grace or closed_by not in (*BY_CAPTAIN_OR_ORDERS, "cancelled")


def answered_by(users: Collection[int], since: datetime) -> Iterable[tuple[Any, ...]]:
    """Return (person, *arguments of `was_late`) for waits since `since`, except waits from before the person came as a substitute."""
    asked = {"seat": F("seat"), "asked_at__gte": F("joined_at"), "closed_at__gt": since, "allowance__gt": 0, "next_step__in": ASKING}
    mine = Player.objects.filter(user__in=users, **{f"game__waits__{name}": value for name, value in asked.items()})
    columns = ("closed_at", "closed_by", "overdue_at", "due_at")
    return mine.order_by("game__waits__closed_at").values_list("user", *(f"game__waits__{name}" for name in columns))


def has_played(user: User, turns: int) -> bool:
    return waits_of(user).filter(closed_by__in=BY_CAPTAIN)[:turns].count() >= turns


def waits_of(user: User) -> QuerySet[Wait]:
    """Return a person's waits, except those from before the person came as a substitute."""
    mine = Player.objects.filter(user=user, game=OuterRef("game"), seat=OuterRef("seat"), joined_at__lte=OuterRef("asked_at"))
    return Wait.objects.filter(Exists(mine)).exclude(next_step=Wait.Step.CLOSE)


def incidents(moments: list[datetime]) -> int:
    """Return the number of incidents. Moments within SAME_INCIDENT of an incident's first moment belong to that incident."""
    count, last = 0, None
    for moment in moments:
        if last is None or moment - last > SAME_INCIDENT:
            count, last = count + 1, moment
    return count


class Measured(NamedTuple):
    """The measured seconds per turn: median and 90th percentile."""

    half: int
    most: int


class Kind(NamedTuple):
    """A category of tables that share a measured pace."""

    ruleset: str
    pace: int
    is_public: bool

    @classmethod
    def of(cls, game: Game) -> "Kind":
        return cls(game.ruleset, game.pace, game.open_to_all)

    @property
    def key(self) -> str:
        return f"turns:{self.ruleset}:{self.pace}:{self.is_public}"


def of_table(game: Game, users: Collection[int] = ()) -> tuple[dict[int, str], Measured | None]:
    """Return (records in words by id, measured pace of similar tables or None if there are too few turns)."""
    kind = Kind.of(game)
    known = counted.at_hand([*map(key_of, users), kind.key])
    seconds = known[kind.key] if kind.key in known else turns_like(kind)
    return with_counted(users, known), Measured(*seconds) if seconds else None


def of_tables(games: Collection[Game]) -> tuple[dict[int, str], dict[int, Measured | None]]:
    """Return (captains' records in words by id, measured pace by table). A pace is None until a task has measured it."""
    users = people_in(player for game in games for player in game.players.all())
    kinds = {game.pk: Kind.of(game).key for game in games}
    known = counted.at_hand([*map(key_of, users), *dict.fromkeys(kinds.values())])
    took = {pk: Measured(*known[key]) if known.get(key) else None for pk, key in kinds.items()}
    return with_counted(users, known), took


def turns_like(kind: Kind) -> list[int]:
    """Return the median and the 90th percentile of the newest turns at tables of a kind, in seconds, or [] if there are too few."""
    newest = Subquery(Wait.objects.order_by("-pk").values("pk")[:1])
    alike = {"pk__gt": newest - MAX_SEARCHED, "game__ruleset": kind.ruleset, "game__pace": kind.pace, "game__open_to_all": kind.is_public}
    turns = Wait.objects.filter(**alike, closed_by__in=BY_CAPTAIN, allowance__gt=0).exclude(next_step=Wait.Step.CLOSE)
    used = [max(60, seconds) for seconds in turns.order_by("-pk").values_list("used", flat=True)[:MAX_SAMPLE] if seconds is not None]
    return [int(median(used)), int(quantiles(used, n=10)[8])] if len(used) >= 20 else []


def counted_anew(keys: Collection[str]) -> dict[str, Any]:
    parsed = [key.split(":") for key in keys]
    users = [int(rest[0]) for sort, *rest in parsed if sort == "captain"]
    kinds = [Kind(rest[0], int(rest[1]), rest[2] == "True") for sort, *rest in parsed if sort == "turns"]
    return {**records(users), **{kind.key: turns_like(kind) for kind in kinds}}


def must_be_reliable(game: Game, user: User) -> None:
    """Raise NotAllowed if a person is less reliable than the table requires. Newcomers count as reliable."""
    least = game.terms.least_on_time
    if least and reliability_of(user).on_time * 100 < least:
        raise NotAllowed("not-reliable", f"This table is for captains who answer at least {least} % of their turns in time.")
