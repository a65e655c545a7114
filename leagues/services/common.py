"""Helpers of league services: the lock of a season, the status check, the log of acts, and permissions."""

from django.db import models
from django.db.models import Q, QuerySet

from accounts.models import User, Visitor
from core.plain_text import printable
from games.editions.errors import NotAllowed
from games.moderation import limits
from leagues.models import Act, Division, Entry, Fixture, FixtureSeat, League, Season


def locked(season_id: int) -> Season:
    """Lock the season's row, and return the season with its league. Raise Season.DoesNotExist."""
    return Season.objects.select_related("league").select_for_update(of=("self",)).get(pk=season_id)


def must_have_reason(reason: str) -> str:
    reason = printable(reason)[:300]
    if len(reason) < 3:
        raise NotAllowed("no-reason", "Please give a reason: everyone concerned will read it.")
    return reason


def log(season: Season, by: User | None, action: str, reason: str = "", fixture: Fixture | None = None) -> Act:
    """Log an act and return it. Raise NotAllowed if an organiser who is barred from writing gives a reason."""
    if by is not None and reason:
        limits.may_write(by, "an organiser's reason")
    return Act.objects.create(season=season, by=by, what=action[:300], reason=reason, fixture=fixture)


def must_be(season: Season, *statuses: models.TextChoices) -> None:
    if season.status not in statuses:
        raise NotAllowed("wrong-time", f"That cannot be done now. The state of the season: {season.get_status_display()}.")


# -- permissions ----------------------------------------------------------------------------------------
def organises(user: Visitor | None, season: Season) -> bool:
    return user is not None and user.pk in {organiser.pk for organiser in season.league.organisers.all()}


def active_organisers(league: League) -> QuerySet[User]:
    """Return the organisers who can still sign in."""
    return league.organisers.filter(is_active=True)


def must_organise(user: User | None, season: Season) -> None:
    """Raise Season.DoesNotExist unless the user organises the season or is None (the site itself)."""
    if user is not None and not organises(user, season):
        raise Season.DoesNotExist


def must_decide(user: User | None, division: Division) -> None:
    """Raise DoesNotExist for a user who does not organise the season, and NotAllowed for an organiser who plays in the division."""
    must_organise(user, division.season)
    if user is None:
        return
    if division.entries.filter(user=user).exists() or plays_in(user).filter(fixture__division=division).exists():
        raise NotAllowed("own-division", "You play in this division yourself. Ask another organiser to decide this.")


def may_decide_on(user: User | None, season: Season, entry: Entry) -> None:
    if entry.division is not None:
        must_decide(user, entry.division)
    else:
        must_organise(user, season)


def plays_in(user: User) -> QuerySet[FixtureSeat]:
    """Return all seats that the user has or has had, through their own entries or as a substitute."""
    return FixtureSeat.objects.filter(Q(entry__user=user) | Q(played_by=user))


def must_judge_all(user: User | None, season: Season) -> None:
    """Raise DoesNotExist for a user who does not organise the season, and NotAllowed for an organiser who plays in any division."""
    must_organise(user, season)
    if user is None:
        return
    in_the_field = season.entries.filter(user=user, status__in=(Entry.Status.ACCEPTED, Entry.Status.EXCLUDED)).exists()
    if in_the_field or plays_in(user).filter(fixture__round__season=season).exists():
        raise NotAllowed("own-season", "You play in this season yourself. Ask another organiser to decide this.")
