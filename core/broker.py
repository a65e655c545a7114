"""Wrap private parts of Celery and kombu: a Redis transport with one fix, and a switch that stops this process's workers."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from celery.worker import state
from kombu.transport import TRANSPORT_ALIASES, redis
from redis.exceptions import ConnectionError as Lost


class Channel(redis.Channel):
    """A Redis channel that reports an abandoned connection as lost.

    After losing a connection, Celery closes all channels, but has already removed the connection's address. A channel with
    unacknowledged messages then tried to return them, found no address and ended its worker with an AttributeError. The messages
    need not be returned, because the sweeps find the work again.
    """

    @contextmanager
    def conn_or_acquire(self, client: Any = None) -> Iterator[Any]:
        """Yield the given Redis client, or a new one. Raise ConnectionError if the connection was abandoned."""
        if not client and (self.connection is None or self.connection.client is None):
            raise Lost("The connection to the broker was given up.")
        with super().conn_or_acquire(client) as connection:
            yield connection


class Transport(redis.Transport):
    """The transport for URLs with `redis:` and `rediss:`."""

    Channel = Channel


def use() -> None:
    TRANSPORT_ALIASES.update(dict.fromkeys(("redis", "rediss"), f"{__name__}:Transport"))


def ask_workers_to_stop() -> None:
    """Ask the workers of this process to finish their tasks and stop."""
    state.should_stop = 0  # type: ignore[assignment]


def let_workers_start() -> None:
    """Withdraw the request to stop, or the next worker of this process would stop at once."""
    state.should_stop = None
