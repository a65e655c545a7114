"""Check this machine: settings, the secret key, time zones, disk, data folder, static files, backups."""

import json
import re
import shutil
import stat
import tempfile
import time
import zoneinfo
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core import checks

from notifications.doctor.findings import Finding, found

LEAST_FREE, LEAST_SHARE = 2**30, 0.05
"""Bytes, and the share of a disk, that must be free: a full disk refuses letters and games."""
OLD_BACKUP = 2 * 24 * 3600
"""Seconds after which the newest backup is too old."""


def examine(backups: Path | None) -> Iterator[Finding]:
    """Run all checks of the machine; none needs a server."""
    yield from settings_in_order()
    yield secret_key()
    yield time_zones()
    yield disk()
    yield data_folder()
    yield static_files()
    yield backup(backups)


def settings_in_order() -> Iterator[Finding]:
    """Run the checks of `check --deploy`. Unreadable settings have ended the program before."""
    found_here = checks.run_checks(include_deployment_checks=settings.TOWN)
    messages = [message for message in found_here if message.level >= checks.WARNING and not message.is_silenced()]
    for message in messages:
        words = f"{message.id}: {message.msg} {message.hint or ''}"
        yield Finding("settings", "missing", " ".join(words.split()))
    if not messages:
        yield Finding("settings", "ok", "All settings can be read and agree with each other.")
    if settings.TOWN:
        nobody = "ADMINS is empty, so nobody is told when clocks stop or letters wait: set it to your addresses."
        yield found("ADMINS", bool(settings.ADMINS), "Faults are told by letter to ADMINS.", nobody)


def secret_key() -> Finding:
    """Check that the key is not a public one; its length was checked at the start."""
    file = settings.DATA / "secret.key"
    if not settings.TOWN and file.exists() and stat.S_IMODE(file.stat().st_mode) & 0o077:
        return Finding("secret key", "missing", f"Others on this machine can read {file}: chmod 600 {file}")
    if settings.SECRET_KEY_FALLBACKS:
        return Finding("secret key", "off", "Older keys count, too: take SECRET_KEY_FALLBACKS away 60 days after the change.")
    return Finding("secret key", "ok", "There is one, and no older key counts.")


def time_zones() -> Finding:
    """Check that time zone data exist and are current, because deadlines depend on them."""
    version = zone_version()
    year = int(version[:4]) if version else 0
    known = f"of {version}" if version else "missing, or do not say how old they are"
    old = f"The data on time zones are {known}: upgrade the package tzdata, then: buccaneer sweep --recompute"
    return found("time zones", year >= datetime.now(UTC).year - 1, f"The data on time zones are of {version}.", old)


def zone_version() -> str:
    """Return the version of the data in use, such as "2025b"; "" if there are none or it is unknown."""
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
    enough = usage.free >= LEAST_FREE and usage.free >= usage.total * LEAST_SHARE
    return found("disk", enough, f"{free}.", f"Only {free}: make room, or letters and moves will be refused.")


def data_folder() -> Finding:
    """Check that this user can write to the data folder."""
    try:
        with tempfile.TemporaryFile(dir=settings.DATA):
            return Finding("data folder", "ok", f"{settings.DATA} can be written.")
    except OSError as error:
        mend = "give it to the user of the services, or set BUCCANEER_DATA"
        return Finding("data folder", "missing", f"Cannot write to {settings.DATA} ({error.strerror}): {mend}.")


def static_files() -> Finding:
    """Check that the static files of this release were collected: pages of a town fail without them."""
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
    return found("static files", not left_out, f"All {len(ours)} are collected.", missing)


def backup(folder: Path | None) -> Finding:
    """Check that the newest file in the folder of backups is recent enough."""
    if folder is None:
        return Finding("backup", "off", "Name the folder of your backups to have their age checked: --backups FOLDER")
    times = [file.stat().st_mtime for file in folder.iterdir() if file.is_file()] if folder.is_dir() else []
    if not times:
        return Finding("backup", "missing", f"There is no backup in {folder}: docs/running.md says how to make one.")
    age = time.time() - max(times)
    old = f"The newest backup in {folder} is {age / 3600:.0f} hours old: look why no newer one was made."
    return found("backup", age < OLD_BACKUP, f"The newest is {age / 3600:.0f} hours old.", old)
