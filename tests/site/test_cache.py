"""The cache of a town, on a real Redis."""

from contextvars import copy_context

import pytest
import redis
from django.conf import settings
from django.core.cache import caches

pytestmark = pytest.mark.services


def test_requests_share_one_pool_of_connections_though_each_has_a_cache_of_its_own(monkeypatch):
    """Counted in this process: the server also counts those of workers beside it."""
    cache, opened, connect = caches["default"], [], redis.Connection._connect
    cache.set("compass", "north")
    monkeypatch.setattr(redis.Connection, "_connect", lambda self: opened.append(self) or connect(self))
    redis.Redis.from_url(settings.CACHES["default"]["LOCATION"]).ping()
    assert len(opened) == 1  # a new one is seen
    seen = []
    for _ in range(5):  # a request under ASGI has a context of its own
        own = copy_context().run(lambda: caches.create_connection("default"))
        seen.append((own is cache, own.get("compass")))
    assert seen == [(False, "north")] * 5
    assert len(opened) == 1
