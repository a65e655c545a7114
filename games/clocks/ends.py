"""The agreed time at which a table ends: the round running then is the last."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from games.clocks.terms import BadTerms

SOONEST, LATEST = timedelta(days=1), timedelta(days=731)
USUAL = time(20)
FIRST_YEAR, LAST_YEAR = 2000, 2999
"""Years that stay within the range of dates in any time zone."""


def moment(day: date, time_of_day: time | None, zone: str) -> datetime:
    """Return this local time in UTC; in a doubled hour, the first. Raises BadTerms if the zone skips it or the year is out of range."""
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise BadTerms("No game ends in that year. Choose a day within two years.")
    local = datetime.combine(day, time_of_day or USUAL, ZoneInfo(zone))
    instant = local.astimezone(UTC)
    if instant.astimezone(ZoneInfo(zone)).replace(tzinfo=None) != local.replace(tzinfo=None):
        raise BadTerms("Clocks are put forward that night, so there is no such time. Choose another hour.")
    return instant


def checked_end(ends_at: datetime, now: datetime) -> datetime:
    """Return the end if a table may agree on it. Raises BadTerms otherwise."""
    if ends_at.tzinfo is None or ends_at <= now:
        raise BadTerms("The end of the game has to lie in the future. Choose a later day.")
    if ends_at < now + SOONEST:
        raise BadTerms("That is too soon for a game by letter: choose an end at least a day from now.")
    if ends_at > now + LATEST:
        raise BadTerms("That is too far off: choose an end within two years.")
    return ends_at
