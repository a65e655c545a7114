"""Provide a calendar of a person's deadlines and events at a secret URL. A read changes nothing."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import reverse

from accounts.models import User
from core.plain_text import one_line
from core.registry import Registry

from . import addresses
from .models import Feed

if TYPE_CHECKING:
    from icalendar import Event


@dataclass(frozen=True, slots=True)
class Date:
    """A calendar entry: a deadline or an event. An `is_all_day` entry has dates without times."""

    uid: str
    begin: datetime
    until: datetime | None
    title: str
    link: str
    sequence: int = 0
    is_cancelled: bool = False
    is_all_day: bool = False


DATES: Registry[str, Callable[[User], Iterable[Date]]] = Registry()
"""`dates(user)` returns a person's deadlines and events, including those of the last few days."""


def link_of(user: User) -> str:
    feed = Feed.objects.filter(user=user).first()
    if feed is None:
        return ""
    return settings.SITE_URL + reverse("notifications:calendar", args=[addresses.mint(addresses.CALENDAR, feed.ident)])


def renew_feed(user: User) -> None:
    """Create a new secret URL for a person's calendar; the old URL stops working."""
    Feed.objects.update_or_create(user=user, defaults={"ident": addresses.new_ident()})


def owner_of(key: str) -> User | None:
    known = addresses.verify(key, (addresses.CALENDAR,))
    feed = Feed.objects.select_related("user").filter(ident=known[1], user__is_active=True).first() if known else None
    return feed.user if feed else None


def feed_of(user: User) -> bytes:
    dates = [date for find in DATES.values() for date in find(user)]
    return write_calendar(dates, "Buccaneer", ZoneInfo(user.time_zone))


def write_calendar(dates: list[Date], name: str, zone: tzinfo = UTC) -> bytes:
    """Return an RFC 5545 calendar. The same entries always give the same bytes."""
    from icalendar import Calendar  # 2 MB, and few requests ask for a calendar

    calendar = Calendar()
    calendar.add("prodid", "-//Buccaneer//what waits for me//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", one_line(name))
    for date in dates:
        calendar.add_component(event_of(date, zone))
    return bytes(calendar.to_ical())


def event_of(date: Date, zone: tzinfo) -> "Event":
    from icalendar import Event

    event = Event()
    event.add("uid", f"{date.uid}@{urlsplit(settings.SITE_URL).hostname}")
    event.add("transp", "TRANSPARENT")  # a deadline is not an appointment: the day stays free
    event.add("dtstamp", date.begin.astimezone(UTC))
    told_in = zone if date.is_all_day else UTC
    begin = date.begin.astimezone(told_in)
    event.add("dtstart", begin.date() if date.is_all_day else begin)
    if date.until:
        until = date.until.astimezone(told_in)
        event.add("dtend", until.date() + timedelta(days=1) if date.is_all_day else until)  # the day after the last
    event.add("sequence", date.sequence)
    event.add("summary", one_line(date.title, 120))
    event.add("url", date.link)
    event.add("status", "CANCELLED" if date.is_cancelled else "CONFIRMED")
    return event
