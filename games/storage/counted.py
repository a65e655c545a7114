"""Cached values computed from many rows. A page reads the stored value, and a task recomputes it."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from django.core.cache import cache
from django.utils import timezone

from core.tasks import after_commit, enqueue
from games.models import Counted

FRESH = timedelta(minutes=10)
USABLE = timedelta(days=1)
"""The maximum age of a value that a page shows."""
ASKED_AGAIN = 60
"""The seconds after which the task may be started again for the same values."""


def at_hand(keys: Collection[str]) -> dict[str, Any]:
    """Return the values that were computed within a day. Start a task to recompute stale values."""
    now, rows = timezone.now(), Counted.objects.in_bulk(keys, field_name="key")
    if old := not_fresh(keys, rows):
        after_commit(ask_to_count, old)
    return {key: row.value for key, row in rows.items() if now - row.at < USABLE}


def not_fresh(keys: Collection[str], rows: dict[str, Counted] | None = None) -> list[str]:
    """Return the keys of the values to recompute. `rows` are their stored rows, if already read."""
    rows, since = Counted.objects.in_bulk(keys, field_name="key") if rows is None else rows, timezone.now() - FRESH
    return [key for key in keys if key not in rows or rows[key].at < since]


def ask_to_count(keys: list[str]) -> None:
    """Start the task that recomputes the values, at most once a minute."""
    if cache.add(f"counting:{min(keys)}", True, ASKED_AGAIN):
        enqueue("games.tasks.count_again", keys)


def keep(figures: dict[str, Any]) -> None:
    """Store values that were computed just now."""
    now = timezone.now()
    # in one order, so that two tasks never wait for each other's rows
    rows = [Counted(key=key, value=figures[key], at=now) for key in sorted(figures)]
    Counted.objects.bulk_create(rows, update_conflicts=True, unique_fields=["key"], update_fields=["value", "at"])


def forget(key: str) -> None:
    Counted.objects.filter(key=key).delete()


def forget_old() -> int:
    """Delete values that are too old to be used. Return the number deleted."""
    return Counted.objects.filter(at__lt=timezone.now() - USABLE).delete()[0]
