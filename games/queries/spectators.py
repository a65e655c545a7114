"""Talk of spectators: who may read and write it. Players read none of it before the game is over, so nobody can pass them hints.

While the game runs only people with an account read it: a player could look as a guest, or without signing in.
"""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User, Visitor
from games.models import ChatLine, Game, Player
from games.queries import lists

GOES_ON = (Game.Status.RUNNING, Game.Status.STUCK)


def has_begun(game: Game) -> bool:
    return game.status in (*GOES_ON, Game.Status.OVER)


def may_speak(game: Game, user: Visitor, players: Iterable[Player] | None = None) -> bool:
    """May this person speak as a spectator? With an account, at a public table that has begun, and without a seat there.

    Those who may take their seat back from a substitute count as players. `players` are all at the table, if they are loaded.
    """
    if not user.is_authenticated or user.is_guest or not game.open_to_all or not has_begun(game):
        return False
    seated = game.players.all() if players is None else players
    return all(user.pk not in (player.user_id, player.former_id) for player in seated)


def may_read(game: Game, user: Visitor, players: Iterable[Player] | None = None) -> bool:
    """May this person, who sees the table, read what spectators say? After the end everyone, before that those who may speak."""
    return game.open_to_all and (game.status == Game.Status.OVER or may_speak(game, user, players))


def readable_lines(user: User) -> QuerySet[ChatLine]:
    """Return all lines of talk that this person may read, of players and of spectators."""
    seated = Player.objects.filter(Q(user=user) | Q(former=user), game=OuterRef("game"))
    lines = ChatLine.objects.filter(game__in=lists.visible_games(user))
    of_spectators = Q(by_spectator=True, game__status__in=GOES_ON)
    if user.is_guest:
        return lines.exclude(of_spectators)
    return lines.exclude(of_spectators & Q(Exists(seated)))
