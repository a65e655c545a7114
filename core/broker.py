"""Redis as Celery's broker, as kombu has it, but for one fault: a worker whose Redis died under work in hand ended, too.

After a lost connection Celery closes all channels, though it has taken the connection's address away by then. A channel that still had
messages in hand wanted to give them back, found no address, and raised an AttributeError, which nobody expects of a lost connection.
Messages in hand need not be given back: the sweeps find their work again.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, redis
from redis.exceptions import ConnectionError as Lost


class Channel(redis.Channel):
    """Says of a connection that was given up what it is: lost."""

    @contextmanager
    def conn_or_acquire(self, client: Any = None) -> Iterator[Any]:
        """Give this client of Redis, or a new one. Raises ConnectionError if the connection was given up."""
        if not client and (self.connection is None or self.connection.client is None):
            raise Lost("The connection to the broker was given up.")
        with super().conn_or_acquire(client) as found:
            yield found


class Transport(redis.Transport):
    """The transport of addresses with `redis:` and `rediss:`."""

    Channel = Channel


def use() -> None:
    """Let all connections made from now on use it."""
    TRANSPORT_ALIASES.update(dict.fromkeys(("redis", "rediss"), f"{__name__}:Transport"))
