"""Keep a league running when its only organiser leaves: seasons run automatically until a captain takes over."""

from django.db import transaction

from accounts.models import User
from core.plain_text import listed
from games.editions.errors import NotAllowed
from leagues import notices
from leagues.models import Entry, League, Season
from leagues.services.common import active_organisers, log

LEFT = "The only organiser has left the site. The games go on. You may organise this league yourself: its page has a button for that."


def only_organised_by(user: User) -> list[League]:
    leagues = League.objects.filter(organisers=user).order_by("pk")
    return [league for league in leagues if not active_organisers(league).exclude(pk=user.pk).exists()]


def warning(user: User) -> str:
    """Return advice for a user who is about to delete their account and is the only organiser of a league; "" for all others."""
    names = [f"“{league.name}”" for league in only_organised_by(user) if newest_season(league) is not None]
    advice = "Add another organiser first, or nobody decides there until a captain takes over."
    return f"Nobody but you organises {listed(names)}. {advice}" if names else ""


def newest_season(league: League) -> Season | None:
    """Return the newest season that is neither a draft nor cancelled, or None."""
    return league.seasons.exclude(status__in=(Season.Status.DRAFT, Season.Status.CANCELLED)).order_by("-number").first()


def leave_leagues(user: User) -> None:
    """Notify the captains of each league that the user leaves without an organiser. Delete leagues without an announced season."""
    for league in only_organised_by(user):
        season = newest_season(league)
        if season is None:
            league.delete()
            continue
        league.seasons.filter(status=Season.Status.DRAFT).update(status=Season.Status.CANCELLED)
        act = log(season, None, "the only organiser has left the site")
        if season.status != Season.Status.ARCHIVED:
            notices.dates_changed(act, LEFT)


def may_take_over(league: League, user: User) -> bool:
    """Return whether the league has no active organiser and the user is registered for its newest season."""
    season = newest_season(league)
    plays = season is not None and season.entries.filter(user=user, status__in=(Entry.Status.ACCEPTED, Entry.Status.WAITING)).exists()
    return plays and not active_organisers(league).exists()


@transaction.atomic
def take_over(league_id: int, user: User) -> League:
    """Make the user the organiser of a league that has no active organiser. Raise NotAllowed."""
    league = League.objects.select_for_update().get(pk=league_id)
    season = newest_season(league)
    if season is None or not may_take_over(league, user):
        raise NotAllowed("organised", "Only a captain of its newest season can take over a league, and only while nobody organises it.")
    league.organisers.set([user])
    act = log(season, user, "took over the league")
    notices.dates_changed(act, f"{user.name} organises this league now.")
    return league
