"""Conditions for captains who join a table, before its game or as substitutes."""

from accounts.models import User
from games.editions.errors import NotAllowed
from games.models import Game
from games.moderation import limits
from games.queries import reliability


def must_be_reliable(game: Game, user: User) -> None:
    """Raise NotAllowed for a person less reliable than the table requires. Newcomers count as reliable."""
    least = game.terms.least_on_time
    if least and reliability.reliability_of(user).on_time * 100 < least:
        raise NotAllowed("not-reliable", f"This table is for captains who answer at least {least} % of their turns in time.")


def must_have_time(user: User) -> None:
    """Raise NotAllowed for a newcomer at their limit of public tables."""
    going = (Game.Status.OPEN, Game.Status.RUNNING)
    games = Game.objects.filter(players__user=user, open_to_all=True, status__in=going).count()
    limits.must_have_room(user, "public tables", games)
