"""The cache of a run, in this process or in a true Redis under names of its own, which may be away."""

import os
from collections.abc import Callable
from math import inf
from time import time
from typing import Any, ClassVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache

from buccaneer_site.cache import Cache as RedisTown


class Away:
    """While Redis is away a cache behaves as buccaneer_site.cache says of itself: reads find nothing, writes are dropped."""

    is_away: Callable[[], bool] = staticmethod(lambda: False)

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return default if Away.is_away() else super().get(key, default, version)  # type: ignore[misc]

    def add(self, key: str, *given: Any, **named: Any) -> bool:
        return True if Away.is_away() else super().add(key, *given, **named)  # type: ignore[misc]

    def set(self, key: str, *given: Any, **named: Any) -> None:
        if not Away.is_away():
            super().set(key, *given, **named)  # type: ignore[misc]

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        return delta if Away.is_away() else super().incr(key, delta, version)  # type: ignore[misc]


class Local(Away, LocMemCache):
    """The cache in this process."""


class Redis(Away, RedisTown):
    """Redis knows nothing of virtual time, so keys are kept there for ever, and deleted when one is asked for after its `ends`."""

    ends: ClassVar[dict[str, float]] = {}
    named = ""

    def make_key(self, key: str, version: int | None = None) -> str:
        return f"town-{os.getpid()}:{super().make_key(key, version)}"

    def make_and_validate_key(self, key: str, version: int | None = None) -> str:
        self.named = super().make_and_validate_key(key, version=version)
        if self.ends.get(self.named, inf) <= time():
            del self.ends[self.named]
            self._cache.delete(self.named)
        return self.named

    def get_backend_timeout(self, timeout: Any = DEFAULT_TIMEOUT) -> int | None:
        lasts = self.default_timeout if timeout == DEFAULT_TIMEOUT else timeout
        self.ends.setdefault(self.named, inf if lasts is None else time() + lasts)
        return None if lasts is None or lasts > 0 else 0

    def set(self, key: str, *given: Any, **named: Any) -> None:
        self.ends.pop(self.make_key(key), None)
        super().set(key, *given, **named)

    def delete(self, key: str, version: int | None = None) -> bool:
        self.ends.pop(self.make_key(key, version), None)
        return super().delete(key, version)

    def clear(self) -> None:
        self._cache.delete_many([*self.ends, "nothing"])
        self.ends.clear()
