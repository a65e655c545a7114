"""Check the servers that store: the database and Redis."""

from django.core.cache import caches
from django.db import DatabaseError, connection

from buccaneer_site.probes import migrations_missing
from notifications.doctor.findings import Finding, found


def database() -> Finding:
    """Check that the database answers and fits this code."""
    try:
        missing = migrations_missing()
    except DatabaseError as error:
        why = " ".join(str(error).split())[:200]
        return Finding("database", "missing", f"It does not answer ({why}): start it, and look at DATABASE_URL.")
    kind = connection.vendor
    return found("database", not missing, f"{kind} answers, and no migration is missing.", "It is older than this code: buccaneer migrate")


def redis() -> Finding:
    is_there = getattr(caches["default"], "is_there", None)
    if is_there is None:
        return Finding("Redis", "off", "On one machine none is needed.")
    missing = "It does not answer at REDIS_URL: start it. Until then letters, bots and clocks move only with each sweep of the timer."
    return found("Redis", is_there(), "It answers.", missing)
