"""Seats at one table whose players share a sign (`accounts.signs`): a reason for hosts to look, never a proof.

Only tables where it harms strangers are looked at: public ones, and those of leagues. Friends at a private table may share a home.
"""

from collections import defaultdict
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from accounts import signs
from accounts.models import Sign, User
from games.announcements import arrangers
from games.models import Game, Player

MOST = 50


class Shared(NamedTuple):
    """A table, the players who share a sign there, and what they share in words."""

    game: Game
    people: list[User]
    what: str


def for_host(host: User) -> list[Shared]:
    """Return such seats of games that run or ended lately, newest tables first, but none of tables where this host plays."""
    found: dict[tuple[int, frozenset[int]], set[str]] = defaultdict(set)
    by_place: dict[tuple[int, str, str], set[int]] = defaultdict(set)
    for game, kind, digest, user in seen(host):
        by_place[game, kind, digest].add(user)
    for (game, kind, _), users in by_place.items():
        if len(users) > 1:
            found[game, frozenset(users)].add(kind)
    games = {game.pk: game for game in Game.objects.filter(pk__in={game for game, _ in found})}
    people = User.objects.in_bulk({user for _, users in found for user in users})
    rows = [
        Shared(games[pk], sorted((people[user] for user in users), key=lambda one: one.name), words(kinds))
        for (pk, users), kinds in found.items()
        if games[pk].open_to_all or arrangers.is_arranged(games[pk])
    ]
    return sorted(rows, key=lambda row: -row.game.pk)[:MOST]


def seen(host: User) -> QuerySet[Player, tuple[int, str, str, int]]:
    """Return (game, kind, hash, person) for each sign of a player that anyone else has too."""
    lately = Q(game__status=Game.Status.RUNNING) | Q(game__status=Game.Status.OVER, game__ended_at__gt=timezone.now() - signs.RETENTION)
    several = Sign.objects.values("digest").annotate(people=Count("user")).filter(people__gt=1).values("digest")
    return (
        Player.objects.filter(lately, Q(game__open_to_all=True) | Q(game__owner=None), user__signs__digest__in=several)
        .exclude(game__in=Game.objects.filter(players__user=host))
        .order_by()
        .values_list("game_id", "user__signs__kind", "user__signs__digest", "user_id")
    )


def words(kinds: set[str]) -> str:
    """Return the stronger of the kinds in words."""
    return Sign.Kind(Sign.Kind.BROWSER if Sign.Kind.BROWSER in kinds else Sign.Kind.ADDRESS).label
