"""Permissions for the spectators' chat. Players cannot read it before the game is over, so that nobody can pass them hints.

While the game runs, only people with an account read it, as a player could look as a guest or without signing in.
"""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User, Visitor
from games.models import ChatLine, Game, Player
from games.queries import lists

GOES_ON = (Game.Status.RUNNING, Game.Status.STUCK)


def may_speak(game: Game, user: Visitor, players: Iterable[Player] | None = None) -> bool:
    """Return whether this person may post as a spectator: with an account, at a public table that has begun, without a seat there.

    Captains who may reclaim their seat from a substitute count as players. `players` are all players, if already loaded.
    """
    if not user.is_authenticated or user.is_guest or not game.open_to_all or game.status not in (*GOES_ON, Game.Status.OVER):
        return False
    seated = game.players.all() if players is None else players
    return all(user.pk not in (player.user_id, player.former_id) for player in seated)


def may_read(game: Game, user: Visitor, players: Iterable[Player] | None = None) -> bool:
    """Return whether a person who sees the table may read the spectators' chat: everyone after the end, before it those who may post."""
    return game.open_to_all and (game.status == Game.Status.OVER or may_speak(game, user, players))


def readable_lines(user: User) -> QuerySet[ChatLine]:
    """Return all chat lines of players and spectators that this person may read."""
    seated = Player.objects.filter(Q(user=user) | Q(former=user), game=OuterRef("game"))
    lines = ChatLine.objects.filter(game__in=lists.visible_games(user))
    of_spectators = Q(by_spectator=True, game__status__in=GOES_ON)
    if user.is_guest:
        return lines.exclude(of_spectators)
    return lines.exclude(of_spectators & Q(Exists(seated)))
