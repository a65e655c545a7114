"""The Redis cache of a town. All requests of a process share one client; Django would connect anew for each request.

While Redis is down, reads return nothing, writes are dropped and nobody waits: rate limits and presence fail open, and `add`
reports success, so that work goes on.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, ClassVar

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as NoConnection
from redis.exceptions import RedisError
from redis.retry import Retry

from core.infrastructure import ANSWER, CONNECT, REDIS

PATIENCE: dict[str, Any] = {"socket_connect_timeout": CONNECT, "socket_timeout": ANSWER, "retry": Retry(NoBackoff(), 1, (NoConnection,))}
"""Retry once on a broken connection, because Redis may have restarted, but never after a timeout."""


def fails_open(method: Callable[..., Any], without: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap `method`, so that `without` is called instead while Redis is down."""

    @wraps(method)
    def guarded(self: Any, *args: Any, **kwargs: Any) -> Any:
        if not REDIS.lets_through():
            return without(*args, **kwargs)
        try:
            answer = method(self, *args, **kwargs)
        except (RedisError, OSError) as error:
            REDIS.failed(error)
            return without(*args, **kwargs)
        REDIS.answered()
        return answer

    return guarded


class Client(RedisCacheClient):
    """A cache client that shares one redis-py client between threads. A forked process opens its own connections."""

    known: ClassVar[dict[str, Any]] = {}
    _servers: list[str]
    _get_connection_pool_index: Callable[[bool], int]

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **PATIENCE | options)

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        server = self._servers[self._get_connection_pool_index(write)]
        if server not in self.known:
            self.known[server] = super().get_client(key, write=write)
        return self.known[server]

    add = fails_open(RedisCacheClient.add, lambda key, value, timeout: True)
    get = fails_open(RedisCacheClient.get, lambda key, default: default)
    set = fails_open(RedisCacheClient.set, lambda key, value, timeout: None)
    touch = fails_open(RedisCacheClient.touch, lambda key, timeout: False)
    delete = fails_open(RedisCacheClient.delete, lambda key: False)
    get_many = fails_open(RedisCacheClient.get_many, lambda keys: {})
    has_key = fails_open(RedisCacheClient.has_key, lambda key: False)
    incr = fails_open(RedisCacheClient.incr, lambda key, delta: delta)
    set_many = fails_open(RedisCacheClient.set_many, lambda data, timeout: None)
    delete_many = fails_open(RedisCacheClient.delete_many, lambda keys: None)
    clear = fails_open(RedisCacheClient.clear, lambda: False)
    ping = fails_open(lambda self: self.get_client().ping(), lambda: False)


class Cache(RedisCache):
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = Client

    def is_there(self) -> bool:
        client: Any = self._cache
        return bool(client.ping())
