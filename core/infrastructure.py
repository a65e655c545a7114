"""Errors that are not ours: something we depend on (database, Redis, disk, network) did not answer.

They say nothing about the letter or the game at hand, so they never count as an attempt at it.
"""

from django.db import InterfaceError, OperationalError
from kombu.exceptions import OperationalError as BrokerError
from redis.exceptions import RedisError

SERVERS = (OperationalError, InterfaceError, BrokerError, RedisError)
"""Errors of our own servers."""
FAULTS = (*SERVERS, OSError)
"""The same, with errors of this machine: no disk space, no memory, no network."""

FULL = ("disk is full", "no space left")
"""The messages of SQLite, and of PostgreSQL and the system, for a full disk."""


def is_full(error: BaseException | None) -> bool:
    """Return whether this error says that a disk is full."""
    return isinstance(error, FAULTS) and any(words in str(error).lower() for words in FULL)
