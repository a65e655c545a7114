"""What every service of a league begins or ends with: the lock, what must be, and the line in the journal of acts."""

from django.db import models

from accounts.models import User
from core.plain_text import printable
from games.errors import NotAllowed
from games.moderation import limits
from leagues.models import Act, Fixture, Season
from leagues.services import looked_after


def locked(season_id: int) -> Season:
    """The season, and nobody else changes it meanwhile. Raises Season.DoesNotExist."""
    return looked_after.locked_season.one(season_id)


def must_have_reason(reason: str) -> str:
    reason = printable(reason)[:300]
    if len(reason) < 3:
        raise NotAllowed("no-reason", "Please give a reason: everyone concerned will read it.")
    return reason


def log(season: Season, by: User | None, what: str, reason: str = "", fixture: Fixture | None = None) -> Act:
    """Write down what was done. Raises NotAllowed for the reason of an organiser who may not write."""
    if by is not None and reason:
        limits.may_write(by, "an organiser's reason")
    return Act.objects.create(season=season, by=by, what=what[:300], reason=reason, fixture=fixture)


def must_be(season: Season, *statuses: models.TextChoices) -> None:
    if season.status not in statuses:
        raise NotAllowed("wrong-time", f"That cannot be done now. How the season stands: {season.get_status_display()}.")
