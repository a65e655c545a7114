"""Shared parts of league services: the lock, the status check, and the log of acts."""

from django.db import models

from accounts.models import User
from core.plain_text import printable
from games.editions.errors import NotAllowed
from games.moderation import limits
from leagues.models import Act, Fixture, Season


def locked(season_id: int) -> Season:
    """Lock and return the season, with its league. Raise Season.DoesNotExist."""
    return Season.objects.select_related("league").select_for_update(of=("self",)).get(pk=season_id)


def must_have_reason(reason: str) -> str:
    reason = printable(reason)[:300]
    if len(reason) < 3:
        raise NotAllowed("no-reason", "Please give a reason: everyone concerned will read it.")
    return reason


def log(season: Season, by: User | None, action: str, reason: str = "", fixture: Fixture | None = None) -> Act:
    """Log an act. Raise NotAllowed when an organiser who is barred from writing gives a reason."""
    if by is not None and reason:
        limits.may_write(by, "an organiser's reason")
    return Act.objects.create(season=season, by=by, what=action[:300], reason=reason, fixture=fixture)


def must_be(season: Season, *statuses: models.TextChoices) -> None:
    if season.status not in statuses:
        raise NotAllowed("wrong-time", f"That cannot be done now. The state of the season: {season.get_status_display()}.")
