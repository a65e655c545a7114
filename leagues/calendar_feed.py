"""Add the rounds of a player's seasons to their calendar, as whole days."""

from collections.abc import Iterator

from django.utils import timezone

from accounts.models import User
from leagues.mail.letters import season_link
from leagues.models import Entry, Round, Season
from notifications.topics import Date


def dates(user: User) -> Iterator[Date]:
    """Yield each unfinished round of the running seasons in which this user plays."""
    plays = {"season__entries__user": user, "season__entries__status": Entry.Status.ACCEPTED, "season__status": Season.Status.RUNNING}
    rounds = Round.objects.filter(**plays, target_end__gt=timezone.now()).exclude(status=Round.Status.CLOSED)
    for each in rounds.select_related("season__league").order_by("opens", "pk"):
        title = f"{each.season.league.name} {each.season.number}: {each}"
        yield Date(f"round-{each.pk}", each.opens, each.target_end, title, season_link(each.season), is_all_day=True)
