"""The terms about time that a table agrees on, such as its pace, the time that never counts, its grace and the end of the game."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from games.clocks.due_times import Calendar
from games.clocks.limits import LEAVE_A_GAME
from games.clocks.paces import DAY, HOUR, WEEKDAYS, Bank, Pace, Slots, Steady, Untimed, pace_from_json

SHORTEST_TURN, USUAL_TURN, LONGEST_TURN = 12 * HOUR, 2 * DAY, 14 * DAY
REACTION_TIME = DAY
"""The maximum time, in seconds, for an out-of-turn question."""
MAX_DAYS_OFF, LONGEST_NIGHT = 3, 12 * HOUR
GRACES = (0, 12 * HOUR, DAY)
VACATIONS = {"all": "at most fourteen days of leave a game", "week": "at most seven days of leave a game", "none": "no leave counts"}
WEEK = 7 * DAY
READY_CHECK = "muster"
"""The key of the ready check in stored terms."""
SOONEST_END, LATEST_END = timedelta(days=1), timedelta(days=731)
USUAL_END_TIME = time(20)
FIRST_YEAR, LAST_YEAR = 2000, 2999
"""Years that stay within the range of dates in any time zone."""


@dataclass(frozen=True, slots=True)
class Terms:
    """All terms about time, fixed when the game starts."""

    pace: Pace = field(default_factory=Steady)
    calendar: Calendar = field(default_factory=Calendar)
    grace: int | None = None
    vacation: str = "all"
    helmsman: bool = False
    ready_check: bool = False
    least_on_time: int = 0

    @property
    def zone(self) -> str:
        return self.calendar.zone

    @property
    def patience(self) -> int:
        """Return the seconds after the deadline in which an answer still counts."""
        if self.grace is not None:
            return self.grace
        usual = self.pace.first_bank or self.pace.usual
        return 12 * HOUR if usual >= DAY else max(15 * 60, usual // 8)

    @property
    def most_leave(self) -> int:
        """Return the maximum seconds of leave that stop a seat's clock in one game."""
        return {"all": LEAVE_A_GAME, "week": WEEK, "none": 0}[self.vacation]

    def to_json(self) -> dict[str, Any]:
        quiet = self.calendar.quiet and [f"{wall_time:%H:%M}" for wall_time in self.calendar.quiet]
        return {
            "pace": self.pace.to_json(), "zone": self.zone, "days_off": list(self.calendar.days_off),
            "country": self.calendar.country, "quiet": quiet, "grace": self.grace, "vacation": self.vacation,
            "helmsman": self.helmsman, READY_CHECK: self.ready_check, "least_on_time": self.least_on_time,
        }  # fmt: skip


def terms_from_json(data: dict[str, Any], seconds: int = 2 * DAY) -> Terms:
    """Return terms from their stored form. An old table has no stored terms, only the `seconds` of a steady pace."""
    if not data:
        return Terms(Steady(seconds))
    quiet = data["quiet"] and (time.fromisoformat(data["quiet"][0]), time.fromisoformat(data["quiet"][1]))
    calendar = Calendar(data["zone"], tuple(data["days_off"]), data["country"], quiet or None)
    plain_values = {key: data[key] for key in ("grace", "vacation", "helmsman", "least_on_time")}
    return Terms(pace_from_json(data["pace"]), calendar, ready_check=data[READY_CHECK], **plain_values)


# -- what a table may choose ------------------------------------------------------------------------
class Preset(NamedTuple):
    """A pace with a name and one sentence. `key` is the value that a form sends."""

    key: str
    name: str
    sentence: str
    pace: Pace


def _steady(seconds: int, name: str, sentence: str) -> Preset:
    return Preset(str(seconds), name, sentence, Steady(seconds))


PRESETS = (
    _steady(12 * HOUR, "Twice a day", "Every turn is due within 12 hours: for captains who look in morning and evening."),
    _steady(DAY, "Daily", "Every turn is due within a day."),
    _steady(2 * DAY, "Every two days", "Every turn is due within two days: the usual pace, room for a busy evening."),
    _steady(3 * DAY, "Every three days", "Every turn is due within three days."),
    _steady(5 * DAY, "Five days", "Every turn is due within five days: a weekend away never costs you a turn."),
    _steady(7 * DAY, "Weekly", "Every turn is due within a week."),
    _steady(14 * DAY, "Fortnightly", "Every turn is due within two weeks: a letter now and then."),
    Preset(
        "bank-3d", "Three days in the bank",
        "You start with three days; each turn adds 12 hours, up to five days. Quick turns save time for busy ones.",
        Bank(3 * DAY, 12 * HOUR, 5 * DAY, 12 * HOUR),
    ),
    Preset(
        "bank-7d", "A week in the bank", "You start with a week; each turn adds a day, up to ten days.",
        Bank(7 * DAY, DAY, 10 * DAY, DAY),
    ),
    Preset(
        "free-12h", "Half a day free",
        "The first 12 hours of a turn cost nothing; beyond them you draw on a bank of five days, and each turn adds six hours to it.",
        Bank(5 * DAY, 6 * HOUR, 5 * DAY, 6 * HOUR, free=12 * HOUR),
    ),
    Preset(
        "slots", "Fixed evenings",
        "Turns are due on Monday, Wednesday and Friday at 20:00 on the table’s clock; nobody has less than 12 hours.",
        Slots((0, 2, 4), 20, 0, 12 * HOUR),
    ),
    Preset(
        "untimed", "No clock",
        "Among friends only: we never play for anyone. After a month without an answer the table is closed.", Untimed(),
    ),
)  # fmt: skip


def preset_of(key: str) -> Preset | None:
    return next((choice for choice in PRESETS if choice.key == key), None)


def reminders(allowance: int) -> tuple[int, ...]:
    """Return the times of reminders, in seconds before the deadline, earliest first."""
    if allowance >= 3 * DAY:
        return DAY, 6 * HOUR
    if allowance >= DAY:
        return allowance // 4, 3 * HOUR
    return (allowance // 4,)


def pace_name(pace: Pace | int) -> str:
    """Return the name of a pace's preset, or the pace in a few words. A number is a steady pace in seconds."""
    pace = Steady(pace) if isinstance(pace, int) else pace
    for preset in PRESETS:
        if preset.pace == pace:
            return preset.name
    if isinstance(pace, Bank):
        free = f"{span_words(pace.free)} free, then " if pace.free else ""
        return f"{free}{span_words(pace.initial)} in the bank, {span_words(pace.increment)} more a turn"
    if isinstance(pace, Slots):
        return f"{' '.join(WEEKDAYS[day] for day in pace.days)} {pace.hour:02}:{pace.minute:02}"
    return span_words(pace.usual)


def pace_sentence(pace: Pace) -> str:
    for preset in PRESETS:
        if preset.pace == pace:
            return preset.sentence
    if isinstance(pace, Bank):
        return f"A turn never has less than {span_words(pace.free + pace.floor)}; the bank holds {span_words(pace.cap)} at most."
    if isinstance(pace, Slots):
        return f"Turns are due at these times on the table’s clock; nobody has less than {span_words(pace.least)}."
    return f"Every turn is due within {span_words(pace.usual)}."


def span_words(seconds: int) -> str:
    """Return a duration in words, in its two largest units."""
    parts, remaining = [], max(0, int(seconds))
    for size, name in ((DAY, "day"), (HOUR, "hour"), (60, "minute")):
        count, remaining = divmod(remaining, size)
        if count:
            parts.append(f"{count} {name}{'' if count == 1 else 's'}")
    return " ".join(parts[:2]) or "no time"


class BadTerms(ValueError):
    """The terms are not valid. The text gives the reason, and `field` names the form field at fault."""

    def __init__(self, text: str, field: str = "pace"):
        super().__init__(text)
        self.field = field


def checked(terms: Terms, friends_only: bool) -> Terms:
    """Return the terms if a table may have them. Raise BadTerms otherwise."""
    pace, calendar = terms.pace, terms.calendar
    refuse(PROBLEMS[pace.kind](pace))
    if isinstance(pace, Untimed) and not friends_only:
        raise BadTerms("A table without a clock is for friends: it cannot be open to all.")
    if len(set(calendar.days_off)) > MAX_DAYS_OFF or not set(calendar.days_off) <= set(range(7)):
        raise BadTerms("At most three days of the week may be free.", "days_off")
    if calendar.quiet:
        begin, end = (wall_time.hour * HOUR + wall_time.minute * 60 for wall_time in calendar.quiet)
        if not 0 < (end - begin) % DAY <= LONGEST_NIGHT:
            raise BadTerms("Quiet hours may last up to twelve hours.", "quiet_to")
    if terms.grace not in (None, *GRACES):
        raise BadTerms("The time of grace may be none, 12 hours or 24 hours.", "grace")
    if terms.vacation not in VACATIONS or not 0 <= terms.least_on_time <= 90:
        raise BadTerms("That is not among the choices of a table.", "vacation")
    refuse(clashes_with_calendar(pace, calendar))
    return terms


Problems = Iterator[tuple[bool, str, str]]
"""(condition, field, refusal)"""


def refuse(problems: Problems) -> None:
    """Raise BadTerms for the first condition that holds."""
    for condition, place, text in problems:
        if condition:
            raise BadTerms(text, place)


def problems_of_steady(pace: Steady) -> Problems:
    yield not SHORTEST_TURN <= pace.seconds <= LONGEST_TURN, "hours", "A turn may take from 12 hours to 14 days (336 hours)."


def problems_of_bank(pace: Bank) -> Problems:
    yield not 0 <= pace.free <= WEEK, "free", "At most a week (168 hours) of each turn may be free."
    yield pace.free + pace.floor < SHORTEST_TURN, "floor", "A turn never has less than 12 hours, the free ones included."
    yield not 0 <= pace.increment <= pace.floor, "increment", "A turn cannot add more than the minimum hours of a turn."
    yield pace.initial < pace.floor, "initial", "A bank cannot start with less than the minimum hours of a turn."
    yield pace.cap < pace.initial, "cap", "A bank cannot start with more than its maximum."
    yield pace.cap > 2 * LONGEST_TURN, "cap", "A bank holds at most 28 days (672 hours)."


def problems_of_slots(pace: Slots) -> Problems:
    yield not pace.days or not set(pace.days) <= set(range(7)), "slot_days", "Choose at least one day of the week."
    yield not (0 <= pace.hour < 24 and 0 <= pace.minute < 60), "slot_at", "Give a time of day, such as 20:00."
    yield (
        not SHORTEST_TURN <= pace.least <= WEEK,
        "least_hours",
        "The minimum of a turn lies between 12 hours and a week.",
    )


def clashes_with_calendar(pace: Pace, calendar: Calendar) -> Problems:
    """Yield the conditions under which a valid pace and a valid calendar together give no turn a deadline."""
    if not isinstance(pace, Slots):
        return
    turn_time = time(pace.hour, pace.minute)
    yield (
        set(pace.days) <= set(calendar.days_off),
        "days_off",
        "Turns would be due only on days that do not count. Choose fewer of these days, or another day for the turns.",
    )
    if calendar.quiet:
        begin, end = calendar.quiet
        yield (
            calendar.is_quiet_at(turn_time),
            "quiet_from",
            f"Turns would be due at {turn_time:%H:%M}, during quiet hours ({begin:%H:%M} to {end:%H:%M}). "
            "Choose other quiet hours, or another time for the turns.",
        )


PROBLEMS: dict[str, Callable[[Any], Problems]] = {
    "steady": problems_of_steady,
    "bank": problems_of_bank,
    "slots": problems_of_slots,
    "untimed": lambda pace: iter(()),
}


def end_moment(day: date, time_of_day: time | None, zone: str) -> datetime:
    """Return a local time in UTC, the first if it occurs twice. Raise BadTerms if the zone skips it or the year is out of range."""
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise BadTerms("No game ends in that year. Choose a day within two years.")
    local = datetime.combine(day, time_of_day or USUAL_END_TIME, ZoneInfo(zone))
    instant = local.astimezone(UTC)
    if instant.astimezone(ZoneInfo(zone)).replace(tzinfo=None) != local.replace(tzinfo=None):
        raise BadTerms("Clocks are put forward that night, so there is no such time. Choose another hour.")
    return instant


def checked_end(ends_at: datetime, now: datetime) -> datetime:
    """Return the end of a game if a table may agree on it. Raise BadTerms otherwise."""
    if ends_at.tzinfo is None or ends_at <= now:
        raise BadTerms("The end of the game has to lie in the future. Choose a later day.")
    if ends_at < now + SOONEST_END:
        raise BadTerms("That is too soon for a game by letter: choose an end at least a day from now.")
    if ends_at > now + LATEST_END:
        raise BadTerms("That is too far off: choose an end within two years.")
    return ends_at
