"""Write journal lines about clocks and seats, in the transaction of the change that a line reports."""

from typing import Any

from django.utils import timezone

from core.tasks import after_commit
from games.announcements import live
from games.models import ClockEntry, Game


def note(game: Game, kind: str, seat: int | None = None, **facts: Any) -> ClockEntry:
    """Store a journal line and notify open pages. Dates among the facts are stored as ISO 8601 text."""
    plain = {key: value.isoformat() if hasattr(value, "isoformat") else value for key, value in facts.items()}
    entry = ClockEntry.objects.create(game=game, number=game.number, seat=seat, kind=kind, facts=plain, at=timezone.now())
    after_commit(live.changed, game.pk, game.number)
    return entry
