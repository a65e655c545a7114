"""What leagues add to a person's calendar: the rounds of their seasons, from day to day."""

from collections.abc import Iterator

from django.utils import timezone

from accounts.models import User
from leagues.mail.letters import season_link
from leagues.models import Entry, Round, Season
from notifications.topics import Date


def dates(user: User) -> Iterator[Date]:
    """Each round that is not over, of the seasons that are under way and in which they play."""
    plays = {"season__entries__user": user, "season__entries__status": Entry.Status.ACCEPTED, "season__status": Season.Status.RUNNING}
    rounds = Round.objects.filter(**plays, target_end__gt=timezone.now()).exclude(status=Round.Status.CLOSED)
    for each in rounds.select_related("season__league").order_by("opens", "pk"):
        title = f"{each.season.league.name} {each.season.number}: {each}"
        yield Date(f"round-{each.pk}", each.opens, each.target_end, title, season_link(each.season), is_all_day=True)
