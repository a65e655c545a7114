"""`buccaneer doctor`: check everything that a running site needs; for each problem, say what is missing and what to do."""

import json
import re
import shutil
import socket
import ssl
import stat
import tempfile
import time
import zoneinfo
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import requests
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core import checks
from django.core.cache import caches
from django.core.files.storage import InvalidStorageError, storages
from django.db import DatabaseError, connection

from buccaneer_site.celery import app
from buccaneer_site.probes import migrations_missing
from buccaneer_site.replica import BEHIND, seconds_behind
from core.infrastructure import REDIS
from games.agreements.clock_queries import SILENT, state_of_the_clock
from games.moderation import reports
from notifications import operators
from notifications.doctor import Finding, checked
from notifications.doctor.checks import examine as examine_post

MIN_FREE, MIN_SHARE = 2**30, 0.05
"""Minimum free space of a disk, in bytes and as a share of the disk. A full disk refuses letters and games."""
OLD_BACKUP = 2 * 24 * 3600
"""Age in seconds at which the newest backup is too old."""
ANSWERS_IN = 5
"""Seconds in which a page must answer."""
ASKED = 2.0
"""Seconds in which workers must answer."""
CONNECTS_IN = 5
"""Seconds in which the database must accept a connection."""
RENEWED = 14
"""Days before its expiry by which a certificate should have been renewed."""


def examine(backups: Path | None = None, with_letter: bool = False) -> Iterator[Finding]:
    """Check everything. `with_letter` sends a test letter. Without the database, skip the checks that read from the database."""
    yield from settings_in_order()
    yield secret_key()
    yield time_zones()
    yield disk()
    yield data_folder()
    yield static_files()
    yield backup(backups)
    of_database = database()
    yield of_database
    yield replica()
    yield redis()
    yield films()
    if of_database.state == "ok":
        yield from from_database()
    yield from workers()
    yield from pages()
    yield from examine_post(with_letter)


# -- this machine ---------------------------------------------------------------------------------------
def settings_in_order() -> Iterator[Finding]:
    """Run the checks of `check --deploy`. Unreadable settings have ended the program earlier."""
    found_here = checks.run_checks(include_deployment_checks=settings.TOWN)
    messages = [message for message in found_here if message.level >= checks.WARNING and not message.is_silenced()]
    for message in messages:
        words = f"{message.id}: {message.msg} {message.hint or ''}"
        yield Finding("settings", "missing", " ".join(words.split()))
    if not messages:
        yield Finding("settings", "ok", "All settings can be read and agree with each other.")
    if settings.TOWN:
        nobody = "ADMINS is empty, so nobody is told when clocks stop or letters wait: set it to your addresses."
        yield checked("ADMINS", bool(settings.ADMINS), "Faults are told by letter to ADMINS.", nobody)


def secret_key() -> Finding:
    """Check that others cannot read the secret key, and that no older key counts. The settings have checked its length."""
    file = settings.DATA / "secret.key"
    if not settings.TOWN and file.exists() and stat.S_IMODE(file.stat().st_mode) & 0o077:
        return Finding("secret key", "missing", f"Others on this machine can read {file}: chmod 600 {file}")
    if settings.SECRET_KEY_FALLBACKS:
        return Finding("secret key", "off", "Older keys count, too: take SECRET_KEY_FALLBACKS away 60 days after the change.")
    return Finding("secret key", "ok", "There is one, and no older key counts.")


def time_zones() -> Finding:
    """Check that time zone data exist and are current, because deadlines depend on the data."""
    version = zone_version()
    year = int(version[:4]) if version else 0
    known = f"of {version}" if version else "missing, or do not say how old they are"
    old = f"The data on time zones are {known}: upgrade the package tzdata, then: buccaneer sweep --recompute"
    return checked("time zones", year >= datetime.now(UTC).year - 1, f"The data on time zones are of {version}.", old)


def zone_version() -> str:
    """Return the version of the time zone data in use, such as "2025b"; "" if there are no data or the version is unknown."""
    system = [Path(folder) / "tzdata.zi" for folder in zoneinfo.TZPATH]
    packaged = resources.files("tzdata") / "zoneinfo" / "tzdata.zi"
    for file in (*system, packaged):
        if file.is_file():
            with file.open(encoding="utf-8") as lines:
                named = re.match(r"# version (\d{4}\w*)", lines.readline())
            return named[1] if named else ""
    return ""


def disk() -> Finding:
    usage = shutil.disk_usage(settings.DATA if settings.DATA.exists() else "/")
    free = f"{usage.free / 2**30:.1f} GB of {usage.total / 2**30:.0f} GB are free for the data folder"
    enough = usage.free >= MIN_FREE and usage.free >= usage.total * MIN_SHARE
    return checked("disk", enough, f"{free}.", f"Only {free}: make room, or letters and moves will be refused.")


def data_folder() -> Finding:
    try:
        with tempfile.TemporaryFile(dir=settings.DATA):
            return Finding("data folder", "ok", f"{settings.DATA} can be written.")
    except OSError as error:
        mend = "give it to the user of the services, or set BUCCANEER_DATA"
        return Finding("data folder", "missing", f"Cannot write to {settings.DATA} ({error.strerror}): {mend}.")


def static_files() -> Finding:
    """Check that this release's static files have been collected. A town (a site with PostgreSQL) cannot draw pages without them."""
    if not settings.TOWN:
        return Finding("static files", "off", "On one machine they are served from where they are.")
    try:
        manifest = settings.STATIC_ROOT / "staticfiles.json"
        collected, collected_at = json.loads(manifest.read_text())["paths"].keys(), manifest.stat().st_mtime
    except (OSError, ValueError, KeyError):
        collected, collected_at = set(), 0.0
    ours = {path: storage for finder in get_finders() for path, storage in finder.list([])}
    left_out = [path for path, storage in ours.items() if path not in collected or Path(storage.path(path)).stat().st_mtime > collected_at]
    missing = (
        f"{len(left_out)} of {len(ours)} static files are not collected, or older than this release: buccaneer collectstatic --noinput"
    )
    return checked("static files", not left_out, f"All {len(ours)} are collected.", missing)


def backup(folder: Path | None) -> Finding:
    """Check that the newest file in the folder of backups is recent enough."""
    if folder is None:
        return Finding("backup", "off", "Name the folder of your backups to have their age checked: --backups FOLDER")
    times = [file.stat().st_mtime for file in folder.iterdir() if file.is_file()] if folder.is_dir() else []
    if not times:
        return Finding("backup", "missing", f"There is no backup in {folder}: docs/running.md says how to make one.")
    age = time.time() - max(times)
    old = f"The newest backup in {folder} is {age / 3600:.0f} hours old: look why no newer one was made."
    return checked("backup", age < OLD_BACKUP, f"The newest is {age / 3600:.0f} hours old.", old)


# -- servers that store data, running processes, the public pages ---------------------------------------
def from_database() -> Iterator[Finding]:
    """Check the sweep, the clocks, waiting letters and hosts, as stored in the database."""
    clock, post = state_of_the_clock(), operators.letters_waiting()
    silence = clock["heartbeat"]
    last = "never ran" if silence is None else f"ran {silence:.0f} seconds ago"
    yield checked(
        "beat, sweep", silence is not None and silence <= SILENT, f"The last sweep {last}.",
        f"The last sweep {last}: start beat and a worker, and look at their logs.",
    )  # fmt: skip
    late = f"The clocks are {clock['late']:.0f} seconds late; the clock of this machine: {clock['clock']}. See docs/clock-limits.md."
    yield checked("clocks", clock["is_ok"] or silence is None, "They are in time.", late)
    waits = f"The oldest has waited {post['out']} seconds to go, {post['in']} to be read"
    yield checked("letters", not operators.are_late(post), f"{waits}.", f"{waits}: look at the workers and at the relay.")
    hosts = reports.hosts().count()
    nobody = "Nobody can read reports or open /admin/: buccaneer createsuperuser"
    yield checked("hosts", hosts > 0, f"{hosts} people can read reports.", nobody)


def workers() -> Iterator[Finding]:
    """Ask the workers which queues they consume. Each queue needs a worker."""
    if not settings.TOWN:
        yield Finding("workers", "off", "On one machine the site does all work in its own process.")
        return
    if REDIS.is_open:  # the check of Redis has just found it down
        yield Finding("workers", "missing", "They cannot be asked while Redis is away.")
        return
    answers = app.control.inspect(timeout=ASKED).active_queues() or {}
    taken = {queue["name"] for queues in answers.values() for queue in queues}
    for name in (queue.name for queue in settings.CELERY_TASK_QUEUES):
        missing = f"No worker takes the queue {name}: buccaneer worker -Q {name} (its service: systemctl status 'buccaneer-*')"
        yield checked("worker", name in taken, f"A worker takes the queue {name}.", missing)


def pages() -> Iterator[Finding]:
    """Fetch pages at SITE_URL, through the proxy, and check the answers and the certificate."""
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
        yield checked("pages", front.status_code == 200, f"{settings.SITE_URL} answers.", bad)
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
    return checked("https", days > RENEWED, f"The certificate is valid for {days:.0f} days more.", soon)


def database() -> Finding:
    """Check that the database answers and needs no migration."""
    try:
        why = why_refused()
        missing = not why and migrations_missing()
    except DatabaseError as error:
        why = str(error)
    if why:
        why = " ".join(why.split())[:200]
        return Finding("database", "missing", f"It does not answer ({why}): start it, and look at DATABASE_URL.")
    kind = connection.vendor
    old = "It is older than this code: buccaneer migrate"
    return checked("database", not missing, f"{kind} answers, and no migration is missing.", old)


def why_refused() -> str:
    """Return PostgreSQL's own reason for refusing connections, or "". The connection pool would only report a timeout."""
    if connection.vendor != "postgresql":
        return ""
    try:
        psycopg.connect(**connection.get_connection_params(), connect_timeout=CONNECTS_IN).close()
    except psycopg.Error as error:
        return str(error)
    return ""


def films() -> Finding:
    if not settings.MEDIA_S3:
        return Finding("films", "off", "MEDIA_S3 is not set: films lie in the data folder.")
    try:
        bucket: Any = storages["default"]
        fault = bucket.fault()
    except InvalidStorageError:
        fault = 'its library is missing: pip install "django-storages[s3]"'
    return checked("films", not fault, "The bucket of MEDIA_S3 can be reached.", f"The bucket of MEDIA_S3 cannot be used: {fault}")


def replica() -> Finding:
    if not settings.REPLICA_URL:
        return Finding("replica", "off", "REPLICA_URL is not set: one database answers everything.")
    lag = seconds_behind()
    if lag is None:
        return Finding("replica", "missing", "It does not answer: start it, and look at REPLICA_URL. Until then the primary does its work.")
    late = f"Its last change is {lag:.0f} seconds old, so it is not used: look at pg_stat_replication on the primary."
    return checked("replica", lag <= BEHIND, "It answers and keeps up.", late)


def redis() -> Finding:
    is_there = getattr(caches["default"], "is_there", None)
    if is_there is None:
        return Finding("Redis", "off", "On one machine none is needed.")
    missing = "It does not answer at REDIS_URL: start it. Until then letters, bots and clocks move only with each sweep of the timer."
    return checked("Redis", is_there(), "It answers.", missing)
