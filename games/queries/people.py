"""What a profile tells of a person: the games they ended, how they did, and how they did against its reader.

Counted are games against people: not practice against bots, lessons or records taken in.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from django.db.models import Exists, Max, OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from games.models import Game, Player
from games.queries import lists
from games.queries.standings import place_of

NEWEST = 5
OUTCOME = "game__outcome_data"


IN_PLAY = (Game.Status.OPEN, Game.Status.RUNNING, Game.Status.STUCK)


def tables_of(person: int) -> list[int]:
    """Return the tables in play where others know the person with this number, as a captain or as the owner of an open seat."""
    theirs = Player.objects.filter(Q(user=person) | Q(former=person), game__status__in=IN_PLAY)
    return list(theirs.order_by("game").values_list("game", flat=True))


def any_is_in_play(tables: Collection[int]) -> bool:
    """Return whether one of these tables has not ended."""
    return Game.objects.filter(pk__in=tables, status__in=IN_PLAY).exists()


class Played(NamedTuple):
    """A person's ended games of one edition; one of several winners has won, too."""

    ruleset: str
    games: int
    won: int

    @property
    def percent(self) -> int:
        return round(100 * self.won / self.games)


class Met(NamedTuple):
    """Ended games of two people: how often the first came before the second, behind them, and level with them."""

    before: int
    behind: int
    level: int

    @property
    def games(self) -> int:
        return sum(self)


class Result(NamedTuple):
    """One ended game: the person's place, of how many, and whether others share it."""

    game: Game
    place: int
    of: int
    is_shared: bool


def ended_chairs(who: User) -> QuerySet[Player]:
    """Return this person's seats in ended games against people."""
    others = Player.objects.filter(game=OuterRef("game"), bot="").exclude(pk=OuterRef("pk"))
    ended = Player.objects.filter(user=who, game__status=Game.Status.OVER, game__outcome_data__isnull=False)
    return ended.filter(Exists(others)).order_by()


def played(who: User) -> list[Played]:
    """Return what this person has played, the most played edition first (one query)."""
    games, won = defaultdict[str, int](int), defaultdict[str, int](int)
    rows: Iterable[tuple[str, int, Any]] = ended_chairs(who).values_list("game__ruleset", "seat", OUTCOME)
    for ruleset, seat, outcome in rows:
        games[ruleset] += 1
        won[ruleset] += seat in outcome["winners"]
    return sorted((Played(ruleset, count, won[ruleset]) for ruleset, count in games.items()), key=lambda row: (-row.games, row.ruleset))


def met(reader: User, who: User) -> Met:
    """Return how these two did against each other (one query)."""
    theirs = Player.objects.filter(game=OuterRef("game"), user=who).values("seat")  # by the index of both, a game at a time
    chairs = ended_chairs(reader).annotate(theirs=Subquery(theirs)).values_list("seat", "theirs", OUTCOME)
    places = [(data["places"][mine], data["places"][seat]) for mine, seat, data in chairs if seat is not None]
    before, behind = sum(mine < theirs for mine, theirs in places), sum(mine > theirs for mine, theirs in places)
    return Met(before, behind, len(places) - before - behind)


def newest_results(who: User, reader: User, together: bool = False) -> list[Result]:
    """Return this person's newest results that the reader may see; with `together`, only of games with the reader."""
    games = lists.visible_games(reader).filter(pk__in=ended_chairs(who).values("game"))
    if together:
        games = games.filter(Exists(Player.objects.filter(game=OuterRef("pk"), user=reader)))
    seat = Player.objects.filter(game=OuterRef("pk"), user=who).values("seat")
    newest = games.defer("public").annotate(their_seat=Subquery(seat)).order_by("-ended_at")[:NEWEST]
    return [result(game, game.their_seat) for game in newest]


def result(game: Game, seat: int) -> Result:
    """Return how this seat did in an ended game."""
    return Result(game, *place_of(game, seat))


def last_together(user: User, others: Collection[int]) -> dict[int, str]:
    """Return the edition that each of these people last played with this person, for those who did."""
    rows = Player.objects.filter(user__in=others, game__players__user=user).exclude(game__status=Game.Status.CANCELLED)
    latest = rows.values("user", "game__ruleset").annotate(last=Max("game__created_at")).order_by("last")
    return {row["user"]: row["game__ruleset"] for row in latest}
