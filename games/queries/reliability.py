"""How reliably people play and how fast tables really are, for the lobby and for the terms of tables."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from statistics import median, quantiles
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, QuerySet, Subquery, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from accounts.models import User
from games.models import Game, Lapse, Player, Wait
from games.storage import counted

SINCE = timedelta(days=90)
SAME_INCIDENT = timedelta(hours=24)
OWN = ("player", "mail", "standing")
GAMES = 30
SAMPLE, AMONG = 500, 20_000
"""The most turns that a measured pace rests on, and the newest waits of the site among which they are looked for."""
KNOWN_AFTER = 5
"""So many answers tell something of a captain. Before, those without any trouble are new: a share of few turns reads as lateness."""
ASKING = [step for step in Wait.Step if step != Wait.Step.CLOSE]
"""The steps of waits that count: a window waits for nobody."""


class Reliability(NamedTuple):
    """A person's record: shares from 0 to 1. Newcomers begin near the best."""

    on_time: float
    finishes: float
    is_new: bool = False

    @property
    def words(self) -> str:
        """The record in words, for everyone; it says so if nothing is known about the captain yet."""
        return "New here" if self.is_new else f"{round(self.on_time * 100)} % on time, finishes {round(self.finishes * 100)} %"


def reliability_of(user: User) -> Reliability:
    """Return the record of one person over the last three months."""
    return reliability_of_all([user.pk])[user.pk]


def reliability_of_all(people: Collection[int]) -> dict[int, Reliability]:
    """Return the records of several people, by their ids (three queries)."""
    since = timezone.now() - SINCE
    answers, lapses, chairs = (defaultdict[int, list](list) for _ in range(3))
    for user, *answer in answered_by(people, since):
        answers[user].append(answer)
    for user, lost in Lapse.objects.filter(user__in=people, at__gt=since).values_list("user", "lost_seat"):
        lapses[user].append(lost)
    for user, mode, resigned in last_chairs(people):
        chairs[user or 0].append((mode, resigned))
    return {user: record(answers[user], lapses[user], chairs[user]) for user in people}


def in_words(people: Collection[int]) -> dict[int, str]:
    """Return the records of several people in words, as they were counted last; those not counted for a day are counted now."""
    return with_counted(people, counted.at_hand([key_of(user) for user in people]))


def with_counted(people: Collection[int], found: dict[str, Any]) -> dict[int, str]:
    """Return these records in words: those that were `found`, and the others counted now."""
    if lacking := [user for user in people if key_of(user) not in found]:
        found = found | records(lacking)
    return {user: found[key_of(user)] for user in people}


def key_of(user: int) -> str:
    return f"captain:{user}"


def records(people: Iterable[int]) -> dict[str, str]:
    """Count the records of several people; return them in words, by the keys under which they are kept."""
    return {key_of(user): record.words for user, record in reliability_of_all(list(people)).items()}


def of_chairs(players: Iterable[Player]) -> dict[int, str]:
    """Return the records of the people in these chairs, without bots, in words."""
    return in_words(people_in(players))


def people_in(players: Iterable[Player]) -> set[int]:
    """Return the ids of the people in these chairs."""
    return {player.user_id for player in players if player.user_id and not player.bot}


def record(answers: list, lapses: list[bool], chairs: list) -> Reliability:
    """Return a record from (closed at, closed by, overdue at, due at) in order, lapses (True: lost the seat) and (mode, resigned).

    Troubles within a day are one, and count as one answer: who is late at all their tables every day is always late.
    """
    troubles = [answer[0] for answer in answers if was_late(*answer)]
    late: float = incidents(troubles)
    waits, lost = len(answers) - len(troubles) + late, sum(lapses)
    late += lost + (len(lapses) - lost) / 2
    left = lost + sum(resigned or mode in (Player.Mode.OPEN, Player.Mode.BOT) for mode, resigned in chairs)
    waits, games = waits + lost, len(chairs) + lost
    return Reliability(max(0, waits + 9 - late) / (waits + 10), 1 - (left + 0.5) / (games + 10), waits < KNOWN_AFTER and not (late or left))


def was_late(closed_at: datetime, closed_by: str, overdue_at: datetime | None, due_at: datetime | None) -> bool:
    """Did this answer come in the time of grace, or not from the captain at all? Whether the sweep had noted it by then is no matter."""
    in_grace = due_at is not None and closed_at > due_at and closed_by != "cancelled"
    return overdue_at is not None or in_grace or closed_by not in (*OWN, "cancelled")


def answered_by(people: Collection[int], since: datetime) -> Iterable[tuple[Any, ...]]:
    """Return (person, and what `was_late` asks for) of each one's waits since then; none from before a substitute came."""
    asked = {"seat": F("seat"), "asked_at__gte": F("joined_at"), "closed_at__gt": since, "allowance__gt": 0, "next_step__in": ASKING}
    mine = Player.objects.filter(user__in=people, **{f"game__waits__{name}": value for name, value in asked.items()})
    told = ("closed_at", "closed_by", "overdue_at", "due_at")
    return mine.order_by("game__waits__closed_at").values_list("user", *(f"game__waits__{name}" for name in told))


def last_chairs(people: Collection[int]) -> Iterable[tuple[int | None, str, bool]]:
    """Return (person, mode, resigned) of each one's newest games."""
    newest = Window(RowNumber(), partition_by="user", order_by="-game__started_at")
    chairs = Player.objects.filter(user__in=people).exclude(game__started_at=None).annotate(newest=newest)
    return chairs.filter(newest__lte=GAMES).values_list("user", "mode", "resigned")


def has_played(user: User, turns: int) -> bool:
    """Has this person ever answered at least `turns` turns?"""
    return waits_of(user).filter(closed_by__in=("player", "mail"))[:turns].count() >= turns


def waits_of(user: User) -> QuerySet[Wait]:
    """Return a person's waits, without those from before they came as a substitute."""
    mine = Player.objects.filter(user=user, game=OuterRef("game"), seat=OuterRef("seat"), joined_at__lte=OuterRef("asked_at"))
    return Wait.objects.filter(Exists(mine)).exclude(next_step=Wait.Step.CLOSE)


def incidents(moments: list) -> int:
    """Count incidents; moments within one day are one incident."""
    count, last = 0, None
    for at in moments:
        if last is None or at - last > SAME_INCIDENT:
            count, last = count + 1, at
    return count


class Measured(NamedTuple):
    """Seconds that people really take for a turn at tables of one pace."""

    half: int
    most: int


class Kind(NamedTuple):
    """Tables that are alike. Public ones are apart from the others: those of friends, and those against bots alone."""

    ruleset: str
    pace: int
    is_public: bool

    @classmethod
    def of(cls, game: Game) -> "Kind":
        return cls(game.ruleset, game.pace, game.open_to_all)

    @property
    def key(self) -> str:
        return f"turns:{self.ruleset}:{self.pace}:{self.is_public}"


def of_table(game: Game, people: Collection[int] = ()) -> tuple[dict[int, str], Measured | None]:
    """Return the records of these people, and the median and the 90th percentile of turns at tables like this one, at least a minute.

    The latter is None if there are too few turns.
    """
    kind = Kind.of(game)
    found = counted.at_hand([*map(key_of, people), kind.key])
    seconds = found[kind.key] if kind.key in found else turns_like(kind)
    return with_counted(people, found), Measured(*seconds) if seconds else None


def of_tables(games: Collection[Game]) -> tuple[dict[int, str], dict[int, Measured | None]]:
    """Return the records of everyone at these tables, by person, and how long turns took at tables like each, by table.

    The latter is None also where it was not measured within a day. A task measures it then: a page with ten kinds of tables would make
    ten slow reads for it.
    """
    people = people_in(player for game in games for player in game.players.all())
    kinds = {game.pk: Kind.of(game).key for game in games}
    found = counted.at_hand([*map(key_of, people), *dict.fromkeys(kinds.values())])
    took = {pk: Measured(*found[key]) if found.get(key) else None for pk, key in kinds.items()}
    return with_counted(people, found), took


def turns_like(kind: Kind) -> list[int]:
    """Measure the newest turns at tables of this kind; [] if they are too few."""
    newest = Subquery(Wait.objects.order_by("-pk").values("pk")[:1])
    alike = {"pk__gt": newest - AMONG, "game__ruleset": kind.ruleset, "game__pace": kind.pace, "game__open_to_all": kind.is_public}
    turns = Wait.objects.filter(**alike, closed_by__in=["player", "mail"], allowance__gt=0).exclude(next_step=Wait.Step.CLOSE)
    used = [max(60, seconds) for seconds in turns.order_by("-pk").values_list("used", flat=True)[:SAMPLE] if seconds is not None]
    return [int(median(used)), int(quantiles(used, n=10)[8])] if len(used) >= 20 else []


def counted_anew(keys: Collection[str]) -> dict[str, Any]:
    """Count what is kept under these keys."""
    told = [key.split(":") for key in keys]
    people = [int(rest[0]) for sort, *rest in told if sort == "captain"]
    kinds = [Kind(rest[0], int(rest[1]), rest[2] == "True") for sort, *rest in told if sort == "turns"]
    return {**records(people), **{kind.key: turns_like(kind) for kind in kinds}}
