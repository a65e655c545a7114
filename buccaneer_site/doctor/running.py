"""Check the servers that store data, the workers, the beat and its sweep, and the public pages at SITE_URL."""

import socket
import ssl
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import psycopg
import requests
from django.conf import settings
from django.core.cache import caches
from django.core.files.storage import InvalidStorageError, storages
from django.db import DatabaseError, connection

from buccaneer_site.celery import app
from buccaneer_site.probes import migrations_missing
from buccaneer_site.replica import BEHIND, seconds_behind
from core.redis_breaker import REDIS
from games.agreements.clock_queries import SILENT, state_of_the_clock
from games.moderation import reports
from notifications import backlog
from notifications.doctor.findings import Finding, found

ANSWERS_IN = 5
"""Seconds that a page may take."""
ASKED = 2.0
"""Seconds in which workers must answer."""
RENEWED = 14
"""Days before its end by which a certificate should have been renewed."""


def from_database() -> Iterator[Finding]:
    """Check what the database knows: the sweep, waiting letters, and hosts."""
    clock, post = state_of_the_clock(), backlog.of_the_post()
    silence = clock["heartbeat"]
    last = "never ran" if silence is None else f"ran {silence:.0f} seconds ago"
    yield found(
        "beat, sweep", silence is not None and silence <= SILENT, f"The last sweep {last}.",
        f"The last sweep {last}: start beat and a worker, and look at their logs.",
    )  # fmt: skip
    late = f"The clocks are {clock['late']:.0f} seconds late; the clock of this machine: {clock['clock']}. See docs/clock-limits.md."
    yield found("clocks", clock["is_ok"] or silence is None, "They are in time.", late)
    waits = f"The oldest has waited {post['out']} seconds to go, {post['in']} to be read"
    yield found("letters", not backlog.is_late(post), f"{waits}.", f"{waits}: look at the workers and at the relay.")
    hosts = reports.hosts().count()
    nobody = "Nobody can read reports or open /admin/: buccaneer createsuperuser"
    yield found("hosts", hosts > 0, f"{hosts} people can read reports.", nobody)


def workers() -> Iterator[Finding]:
    """Ask the workers which queues they take: each queue needs one."""
    if not settings.TOWN:
        yield Finding("workers", "off", "On one machine the site does all work in its own process.")
        return
    if REDIS.is_open:  # `redis` has just reported that it is down
        yield Finding("workers", "missing", "They cannot be asked while Redis is away.")
        return
    answers = app.control.inspect(timeout=ASKED).active_queues() or {}
    taken = {queue["name"] for queues in answers.values() for queue in queues}
    for name in (queue.name for queue in settings.CELERY_TASK_QUEUES):
        missing = f"No worker takes the queue {name}: buccaneer worker -Q {name} (its service: systemctl status 'buccaneer-*')"
        yield found("worker", name in taken, f"A worker takes the queue {name}.", missing)


def pages() -> Iterator[Finding]:
    """Fetch a page at SITE_URL, through the proxy."""
    try:
        health = requests.get(f"{settings.SITE_URL}/healthz", timeout=ANSWERS_IN, allow_redirects=False)
        front = requests.get(f"{settings.SITE_URL}/", timeout=ANSWERS_IN, allow_redirects=False)
    except requests.RequestException as error:
        silent = f"Nothing answers at {settings.SITE_URL} ({reason(error)})"
        yield Finding("pages", "missing", f"{silent}: start web server and proxy, look at DNS.")
        return
    if (health.status_code, health.text) != (200, "ok\n"):
        answered_by_another = f"{settings.SITE_URL}/healthz is answered by something else ({health.status_code})"
        yield Finding("pages", "missing", f"{answered_by_another}: let the proxy pass requests to the site.")
    elif front.is_redirect and front.headers["Location"].startswith("https:") and settings.SITE_URL.startswith("https:"):
        yield Finding("pages", "missing", "https leads to https without end: let the proxy set X-Forwarded-Proto, and the site believe it.")
    else:
        bad = f"The front page answers {front.status_code}: look at the log of the web server."
        yield found("pages", front.status_code == 200, f"{settings.SITE_URL} answers.", bad)
    if settings.SITE_URL.startswith("https:"):
        yield certificate()


def reason(error: requests.RequestException) -> str:
    if isinstance(error, requests.exceptions.SSLError):
        return "its certificate has run out, is of another name, or of nobody known"
    return "it takes too long" if isinstance(error, requests.Timeout) else "no connection"


def certificate() -> Finding:
    parts = urlsplit(settings.SITE_URL)
    try:
        with (
            socket.create_connection((parts.hostname, parts.port or 443), ANSWERS_IN) as plain,
            ssl.create_default_context().wrap_socket(plain, server_hostname=parts.hostname) as safe,
        ):
            ends = ssl.cert_time_to_seconds(str((safe.getpeercert() or {})["notAfter"]))
    except OSError:
        return Finding("https", "missing", "The certificate cannot be read: look at the proxy.")
    days = (ends - time.time()) / 86400
    soon = f"The certificate ends in {days:.0f} days: look why it was not renewed."
    return found("https", days > RENEWED, f"The certificate is valid for {days:.0f} days more.", soon)


CONNECTS_IN = 5
"""Seconds in which the database must accept a connection."""


def database() -> Finding:
    """Check that the database answers and fits this code."""
    try:
        why = why_refused()
        missing = not why and migrations_missing()
    except DatabaseError as error:
        why = str(error)
    if why:
        why = " ".join(why.split())[:200]
        return Finding("database", "missing", f"It does not answer ({why}): start it, and look at DATABASE_URL.")
    kind = connection.vendor
    return found("database", not missing, f"{kind} answers, and no migration is missing.", "It is older than this code: buccaneer migrate")


def why_refused() -> str:
    """Return why the database refuses connections, in its own words; "" if it accepts them. The pool would only report a timeout."""
    if connection.vendor != "postgresql":
        return ""
    try:
        psycopg.connect(**connection.get_connection_params(), connect_timeout=CONNECTS_IN).close()
    except psycopg.Error as error:
        return str(error)
    return ""


def films() -> Finding:
    """Check that the bucket for films can be used."""
    if not settings.MEDIA_S3:
        return Finding("films", "off", "MEDIA_S3 is not set: films lie in the data folder.")
    try:
        bucket: Any = storages["default"]
        fault = bucket.fault()
    except InvalidStorageError:
        fault = 'its library is missing: pip install "django-storages[s3]"'
    return found("films", not fault, "The bucket of MEDIA_S3 can be reached.", f"The bucket of MEDIA_S3 cannot be used: {fault}")


def replica() -> Finding:
    """Check that the replica answers and keeps up."""
    if not settings.REPLICA_URL:
        return Finding("replica", "off", "REPLICA_URL is not set: one database answers everything.")
    lag = seconds_behind()
    if lag is None:
        return Finding("replica", "missing", "It does not answer: start it, and look at REPLICA_URL. Until then the primary does its work.")
    late = f"Its last change is {lag:.0f} seconds old, so it is not used: look at pg_stat_replication on the primary."
    return found("replica", lag <= BEHIND, "It answers and keeps up.", late)


def redis() -> Finding:
    is_there = getattr(caches["default"], "is_there", None)
    if is_there is None:
        return Finding("Redis", "off", "On one machine none is needed.")
    missing = "It does not answer at REDIS_URL: start it. Until then letters, bots and clocks move only with each sweep of the timer."
    return found("Redis", is_there(), "It answers.", missing)
