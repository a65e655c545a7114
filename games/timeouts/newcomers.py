"""Whom a table takes, before its game and in the middle of it."""

from accounts.models import User
from games.editions.errors import NotAllowed
from games.models import Game
from games.moderation import limits
from games.queries import reliability


def must_be_reliable(game: Game, user: User) -> None:
    """Refuse a person less reliable than the table asks for. Newcomers count as reliable. Raises NotAllowed."""
    least = game.terms.least_on_time
    if least and reliability.reliability_of(user).on_time * 100 < least:
        raise NotAllowed("not-reliable", f"This table asks for captains who answer in time at least {least} times in a hundred.")


def must_have_time(user: User) -> None:
    """Refuse newcomers one more public table than they may have at a time; friends' tables do not count. Raises NotAllowed."""
    going = (Game.Status.OPEN, Game.Status.RUNNING)
    games = Game.objects.filter(players__user=user, open_to_all=True, status__in=going).count()
    limits.must_have_room(user, "public tables", games)
