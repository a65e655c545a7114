"""What every service of a league begins or ends with: the lock, who may, and the line in the journal of acts."""

from django.db import models
from django.db.models import Q

from games.errors import NotAllowed
from leagues.models import Act, Division, Entry, Fixture, FixtureSeat, Season


def locked(season_id: int) -> Season:
    """The season, and nobody else changes it meanwhile."""
    return Season.objects.select_for_update(of=("self",)).select_related("league").get(pk=season_id)


def organises(user, season: Season) -> bool:
    return user is not None and user.pk in {one.pk for one in season.league.organisers.all()}


def must_organise(user, season: Season) -> None:
    """Raises DoesNotExist for those to whom these buttons do not exist. The site itself (None) may."""
    if user is not None and not organises(user, season):
        raise Season.DoesNotExist


def must_decide(user, division: Division) -> None:
    """An organiser, and none who plays in this division himself: nobody is a judge in his own cause."""
    must_organise(user, division.season)
    if user is None:
        return
    if division.entries.filter(user=user).exists() or plays_in(user).filter(fixture__division=division).exists():
        raise NotAllowed("own-division", "You play in this division yourself. Ask another organiser to decide this.")


def plays_in(user):
    """Seats somebody has or has had, his own or as a substitute."""
    return FixtureSeat.objects.filter(Q(entry__user=user) | Q(played_by=user))


def must_judge_all(user, season: Season) -> None:
    """What concerns every division is decided by an organiser who plays in none of them."""
    must_organise(user, season)
    if user is None:
        return
    in_the_field = season.entries.filter(user=user, status__in=(Entry.Status.ACCEPTED, Entry.Status.EXCLUDED)).exists()
    if in_the_field or plays_in(user).filter(fixture__round__season=season).exists():
        raise NotAllowed("own-season", "You play in this season yourself. Ask another organiser to decide this.")


def must_have_reason(reason: str) -> str:
    reason = " ".join(reason.split())[:300]
    if len(reason) < 3:
        raise NotAllowed("no-reason", "Please give a reason, in a word at least: everyone concerned will read it.")
    return reason


def log(season: Season, by, what: str, reason: str = "", fixture: Fixture | None = None) -> Act:
    """Write down what was done."""
    return Act.objects.create(season=season, by=by, what=what[:300], reason=reason, fixture=fixture)


def must_be(season: Season, *statuses: models.TextChoices) -> None:
    if season.status not in statuses:
        raise NotAllowed("wrong-time", f"That cannot be done now. How the season stands: {season.get_status_display()}.")
