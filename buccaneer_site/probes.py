"""Probes for machines: liveness (`/healthz`), readiness (`/readyz`) and metrics (`/metrics`). No probe names a person or game.

Probes run before all other middleware, because their requests use an IP address and no host name. Metrics of the whole site
are read from the database and the broker at each scrape, so they stay right with several machines and after restarts.
"""

import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import cache
from hmac import compare_digest
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Count
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.utils import timezone
from kombu.exceptions import OperationalError
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from redis.exceptions import RedisError

from buccaneer_site.celery import app
from core.infrastructure import REDIS
from core.metrics import REQUEST_SECONDS, REQUESTS, counted
from core.web import View
from games.agreements.clock_queries import state_of_the_clock
from games.models import Game, Wait
from notifications import home, operators
from notifications.models import Delivery, LetterIn

METHODS = ("GET", "HEAD", "POST", "OPTIONS")
A_DAY = timedelta(days=1)
Figures = Iterator[Metric]


def probes(get_response: View) -> View:
    """Serve the probe URLs before any other middleware runs."""

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = PROBES.get(request.path_info) if request.method in ("GET", "HEAD") else None
        return answer(request) if answer else get_response(request)

    return middleware


def healthz(request: HttpRequest) -> HttpResponse:
    """Answer that the process lives. Nothing else is checked, because restarting the process would mend no other fault."""
    return plain_response(["ok"])


def readyz(request: HttpRequest) -> HttpResponse:
    """Answer 503 if the database is down or migrations are missing. The other lines inform operators; pages work without them."""
    try:
        missing = migrations_missing()
        lines = [f"migrations {'missing' if missing else 'ok'}", redis_line()]
        lines += [] if missing else work_lines()
    except DatabaseError:
        return plain_response(["not ready", "database away", redis_line()], 503)
    return plain_response(["not ready" if missing else "ok", "database ok", *lines], 503 if missing else 200)


def migrations_missing() -> bool:
    """Return whether the code needs a newer database."""
    return not newest_migrations() <= MigrationRecorder(connection).applied_migrations().keys()


@cache
def newest_migrations() -> frozenset[tuple[str, str]]:
    """Return the last migration of each app in the code, as (app, name)."""
    return frozenset(MigrationLoader(None).graph.leaf_nodes())


def redis_line() -> str:
    is_there = getattr(caches["default"], "is_there", None)
    if is_there is None:
        return "redis not used"
    return "redis ok" if is_there() else "redis away"


def work_lines() -> list[str]:
    """Return lines about late clocks and letters, the last sweep, and whether the site is quiet."""
    clock, waiting = state_of_the_clock(), operators.letters_waiting()
    return [
        f"clocks {'ok' if clock['is_ok'] else 'not ok'}, late {clock['late']} s",
        f"sweep {'none yet' if clock['heartbeat'] is None else str(clock['heartbeat']) + ' s ago'}",
        f"letters {'late' if operators.are_late(waiting) else 'ok'}, out {waiting['out']} s, in {waiting['in']} s",
        f"quiet {'yes' if home.is_quiet() else 'no'}",
    ]


def plain_response(lines: list[str], status: int = 200) -> HttpResponse:
    return HttpResponse("\n".join(lines) + "\n", status=status, content_type="text/plain", headers={"Cache-Control": "no-store"})


# -- metrics --------------------------------------------------------------------------------------------
def counts_requests(get_response: View) -> View:
    """Count each request by the name of its view, and measure its duration in seconds."""

    def middleware(request: HttpRequest) -> HttpResponse:
        start = time.perf_counter()
        response = get_response(request)
        view, method = view_of(request), request.method if request.method in METHODS else "other"
        REQUESTS.labels(view, method, str(response.status_code)).inc()
        REQUEST_SECONDS.labels(view).observe(time.perf_counter() - start)
        return response

    return middleware


def view_of(request: HttpRequest) -> str:
    """Return the name of the request's view; "file" for static files, "none" for an unknown URL."""
    if request.resolver_match is not None:
        return request.resolver_match.view_name or "unnamed"
    return "file" if request.path_info.startswith(settings.STATIC_PREFIX) else "none"


def may_read(request: HttpRequest) -> bool:
    """Return whether the reader has the token and an allowed IP address, as far as each is set; False if neither is set."""
    if not (settings.METRICS_TOKEN or settings.METRICS_FROM):
        return False
    credentials = request.headers.get("Authorization", "").encode()
    if settings.METRICS_TOKEN and not compare_digest(credentials, f"Bearer {settings.METRICS_TOKEN}".encode()):
        return False
    if not settings.METRICS_FROM:
        return True
    try:
        ip = ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    return any(ip in network for network in settings.METRICS_FROM)


def metrics(request: HttpRequest) -> HttpResponse:
    """Return all metrics, or 404 for a reader without permission. Nobody has permission unless METRICS_TOKEN or METRICS_FROM is set."""
    if not may_read(request):
        return HttpResponseNotFound("Not found.\n", content_type="text/plain")
    return HttpResponse(exposition(), content_type=CONTENT_TYPE_LATEST, headers={"Cache-Control": "no-store"})


class Site:
    """A registry for Prometheus' client, which prints the metrics that `collect` yields."""

    def collect(self) -> Figures:
        """Yield every metric. If the database is down, its metrics are missing and `buccaneer_database_up` is 0."""
        yield from counted().collect()
        yield from broker()
        try:
            figures = [figure for part in FROM_DATABASE for figure in part()]
        except DatabaseError:
            figures = []
        yield one("database_up", "Whether the database answers.", bool(figures))
        yield from figures


def exposition() -> bytes:
    return generate_latest(Site())


def one(name: str, words: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"buccaneer_{name}", words, value)


def many(name: str, words: str, labels: tuple[str, ...], rows: dict[tuple[str, ...], float]) -> GaugeMetricFamily:
    figure = GaugeMetricFamily(f"buccaneer_{name}", words, labels=labels)
    for values, value in rows.items():
        figure.add_metric(values, value)
    return figure


def broker() -> Figures:
    """Yield whether Redis answers (where Redis is used), and the lengths of Celery's queues if they can be read."""
    is_there = getattr(caches["default"], "is_there", None)
    up = is_there is None or bool(is_there())
    yield one("redis_up", "Whether Redis answers; 1 on one machine, which needs none.", up)
    if up:
        lengths = queue_lengths()
        yield many("queue_length", "Tasks that wait in a queue of Celery.", ("queue",), lengths)


def queue_lengths() -> dict[tuple[str, ...], float]:
    """Return {(queue,): number of tasks not yet taken by a worker}; {} if the broker does not answer."""
    try:
        with app.connection_for_read() as connection:
            channel: Any = connection.default_channel
            return {(queue.name,): channel._size(queue.name) for queue in settings.CELERY_TASK_QUEUES}
    except (OperationalError, RedisError, OSError) as error:
        REDIS.failed(error)
        return {}


def games() -> Figures:
    rows = Game.objects.values_list("status").annotate(Count("pk"))
    yield many("games", "Tables, by their state; stuck: set aside after a fault.", ("status",), by_all(Game.Status.values, rows))


def clocks() -> Figures:
    clock, running = state_of_the_clock(), Wait.objects.filter(closed_at=None, game__status=Game.Status.RUNNING)
    yield one("waits_overdue", "Turns whose time has run out and that nobody has taken yet.", running.exclude(overdue_at=None).count())
    yield one("clock_late_seconds", "How late the sweep is with the step of a clock that is longest due.", clock["late"])
    yield one("clock_trusted", "Whether this machine's clock agrees with the last sweep.", clock["clock"] == "ok")
    if clock["heartbeat"] is not None:
        yield one("sweep_age_seconds", "Time since the last sweep.", clock["heartbeat"])


def letters() -> Figures:
    """Yield metrics of outgoing and incoming letters. Counts cover the last day, because older rows are deleted gradually."""
    out = Delivery.objects.filter(notice__created_at__gt=timezone.now() - A_DAY)
    fates = out.values_list("transport", "state", "fate").annotate(Count("pk"))
    yield many(
        "letters", "Letters, posts and messages of the last day, by how far they have come.", ("transport", "state", "fate"),
        {(transport, state, fate or "unknown"): number for transport, state, fate, number in fates},
    )  # fmt: skip
    came = LetterIn.objects.filter(received_at__gt=timezone.now() - A_DAY).values_list("state").annotate(Count("pk"))
    yield many("letters_in", "Letters that came in within a day, by what became of them.", ("state",), by_all(LetterIn.State.values, came))
    oldest = operators.letters_waiting()
    words = "How long the oldest letter has waited to be sent (out) or read (in)."
    yield many("oldest_letter_seconds", words, ("way",), {(way,): seconds for way, seconds in oldest.items()})
    yield one("quiet", "Whether the site holds back everything that would leave it.", home.is_quiet())


def by_all(values: list[str], rows: object) -> dict[tuple[str, ...], float]:
    """Return {(value,): number}, with 0 for values without a row, so that an alert can tell "none" from "unknown"."""
    numbers = dict(rows)  # type: ignore[call-overload]
    return {(value,): numbers.get(value, 0) for value in values}


FROM_DATABASE: tuple[Callable[[], Figures], ...] = (games, clocks, letters)

PROBES = {"/healthz": healthz, "/readyz": readyz, "/metrics": metrics}
