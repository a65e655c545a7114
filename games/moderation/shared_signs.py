"""Find players at the same table who share a sign (`accounts.signs`). A shared sign is a hint for hosts, but no proof.

Check only public tables and tables of leagues, where one person with two seats harms strangers. Friends may share a home.
"""

from collections import defaultdict
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from accounts import signs
from accounts.models import Sign, User
from games.announcements import arrangers
from games.models import Game, Player

MOST_TABLES = 50


class Shared(NamedTuple):
    """A table, its players who share a sign, and the kind of sign in words."""

    game: Game
    people: list[User]
    what: str


def for_host(host: User) -> list[Shared]:
    """Return the shared signs of running and recently finished games, newest first, except at tables where the host plays."""
    kinds_of: dict[tuple[int, frozenset[int]], set[str]] = defaultdict(set)
    by_place: dict[tuple[int, str, str], set[int]] = defaultdict(set)
    for game, kind, digest, user in seen(host):
        by_place[game, kind, digest].add(user)
    for (game, kind, _), users in by_place.items():
        if len(users) > 1:
            kinds_of[game, frozenset(users)].add(kind)
    games = {game.pk: game for game in Game.objects.filter(pk__in={game for game, _ in kinds_of})}
    users_by_id = User.objects.in_bulk({user for _, users in kinds_of for user in users})
    rows = [
        Shared(games[pk], sorted((users_by_id[user] for user in users), key=lambda user: user.name), words(kinds))
        for (pk, users), kinds in kinds_of.items()
        if games[pk].open_to_all or arrangers.is_arranged(games[pk])
    ]
    return sorted(rows, key=lambda row: -row.game.pk)[:MOST_TABLES]


def seen(host: User) -> QuerySet[Player, tuple[int, str, str, int]]:
    """Return (game, kind, digest, person) for each sign of a player that another person also has."""
    lately = Q(game__status=Game.Status.RUNNING) | Q(game__status=Game.Status.OVER, game__ended_at__gt=timezone.now() - signs.RETENTION)
    several = Sign.objects.values("digest").annotate(people=Count("user")).filter(people__gt=1).values("digest")
    return (
        Player.objects.filter(lately, Q(game__open_to_all=True) | Q(game__owner=None), user__signs__digest__in=several)
        .exclude(game__in=Game.objects.filter(players__user=host))
        .order_by()
        .values_list("game_id", "user__signs__kind", "user__signs__digest", "user_id")
    )


def words(kinds: set[str]) -> str:
    """Return the strongest of the kinds in words."""
    return Sign.Kind(Sign.Kind.BROWSER if Sign.Kind.BROWSER in kinds else Sign.Kind.ADDRESS).label
