"""What machines ask the site about itself: does the process live (`/healthz`), can it serve (`/readyz`)?

Answered before anything else, as probes come by address and know no name of ours. Neither says anything about people or games.
"""

from functools import cache

from django.core.cache import caches
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse

from core.web import View
from games.clock_overview.clock_queries import state_of_the_clock
from notifications import backlog, home


def probes(get_response: View) -> View:
    """The two addresses, in front of everything."""

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = PROBES.get(request.path_info) if request.method in ("GET", "HEAD") else None
        return answer(request) if answer else get_response(request)

    return middleware


def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers. Nothing else is looked at: what is wrong elsewhere is not mended by starting this process anew."""
    return plain_response(["ok"])


def readyz(request: HttpRequest) -> HttpResponse:
    """Not ready (503) without the database, or while it lacks migrations. The rest is for those who watch the site: pages work without."""
    try:
        missing = migrations_missing()
        lines = [f"migrations {'missing' if missing else 'ok'}", redis_line()]
        lines += [] if missing else [*clock_lines(), letters_line(), f"quiet {'yes' if home.is_quiet() else 'no'}"]
    except DatabaseError:
        return plain_response(["not ready", "database away", redis_line()], 503)
    return plain_response(["not ready" if missing else "ok", "database ok", *lines], 503 if missing else 200)


def migrations_missing() -> bool:
    """Does this code want a newer database?"""
    return not newest_migrations() <= MigrationRecorder(connection).applied_migrations().keys()


@cache
def newest_migrations() -> frozenset[tuple[str, str]]:
    """(app, name) of the last migration of each app in this code."""
    return frozenset(MigrationLoader(None).graph.leaf_nodes())


def redis_line() -> str:
    is_there = getattr(caches["default"], "is_there", None)
    if is_there is None:
        return "redis not used"
    return "redis ok" if is_there() else "redis away"


def clock_lines() -> list[str]:
    """How late the clocks are, and when the sweep was last at work."""
    found = state_of_the_clock()
    heartbeat = "none yet" if found["heartbeat"] is None else f"{found['heartbeat']} s ago"
    return [f"clocks {'ok' if found['is_ok'] else 'not ok'}, late {found['late']} s", f"sweep {heartbeat}"]


def letters_line() -> str:
    """How long letters have waited to go, and to be read."""
    found = backlog.of_the_post()
    return f"letters {'late' if backlog.is_late(found) else 'ok'}, out {found['out']} s, in {found['in']} s"


def plain_response(lines: list[str], status: int = 200) -> HttpResponse:
    return HttpResponse("\n".join(lines) + "\n", status=status, content_type="text/plain", headers={"Cache-Control": "no-store"})


PROBES = {"/healthz": healthz, "/readyz": readyz}
