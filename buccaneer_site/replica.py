"""Read public pages from a streaming replica (REPLICA_URL), to relieve the primary.

Only the views below use the replica, only for rows of games and leagues. After a request that may have written, the person's
browser reads from the primary until the replica must have caught up. If a view fails on the replica, the primary runs it.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from time import monotonic
from typing import Any

from django.conf import settings
from django.db import Error, connections
from django.db.models import Model
from django.http import HttpRequest, HttpResponse

from core.web import View

log = logging.getLogger(__name__)
READING = ContextVar("reading from the replica", default=False)
ROWS = ("games", "leagues")
"""Apps whose rows are read from the replica."""
FOR_ALL = frozenset(
    f"leagues:{name}"
    for name in (
        "ratings", "captain", "share_captain", "board", "rating", "leagues", "league", "share_league", "season", "share_season",
        "schedule", "division", "player", "corrections", "json", "csv", "calendar",
    )
)  # fmt: skip
"""Views with equal content for everyone, except for the reader's own recent changes."""
FOR_STRANGERS = frozenset((
    "lobby", "lobby_feed", "table", "feed", "story", "film", "film_at", "film_file", "history", "history_at", "record",
    "board_picture", "share_picture", "table_rules",
))  # fmt: skip
"""Views that show more to signed-in people, so that the replica serves them only to others."""
BEHIND = 30
"""Maximum lag of a usable replica, in seconds. In a running town, a sweep writes more often."""
LOOK_AGAIN = 5
"""Seconds between two measurements of the lag, and after a failure."""
COOKIE = "wrote"
MARKED = BEHIND + 2 * LOOK_AGAIN
"""Seconds for which a browser reads from the primary after a possible write: longer than the lag of any usable replica."""
LAG = "SELECT extract(epoch FROM now() - pg_last_xact_replay_timestamp())::float"
"""Query for the lag in seconds; NULL if the server is not a replica and so has no lag."""


class Router:
    """Django's database router: reads inside `reading` go to the replica, all other queries to the primary."""

    def db_for_read(self, model: type[Model], **hints: Any) -> str:
        return "replica" if READING.get() and model._meta.app_label in ROWS else "default"

    def db_for_write(self, model: type[Model], **hints: Any) -> str:
        return "default"

    def allow_relation(self, *_rows: Model, **hints: Any) -> bool:
        return True

    def allow_migrate(self, database: str, *_args: Any, **hints: Any) -> bool:
        return database == "default"


@contextmanager
def reading() -> Iterator[None]:
    """Read rows of games and leagues from the replica inside the `with` block."""
    token = READING.set(True)
    try:
        yield
    finally:
        READING.reset(token)


class Freshness:
    """Decides whether the replica may be used. Each process measures the lag every few seconds."""

    def __init__(self) -> None:
        self.until, self.is_good, self.lock = 0.0, False, Lock()

    def is_fresh(self) -> bool:
        """Return whether the replica answers and its lag is small enough."""
        with self.lock:
            if monotonic() < self.until:
                return self.is_good
            self.until = monotonic() + LOOK_AGAIN  # meanwhile, other threads use the last measurement
        lag = seconds_behind()
        self.note(lag is not None and lag <= BEHIND)
        return self.is_good

    def failed(self) -> None:
        """Stop using the replica for `LOOK_AGAIN` seconds."""
        self.until = monotonic() + LOOK_AGAIN
        self.note(False)

    def note(self, is_good: bool) -> None:
        if is_good != self.is_good:
            log.warning("public pages are read from the %s", "replica" if is_good else "primary: the replica is away or behind")
        self.is_good = is_good


def seconds_behind() -> float | None:
    """Return the replica's lag in seconds since the last change it has replayed, or None if it does not answer."""
    try:
        with connections["replica"].cursor() as cursor:
            cursor.execute(LAG)
            return float(cursor.fetchone()[0] or 0)
    except Error:
        return None


FRESHNESS = Freshness()


class ReadsFromReplica:
    """The last middleware: runs public views on the replica, and marks browsers that may have written."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            response.set_cookie(COOKIE, "1", MARKED, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE)
        return response

    def process_view(self, request: HttpRequest, view: Callable[..., Any], args: list[Any], kwargs: dict[str, Any]) -> HttpResponse | None:
        """Return the page from the replica, or None to run the view on the primary."""
        if not may_read(request) or not FRESHNESS.is_fresh():
            return None
        try:
            with reading():
                answer: HttpResponse = view(request, *args, **kwargs)
        except Error:
            FRESHNESS.failed()
            return None
        except Exception:  # for example, the replica lacks a new table: use the primary's answer
            return None
        return answer if answer.status_code < 400 else None


def may_read(request: HttpRequest) -> bool:
    """Return whether the request only reads public data, for a browser that has not written recently.

    The primary serves parts of an open page (htmx), because a socket has just announced a change that they must show.
    """
    if request.method not in ("GET", "HEAD") or COOKIE in request.COOKIES or "HX-Request" in request.headers or not request.resolver_match:
        return False
    name = request.resolver_match.view_name
    return name in FOR_ALL or (name in FOR_STRANGERS and not request.user.is_authenticated)
