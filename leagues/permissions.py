"""Permissions in a league: organisers decide, except where they play themselves."""

from django.db.models import Q, QuerySet

from accounts.models import User, Visitor
from games.editions.errors import NotAllowed
from leagues.models import Division, Entry, FixtureSeat, League, Season


def organises(user: Visitor | None, season: Season) -> bool:
    return user is not None and user.pk in {organiser.pk for organiser in season.league.organisers.all()}


def active_organisers(league: League) -> QuerySet[User]:
    """Return the organisers who can still sign in."""
    return league.organisers.filter(is_active=True)


def must_organise(user: User | None, season: Season) -> None:
    """Raise DoesNotExist, as if the page did not exist, unless this user organises the season. The site itself (None) may."""
    if user is not None and not organises(user, season):
        raise Season.DoesNotExist


def must_decide(user: User | None, division: Division) -> None:
    """Require an organiser who does not play in this division. Raise NotAllowed or DoesNotExist."""
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
    """Return the seats this user has or has had, their own or as a substitute."""
    return FixtureSeat.objects.filter(Q(entry__user=user) | Q(played_by=user))


def must_judge_all(user: User | None, season: Season) -> None:
    """Require an organiser who plays in no division, for decisions about all of them."""
    must_organise(user, season)
    if user is None:
        return
    in_the_field = season.entries.filter(user=user, status__in=(Entry.Status.ACCEPTED, Entry.Status.EXCLUDED)).exists()
    if in_the_field or plays_in(user).filter(fixture__round__season=season).exists():
        raise NotAllowed("own-season", "You play in this season yourself. Ask another organiser to decide this.")
