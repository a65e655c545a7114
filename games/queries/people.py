"""Results of a person for their profile, alone and against its reader, in games against captains that were played here."""

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
    """Return the tables in play at which the person with this id sits, or could reclaim a seat."""
    theirs = Player.objects.filter(Q(user=person) | Q(former=person), game__status__in=IN_PLAY)
    return list(theirs.order_by("game").values_list("game", flat=True))


def any_is_in_play(tables: Collection[int]) -> bool:
    return Game.objects.filter(pk__in=tables, status__in=IN_PLAY).exists()


class Played(NamedTuple):
    """A person's number of ended games of one edition, and of those won; shared victories count."""

    ruleset: str
    games: int
    won: int

    @property
    def percent(self) -> int:
        return round(100 * self.won / self.games)


class Met(NamedTuple):
    """Ended games of two people, counted by whether the first finished before, behind or level with the second."""

    before: int
    behind: int
    level: int

    @property
    def games(self) -> int:
        return sum(self)


class Result(NamedTuple):
    """An ended game: the person's place, the number of places, and whether others share it."""

    game: Game
    place: int
    of: int
    is_shared: bool


def ended_chairs(who: User) -> QuerySet[Player]:
    """Return this person's seats in ended games against captains."""
    opponents = Player.objects.filter(game=OuterRef("game"), bot="").exclude(pk=OuterRef("pk"))
    ended = Player.objects.filter(user=who, game__status=Game.Status.OVER, game__outcome_data__isnull=False)
    return ended.filter(Exists(opponents)).order_by()


def played(who: User) -> list[Played]:
    """Return this person's results by edition, most played first, in one query."""
    games, won = defaultdict[str, int](int), defaultdict[str, int](int)
    rows: Iterable[tuple[str, int, Any]] = ended_chairs(who).values_list("game__ruleset", "seat", OUTCOME)
    for ruleset, seat, outcome in rows:
        games[ruleset] += 1
        won[ruleset] += seat in outcome["winners"]
    return sorted((Played(ruleset, count, won[ruleset]) for ruleset, count in games.items()), key=lambda row: (-row.games, row.ruleset))


def met(reader: User, who: User) -> Met:
    """Return the results of these two against each other, in one query."""
    theirs = Player.objects.filter(game=OuterRef("game"), user=who).values("seat")  # uses the index of game and user
    chairs = ended_chairs(reader).annotate(theirs=Subquery(theirs)).values_list("seat", "theirs", OUTCOME)
    places = [(data["places"][mine], data["places"][seat]) for mine, seat, data in chairs if seat is not None]
    before, behind = sum(mine < theirs for mine, theirs in places), sum(mine > theirs for mine, theirs in places)
    return Met(before, behind, len(places) - before - behind)


def newest_results(who: User, reader: User, together: bool = False) -> list[Result]:
    """Return this person's newest results that the reader may see; with `together`, only those of games with the reader."""
    games = lists.visible_games(reader).filter(pk__in=ended_chairs(who).values("game"))
    if together:
        games = games.filter(Exists(Player.objects.filter(game=OuterRef("pk"), user=reader)))
    seat = Player.objects.filter(game=OuterRef("pk"), user=who).values("seat")
    newest = games.defer("public").annotate(their_seat=Subquery(seat)).order_by("-ended_at")[:NEWEST]
    return [result(game, game.their_seat) for game in newest]


def result(game: Game, seat: int) -> Result:
    return Result(game, *place_of(game, seat))


def last_together(user: User, friends: Collection[int]) -> dict[int, str]:
    """Return {friend: edition of the newest game with this person}, without those who never played together."""
    rows = Player.objects.filter(user__in=friends, game__players__user=user).exclude(game__status=Game.Status.CANCELLED)
    latest = rows.values("user", "game__ruleset").annotate(last=Max("game__created_at")).order_by("last")
    return {row["user"]: row["game__ruleset"] for row in latest}
