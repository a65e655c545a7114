"""Infrastructure errors: a database, Redis, the disk or the network did not answer. They never count as an attempt."""

from django.db import InterfaceError, OperationalError
from kombu.exceptions import OperationalError as BrokerError
from redis.exceptions import RedisError

SERVERS = (OperationalError, InterfaceError, BrokerError, RedisError)
"""Errors of this site's servers."""
FAULTS = (*SERVERS, OSError)
"""Server errors, and errors of this machine: no disk space, memory or network."""

FULL = ("disk is full", "no space left")
"""Messages of SQLite, PostgreSQL and the operating system about a full disk."""


def is_full(error: BaseException | None) -> bool:
    """Return whether this error reports a full disk."""
    return isinstance(error, FAULTS) and any(words in str(error).lower() for words in FULL)
