"""Probes for machines: liveness (`/healthz`), readiness (`/readyz`) and metrics (`/metrics`).

They are answered before everything else, since probes use an IP address and no host name. None reveals anything about people
or games.
"""

from functools import cache

from django.core.cache import caches
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse

from buccaneer_site import metrics
from core.web import View
from games.agreements.clock_queries import state_of_the_clock
from notifications import backlog, home


def probes(get_response: View) -> View:
    """Serve these URLs before any other middleware runs."""

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = PROBES.get(request.path_info) if request.method in ("GET", "HEAD") else None
        return answer(request) if answer else get_response(request)

    return middleware


def healthz(request: HttpRequest) -> HttpResponse:
    """Answer that the process lives. Nothing else is checked, as a restart of this process would mend no other fault."""
    return plain_response(["ok"])


def readyz(request: HttpRequest) -> HttpResponse:
    """Answer 503 without the database, or with missing migrations. The other lines are for operators: pages work without them."""
    try:
        missing = migrations_missing()
        lines = [f"migrations {'missing' if missing else 'ok'}", redis_line()]
        lines += [] if missing else [*clock_lines(), letters_line(), f"quiet {'yes' if home.is_quiet() else 'no'}"]
    except DatabaseError:
        return plain_response(["not ready", "database away", redis_line()], 503)
    return plain_response(["not ready" if missing else "ok", "database ok", *lines], 503 if missing else 200)


def migrations_missing() -> bool:
    """Return whether this code needs a newer database."""
    return not newest_migrations() <= MigrationRecorder(connection).applied_migrations().keys()


@cache
def newest_migrations() -> frozenset[tuple[str, str]]:
    """Return (app, name) of the last migration of each app in this code."""
    return frozenset(MigrationLoader(None).graph.leaf_nodes())


def redis_line() -> str:
    is_there = getattr(caches["default"], "is_there", None)
    if is_there is None:
        return "redis not used"
    return "redis ok" if is_there() else "redis away"


def clock_lines() -> list[str]:
    """Return how late the clocks are, and when the sweep last ran."""
    clock = state_of_the_clock()
    heartbeat = "none yet" if clock["heartbeat"] is None else f"{clock['heartbeat']} s ago"
    return [f"clocks {'ok' if clock['is_ok'] else 'not ok'}, late {clock['late']} s", f"sweep {heartbeat}"]


def letters_line() -> str:
    """Return how long letters have waited to be sent and to be read."""
    waiting = backlog.of_the_post()
    return f"letters {'late' if backlog.is_late(waiting) else 'ok'}, out {waiting['out']} s, in {waiting['in']} s"


def plain_response(lines: list[str], status: int = 200) -> HttpResponse:
    return HttpResponse("\n".join(lines) + "\n", status=status, content_type="text/plain", headers={"Cache-Control": "no-store"})


PROBES = {"/healthz": healthz, "/readyz": readyz, "/metrics": metrics.page}
