"""Results: the standings of a finished game, and a person's results, in all games or against the reader of their profile.

Partners win and lose together, so they share a line. A person's results count only games against other captains on this site.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from django.db.models import Exists, Max, OuterRef, Q, QuerySet, Subquery
from django.utils.text import get_text_list

from accounts.models import User
from games.engine import Outcome
from games.kit.sentences import joined
from games.models import Game, Player
from games.queries import lists

NEWEST = 5
OUTCOME = "game__outcome_data"

IN_PLAY = (Game.Status.OPEN, Game.Status.RUNNING, Game.Status.STUCK)


def tables_of(person: int) -> list[int]:
    """Return the ids of unfinished games in which the person with the given id has a seat, or could reclaim a seat."""
    theirs = Player.objects.filter(Q(user=person) | Q(former=person), game__status__in=IN_PLAY)
    return list(theirs.order_by("game").values_list("game", flat=True))


def any_is_in_play(tables: Collection[int]) -> bool:
    return Game.objects.filter(pk__in=tables, status__in=IN_PLAY).exists()


class Played(NamedTuple):
    """The numbers of a person's finished games and victories in one edition. Shared victories count."""

    ruleset: str
    games: int
    won: int

    @property
    def percent(self) -> int:
        return round(100 * self.won / self.games)


class Met(NamedTuple):
    """The numbers of two people's shared games, by whether the first person finished before, behind or level with the second."""

    before: int
    behind: int
    level: int

    @property
    def games(self) -> int:
        return sum(self)


class Result(NamedTuple):
    """A finished game: the person's place, the number of places, and whether others share the person's place."""

    game: Game
    place: int
    of: int
    is_shared: bool


def ended_chairs(who: User) -> QuerySet[Player]:
    """Return a person's seats in finished games against other captains."""
    opponents = Player.objects.filter(game=OuterRef("game"), bot="").exclude(pk=OuterRef("pk"))
    ended = Player.objects.filter(user=who, game__status=Game.Status.OVER, game__outcome_data__isnull=False)
    return ended.filter(Exists(opponents)).order_by()


def played(who: User) -> list[Played]:
    """Return a person's results by edition, most played first, in one query."""
    games, won = defaultdict[str, int](int), defaultdict[str, int](int)
    rows: Iterable[tuple[str, int, Any]] = ended_chairs(who).values_list("game__ruleset", "seat", OUTCOME)
    for ruleset, seat, outcome in rows:
        games[ruleset] += 1
        won[ruleset] += seat in outcome["winners"]
    return sorted((Played(ruleset, count, won[ruleset]) for ruleset, count in games.items()), key=lambda row: (-row.games, row.ruleset))


def met(reader: User, who: User) -> Met:
    """Return the results of two people against each other, in one query."""
    theirs = Player.objects.filter(game=OuterRef("game"), user=who).values("seat")  # uses the index of game and user
    chairs = ended_chairs(reader).annotate(theirs=Subquery(theirs)).values_list("seat", "theirs", OUTCOME)
    places = [(data["places"][mine], data["places"][seat]) for mine, seat, data in chairs if seat is not None]
    before, behind = sum(mine < theirs for mine, theirs in places), sum(mine > theirs for mine, theirs in places)
    return Met(before, behind, len(places) - before - behind)


def newest_results(who: User, reader: User, together: bool = False) -> list[Result]:
    """Return a person's newest results that the reader may see. With `together`, return only results of games with the reader."""
    games = lists.visible_games(reader).filter(pk__in=ended_chairs(who).values("game"))
    if together:
        games = games.filter(Exists(Player.objects.filter(game=OuterRef("pk"), user=reader)))
    seat = Player.objects.filter(game=OuterRef("pk"), user=who).values("seat")
    newest = games.defer("public").annotate(their_seat=Subquery(seat)).order_by("-ended_at")[:NEWEST]
    return [result(game, game.their_seat) for game in newest]


def result(game: Game, seat: int) -> Result:
    return Result(game, *place_of(game, seat))


def last_together(user: User, friends: Collection[int]) -> dict[int, str]:
    """Return {friend: edition of the newest game with the person}. Friends who never played with the person are missing."""
    rows = Player.objects.filter(user__in=friends, game__players__user=user).exclude(game__status=Game.Status.CANCELLED)
    latest = rows.values("user", "game__ruleset").annotate(last=Max("game__created_at")).order_by("last")
    return {row["user"]: row["game__ruleset"] for row in latest}


class Standing(NamedTuple):
    """A line of the standings: the place, the names, the score, and the seats."""

    place: int
    name: str
    score: int
    seats: tuple[int, ...]


def standings(game: Game, names: Sequence[str], reader: int | None = None) -> list[Standing]:
    """Return the standings, best first, or [] while the game runs. Name the reader last on their line."""
    outcome = game.outcome
    if outcome is None:
        return []
    lines = []
    for place, seats in places(outcome, game.rules.teams(game.options, len(outcome.places))):
        reader_last = sorted(seats, key=lambda seat: (seat == reader, seat))
        lines.append(Standing(place, joined([names[seat] for seat in reader_last]), outcome.scores[seats[0]], seats))
    return sorted(lines)


def place_of(game: Game, seat: int) -> tuple[int, int, bool]:
    """Return (place of the seat, number of places, whether rivals share it). Raise LookupError while the game runs."""
    if game.outcome is None:
        raise LookupError(f"game {game.pk} has not ended")
    lines = places(game.outcome, game.rules.teams(game.options, len(game.outcome.places)))
    place_of_seat = next(place for place, seats in lines if seat in seats)
    return place_of_seat, len(lines), [place for place, _ in lines].count(place_of_seat) > 1


def places(outcome: Outcome, teams: Sequence[tuple[int, ...]]) -> list[tuple[int, tuple[int, ...]]]:
    """Return (place, seats) for each team, best first. Places count teams. A partner who left has a worse place on a separate line."""
    lines = [
        (place, tuple(seat for seat in team if outcome.places[seat] == place))
        for team in teams
        for place in sorted({outcome.places[seat] for seat in team})
    ]
    if any(len(team) > 1 for team in teams):
        lines = [(1 + sum(other < place for other, _ in lines), seats) for place, seats in lines]
    return sorted(lines)


def winner_sentence(won: Sequence[tuple[int, ...]], names: Sequence[str], reader: int | None) -> str:
    """Return the sentence about the winners for the reader. `won` has the seats of each winner or winning team."""
    winners = sorted(seat for seats in won for seat in seats)
    if reader in winners:
        listed = get_text_list(["You", *(names[seat] for seat in winners if seat != reader)], "and")
        return f"{listed} share the victory." if len(won) > 1 else f"{listed} have won!"
    return f"{get_text_list([names[seat] for seat in winners], 'and')} {'have' if len(winners) > 1 else 'has'} won."
