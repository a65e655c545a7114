"""A circuit breaker for Redis: after a failed call, nothing in this process waits for Redis for a while."""

import logging
from threading import Lock
from time import monotonic

logger = logging.getLogger(__name__)
CONNECT, ANSWER = 0.5, 2.0
"""Timeouts in seconds, for a connection and for an answer."""
AGAIN = 5.0
"""Seconds until one call tries again, while the others go on without Redis."""


class Breaker:
    """Open while a server is down: calls that need it are then skipped at once."""

    def __init__(self, name: str):
        self.name, self.until, self.lock = name, 0.0, Lock()

    @property
    def is_open(self) -> bool:
        return self.until > 0

    def lets_through(self) -> bool:
        """Return whether this call may go to the server. While it is down, one call every few seconds may."""
        if not self.until:
            return True
        with self.lock:
            if monotonic() < self.until:
                return False
            self.until = monotonic() + AGAIN
            return True

    def failed(self, error: Exception) -> None:
        """Record that the server did not answer."""
        if not self.until:
            logger.error("%s is away (%s): the site goes on without it", self.name, type(error).__name__)
        self.until = monotonic() + AGAIN

    def answered(self) -> None:
        """Record that the server answered."""
        if self.until:
            self.until = 0.0
            logger.warning("%s is there again", self.name)


REDIS = Breaker("Redis")
