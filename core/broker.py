"""Celery's Redis transport, with one fix: a worker ended when its Redis died while it held messages.

After a lost connection Celery closes all channels, but has already dropped the connection's address. A channel with unacknowledged
messages then tried to return them, found no address and raised an AttributeError, which nothing expects of a lost connection.
The messages need not be returned: the sweeps find their work again.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, redis
from redis.exceptions import ConnectionError as Lost


class Channel(redis.Channel):
    """A channel that reports an abandoned connection as lost."""

    @contextmanager
    def conn_or_acquire(self, client: Any = None) -> Iterator[Any]:
        """Yield this Redis client, or a new one. Raise ConnectionError if the connection was abandoned."""
        if not client and (self.connection is None or self.connection.client is None):
            raise Lost("The connection to the broker was given up.")
        with super().conn_or_acquire(client) as connection:
            yield connection


class Transport(redis.Transport):
    """The transport of URLs with `redis:` and `rediss:`."""

    Channel = Channel


def use() -> None:
    """Use this transport for all later connections."""
    TRANSPORT_ALIASES.update(dict.fromkeys(("redis", "rediss"), f"{__name__}:Transport"))
