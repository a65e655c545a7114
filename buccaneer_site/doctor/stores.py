"""Check the servers that store data: the database, Redis and the bucket of films."""

from typing import Any

import psycopg
from django.conf import settings
from django.core.cache import caches
from django.core.files.storage import InvalidStorageError, storages
from django.db import DatabaseError, connection

from buccaneer_site.probes import migrations_missing
from buccaneer_site.replica import BEHIND, seconds_behind
from notifications.doctor.findings import Finding, found

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
