"""Write the journal's lines about time and chairs, in the transaction of the change that they tell."""

from typing import Any

from django.utils import timezone

from core.tasks import after_commit
from games.announcements import live
from games.models import ClockEntry, Game


def note(game: Game, kind: str, seat: int | None = None, **facts: Any) -> ClockEntry:
    """Store a line and tell open pages; dates among the facts are stored as text."""
    plain = {key: value.isoformat() if hasattr(value, "isoformat") else value for key, value in facts.items()}
    entry = ClockEntry.objects.create(game=game, number=game.number, seat=seat, kind=kind, facts=plain, at=timezone.now())
    after_commit(live.changed, game.pk, game.number)
    return entry
