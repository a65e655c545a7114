"""Decide when a letter is sent: at once, or at the hours that the reader chose. Letters may wait, but clocks never do."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db.models import OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from core.prepared import NUMBER, TEXT, Blank, Prepared
from core.registry import Registry

from . import presence
from .kinds import KINDS, Kind, Role
from .models import Claimed, Delivery, Preference, State
from .telling import Telling

Mode = Preference.Mode
PRESENT = timedelta(minutes=9, seconds=30)
"""The delay of a letter to a reader who has the page open: with the wait for the next sweep, at most ten minutes."""
NEAR, NEXT_DAY, A_DAY = timedelta(hours=6), timedelta(hours=24), timedelta(days=1)
MAX_A_DAY, THEN_EVERY = 60, 3
UNANSWERED, LOOK_AGAIN = timedelta(hours=4), timedelta(minutes=15)
"""The time for which a new question waits after a letter whose question is still open, and the interval between checks."""
SHORTLY = timedelta(minutes=10)
TOGETHER, MAX_TOGETHER, MAX_NEWS = timedelta(minutes=5), 29, 30
WITH_ANOTHER = "with-another"
"""The code of a delivery that was sent as a line in another letter."""
WITH_OTHERS = "with-others"
"""The code of a turn letter that waits for the next letter about all tables."""
OF_THE_DAY = "digest"
"""The code of a delivery that waits for the daily letter; with a date added, the code of the daily letter itself."""


class Later(Exception):
    def __init__(self, at: datetime, code: str):
        super().__init__(code)
        self.at, self.code = at, code


TOPICS: Registry[str, Callable[[User], Iterable[tuple[str, str]]]] = Registry()
"""`topics(user)` returns (topic, name) pairs, such as ("game:12", "Port Royal")."""


def topic_of(notice: Telling) -> str:
    return f"game:{notice.facts['game']}" if "game" in notice.facts else ""


@Prepared.of(NUMBER, TEXT)
def preferences(user: Blank, topic: Blank) -> QuerySet[Preference]:
    return Preference.objects.filter(Q(topic="") | Q(topic=topic), user=user)


@dataclass(frozen=True, slots=True)
class LetterWishes:
    """A person's preferences for letters about one topic, with the quiet hours, which apply to all topics."""

    mode: str
    every: int
    digest_hour: int
    quiet_from: int | None
    quiet_to: int | None


def general_preference(user: User) -> Preference:
    """Return a person's general preferences; an unsaved row with the defaults if the person never set any."""
    return preferences_of(user).get("") or Preference(user=user)


def preferences_of(user: User, topic: str = "") -> dict[str, Preference]:
    """Return {topic: preferences} with a person's general preferences and those for `topic`. Run no query if the rows were prefetched."""
    loaded = getattr(user, "_prefetched_objects_cache", {}).get("preferences")
    return {row.topic: row for row in (preferences(user.pk, topic) if loaded is None else loaded)}


def wishes_of(user: User, topic: str = "") -> LetterWishes:
    """Return a person's preferences for a topic, with the quiet hours, which are the same for all topics."""
    stored = preferences_of(user, topic)
    general = stored.get("") or Preference(user=user)
    special = stored.get(topic) or general
    start, end, hour = general.quiet_from, general.quiet_to, special.digest_hour
    if end is not None and is_quiet_hour(hour, start, end):
        hour = end  # an hour inside quiet hours would make every second daily letter wait until the next day
    return LetterWishes(special.mode, special.every, hour, start, end)


def listening(users: list[User]) -> list[User]:
    wanted = Preference.objects.filter(user__in=users, topic="", open_talk=True).values_list("user_id", flat=True)
    return [person for person in users if person.pk in set(wanted)]


def wishes_for(notice: Telling, kind: Kind) -> LetterWishes | None:
    """Return the reader's preferences for the notice's topic; None for letters to strangers and letters sent at once."""
    return None if notice.user is None or kind.is_at_once else wishes_of(notice.user, topic_of(notice))


def is_wanted(wishes: LetterWishes | None, kind: Kind) -> bool:
    """Return whether the reader wants letters of this kind; "reminders only" excludes letters about turns."""
    return wishes is None or kind.role != Role.TURN or wishes.mode != Mode.REMINDERS


def check_time(delivery: Claimed, notice: Telling, kind: Kind, wishes: LetterWishes | None) -> None:
    """Raise Later if the letter must wait because of an open page, the reader's preferred times, other letters, or quiet hours."""
    if notice.user is None or wishes is None:
        return
    now, due = timezone.now(), kind.deadline(notice)
    zone = ZoneInfo(notice.user.time_zone)
    until = notice.created_at + PRESENT
    if kind.role == Role.TURN and now < until and presence.is_there(notice.user, topic_of(notice)):
        raise Later(until, "present")
    if kind.role != Role.REMINDER:
        wait_for_mode(delivery, notice, wishes, zone, now, due)
    if kind.role == Role.TURN and wishes.mode == Mode.EACH and (due is None or due - now > NEAR):
        wait_for_others(notice.reader, kind.beside(notice), now, due)
    quiet = quiet_until(wishes, zone, now)
    is_urgent = kind.role == Role.REMINDER and due is not None and quiet is not None and due <= quiet + NEAR
    if quiet is not None and not is_urgent:
        raise Later(quiet, "quiet")


def wait_for_mode(delivery: Claimed, notice: Telling, wishes: LetterWishes, zone: ZoneInfo, now: datetime, due: datetime | None) -> None:
    """Raise Later if the reader wants at most one letter per interval or day; urgent letters do not wait."""
    if wishes.mode == Mode.DIGEST:
        wait_for_the_day(delivery, notice, wishes.digest_hour, zone, now, due)
        return
    every = wishes.every if wishes.mode == Mode.BATCHED else THEN_EVERY if delivery.letters_lately >= MAX_A_DAY else 0
    if not every or (due is not None and due - now < NEAR):
        return
    last = letters_to(notice.reader).filter(ended_at__gt=now - timedelta(hours=every)).order_by("-ended_at").first()
    if last is not None:
        until = last.went_at + timedelta(hours=every)
        raise Later(min(until, due - NEAR) if due else until, "batched")


def wait_for_others(user: User, since: datetime | None, now: datetime, due: datetime | None) -> None:
    """Raise Later if a recent letter asked a question that has been open since `since`, so that one later letter can ask both."""
    if since is None:
        return
    asking = [kind.name for kind in KINDS.values() if kind.asks_all]
    sent = Delivery.objects.filter(notice__user=user, transport="email", state=State.SENT, notice__kind__in=asking)
    last = sent.exclude(last_code=WITH_ANOTHER).filter(ended_at__gt=max(since, now - UNANSWERED)).order_by("-ended_at").first()
    if last is not None:
        until = min(last.went_at + UNANSWERED, now + LOOK_AGAIN)
        raise Later(min(until, due - NEAR) if due else until, WITH_OTHERS)


def wait_for_the_day(delivery: Delivery, notice: Telling, hour: int, zone: ZoneInfo, now: datetime, due: datetime | None) -> None:
    """Raise Later until the reader's daily hour. Allow one daily letter per date in the reader's time zone; urgent letters do not wait."""
    if due is not None and due - now <= NEXT_DAY:
        return  # keep this condition equal to the condition in `waits_for_the_day`
    until = next_hour(delivery.notice.not_before, hour, zone)
    last = last_day(notice.reader, zone)
    if last is not None and last >= until.astimezone(zone).date():
        until = next_hour(datetime.combine(last, time.max, zone), hour, zone)
    if now < until:
        raise Later(min(until, due - NEXT_DAY) if due else until, OF_THE_DAY)
    notice.day = now.astimezone(zone).date()


def waits_for_the_day(notice: Telling, kind: Kind) -> bool:
    """Return whether the notice waits for the reader's daily letter. Urgent letters do not wait."""
    wishes, due = wishes_for(notice, kind), kind.deadline(notice)
    return wishes is not None and wishes.mode == Mode.DIGEST and (due is None or due - timezone.now() > NEXT_DAY)


def last_day(user: User, zone: ZoneInfo) -> date | None:
    """Return the date of the newest daily letter, in the reader's time zone then or now, whichever date is later."""
    last = letters_to(user).filter(last_code__startswith=OF_THE_DAY).order_by("-ended_at").first()
    if last is None:
        return None
    return max(date.fromisoformat(last.last_code.removeprefix(OF_THE_DAY).strip()), last.went_at.astimezone(zone).date())


def before_quiet(user: User, moment: datetime) -> datetime:
    """Return `moment`; if that falls into the user's quiet hours, return a time shortly before them, so that a reminder comes earlier."""
    wishes, zone = wishes_of(user), ZoneInfo(user.time_zone)
    if wishes.quiet_from is None or quiet_until(wishes, zone, moment) is None:
        return moment
    return next_hour(moment - NEXT_DAY, wishes.quiet_from, zone) - SHORTLY


def letters_to(user: User | OuterRef) -> QuerySet[Delivery]:
    """Return the e-mails about games sent to a person, excluding receipts; include a letter that combines several deliveries only once."""
    sent = Delivery.objects.filter(notice__user=user, transport="email", state=State.SENT)
    return sent.exclude(last_code=WITH_ANOTHER).exclude(notice__kind__in=["receipt", "held"])


def letters_since(user: User | OuterRef, since: datetime | Blank) -> QuerySet[Delivery]:
    return letters_to(user).filter(ended_at__gt=since)


def has_many(user: User) -> bool:
    return letters_since(user, timezone.now() - A_DAY).count() >= MAX_A_DAY


def next_hour(after: datetime, hour: int, zone: ZoneInfo) -> datetime:
    """Return the next time at which clocks in the zone show the hour. An hour skipped by daylight saving counts as the following hour."""
    day = after.astimezone(zone).date()
    for days in range(3):
        shown = datetime(day.year, day.month, day.day, hour, tzinfo=zone) + timedelta(days=days)
        if shown.astimezone(UTC) > after:
            return shown.astimezone(UTC)
    raise AssertionError("there is such an hour within three days")


def quiet_until(wishes: LetterWishes, zone: ZoneInfo, now: datetime) -> datetime | None:
    end = wishes.quiet_to
    if end is None or not is_quiet_hour(now.astimezone(zone).hour, wishes.quiet_from, end):
        return None
    return next_hour(now, end, zone)


def is_quiet_hour(hour: int, start: int | None, end: int) -> bool:
    """Return whether an hour lies in quiet hours; False if the quiet hours start and end at the same hour."""
    if start is None or start == end:
        return False
    return start <= hour < end if start < end else hour >= start or hour < end
