"""Classify infrastructure errors, which never count as an attempt, and skip calls to Redis while Redis is down."""

import logging
from threading import Lock
from time import monotonic

from django.db import InterfaceError, OperationalError
from kombu.exceptions import OperationalError as BrokerError
from redis.exceptions import RedisError

SERVERS = (OperationalError, InterfaceError, BrokerError, RedisError)
"""Errors of the site's servers: database, broker and Redis."""
FAULTS = (*SERVERS, OSError)
"""Server errors, and errors of the machine: no disk space, memory or network."""
FULL = ("disk is full", "no space left")
"""Parts of the messages of SQLite, PostgreSQL and the operating system about a full disk."""
logger = logging.getLogger(__name__)
CONNECT, ANSWER = 0.5, 2.0
"""Timeouts in seconds, for a connection and for an answer."""
AGAIN = 5.0
"""Seconds between two attempts to reach a server that is down; all other calls skip the server."""


def is_full(error: BaseException | None) -> bool:
    """Return whether the error reports a full disk."""
    return isinstance(error, FAULTS) and any(words in str(error).lower() for words in FULL)


class Breaker:
    """A circuit breaker, open while a server is down: calls that need the server are skipped at once."""

    def __init__(self, name: str):
        self.name, self.until, self.lock = name, 0.0, Lock()

    @property
    def is_open(self) -> bool:
        return self.until > 0

    def lets_through(self) -> bool:
        """Return whether a call may go to the server. While the server is down, one call every few seconds may."""
        if not self.until:
            return True
        with self.lock:
            if monotonic() < self.until:
                return False
            self.until = monotonic() + AGAIN
            return True

    def failed(self, error: Exception) -> None:
        if not self.until:
            logger.error("%s is away (%s): the site goes on without it", self.name, type(error).__name__)
        self.until = monotonic() + AGAIN

    def answered(self) -> None:
        if self.until:
            self.until = 0.0
            logger.warning("%s is there again", self.name)


REDIS = Breaker("Redis")
