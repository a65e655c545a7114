"""The cache of a town. All requests of a process share one pool of connections to Redis and one client.

Django keeps its cache objects with the context of a request, so under ASGI each request would connect anew, and it makes
a client for each key that is read, which takes longer than reading it.
"""

from typing import ClassVar

from django.core.cache.backends.redis import RedisCache, RedisCacheClient


class Client(RedisCacheClient):
    """A client of redis-py may be used by many threads at once, and takes no connections through a fork."""

    known: ClassVar[dict] = {}

    def get_client(self, key=None, *, write=False):
        server = self._servers[self._get_connection_pool_index(write)]
        if server not in self.known:
            self.known[server] = super().get_client(key, write=write)
        return self.known[server]


class Cache(RedisCache):
    def __init__(self, server, params):
        super().__init__(server, params)
        self._class = Client
