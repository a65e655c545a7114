"""Figures counted from many rows: a page reads the last count, stored in a row, and a task counts again."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from django.core.cache import cache
from django.utils import timezone

from core.tasks import after_commit, enqueue
from games.models import Counted

FRESH = timedelta(minutes=10)
USABLE = timedelta(days=1)
"""The maximum age of a figure that a page shows."""
ASKED_AGAIN = 60
"""The seconds after which the task may be started again for the same figures."""


def at_hand(keys: Collection[str]) -> dict[str, Any]:
    """Return the figures that were counted within a day; a task recounts stale ones."""
    now, rows = timezone.now(), Counted.objects.in_bulk(keys, field_name="key")
    if old := not_fresh(keys, rows):
        after_commit(ask_to_count, old)
    return {key: row.value for key, row in rows.items() if now - row.at < USABLE}


def not_fresh(keys: Collection[str], rows: dict[str, Counted] | None = None) -> list[str]:
    """Return the keys of the figures to recount; `rows` are their stored rows, if already read."""
    rows, since = Counted.objects.in_bulk(keys, field_name="key") if rows is None else rows, timezone.now() - FRESH
    return [key for key in keys if key not in rows or rows[key].at < since]


def ask_to_count(keys: list[str]) -> None:
    """Start the task that counts these figures, once a minute."""
    if cache.add(f"counting:{min(keys)}", True, ASKED_AGAIN):
        enqueue("games.tasks.count_again", keys)


def keep(figures: dict[str, Any]) -> None:
    """Keep these figures, which were counted now."""
    now = timezone.now()
    # in one order, so that two tasks never wait for each other's rows
    rows = [Counted(key=key, value=figures[key], at=now) for key in sorted(figures)]
    Counted.objects.bulk_create(rows, update_conflicts=True, unique_fields=["key"], update_fields=["value", "at"])


def forget(key: str) -> None:
    Counted.objects.filter(key=key).delete()


def forget_old() -> int:
    """Forget figures that are too old to be used. Return how many."""
    return Counted.objects.filter(at__lt=timezone.now() - USABLE).delete()[0]
