"""Choose the games that count for ratings, keep ratings up to date, and measure the advantage of each seat."""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from itertools import islice
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from core.tasks import enqueue_after_commit
from games.models import Game
from leagues.models import Fixture, RatedTable, Rating, RatingBook, RatingEvent, SeatTally
from leagues.pure.ratings import AGAIN_WITHIN, MODEL, SECONDS, Book, Change, RatedGame, Stepped
from leagues.pure.ratings import Rating as Strength
from leagues.pure.standings import POINT, points_of
from leagues.services import seat_results

MIN_MOVES_PER_SEAT = 4
"""Minimum number of moves per seat of a rated game. Shorter games are not decided by play."""
AT_ONCE = 1000
"""Number of games or rows processed in one batch, to limit memory use."""
ENOUGH = 500
"""Minimum number of games of one table size before differences between seats mean anything."""


def note_game(game: Game) -> RatedTable | None:
    """Record an ended game for rating, if it counts. Called in the transaction that ended the game."""
    judged = seat_results.judged(game) if counts_for_rating(game) else None
    if judged is None or len(judged.people) < 2:
        return None
    table, _ = RatedTable.objects.update_or_create(
        number=game.pk, defaults={"game": game, "ruleset": game.ruleset, "ended": seat_results.second_of(game.ended_at), **judged._asdict()}
    )
    recompute_soon(game.ruleset)
    return table


def counts_for_rating(game: Game) -> bool:
    """Return whether the game was decided by play, at an open table or at a table of a league."""
    if not game.is_rated or game.outcome is None or game.number < MIN_MOVES_PER_SEAT * game.seats:
        return False
    fixture = Fixture.objects.filter(game=game).first()
    if fixture is not None:
        return fixture.status == Fixture.Status.FINISHED
    return game.open_to_all


# -- keeping in step ------------------------------------------------------------------------------------
def recompute_soon(ruleset: str, since: int | None = None) -> None:
    """Queue an update of the edition's ratings after the commit. With `since` (in seconds), recalculate all games from then on."""
    RatingBook.objects.get_or_create(ruleset=ruleset)
    if since is not None:
        book = RatingBook.objects.select_for_update().get(ruleset=ruleset)
        book.stale, book.stale_from = True, min(since, book.stale_from) if book.stale else since
        book.save(update_fields=["stale", "stale_from"])
    enqueue_after_commit("leagues.tasks.rate", ruleset)


def forget_game(game_id: int | None) -> None:
    table = RatedTable.objects.filter(number=game_id or 0).first()
    if table is not None:
        table.delete()
        recompute_soon(table.ruleset, since=table.ended)


def recompute_from(fixture: Fixture) -> None:
    """Recalculate ratings from the fixture's game on, if its places have changed."""
    if fixture.game is None:
        return
    before = RatedTable.objects.filter(number=fixture.game.pk).first()
    after = note_game(fixture.game)
    if after is not None and (before is None or as_game(before) != as_game(after)):
        recompute_soon(after.ruleset, since=min(table.ended for table in (before, after) if table is not None))


@transaction.atomic
def catch_up(ruleset: str) -> int:
    """Rate new games, and all games after a changed result. Return the number of games rated."""
    book, _ = RatingBook.objects.select_for_update().get_or_create(ruleset=ruleset)
    if book.stale:
        roll_back(ruleset, book.stale_from)
        RatingBook.objects.filter(pk=book.pk).update(stale=False, stale_from=0)
    fresh = RatedTable.objects.filter(ruleset=ruleset, is_done=False).order_by("ended", "number")
    first = fresh.first()
    if first is None:
        return 0
    if RatedTable.objects.filter(ruleset=ruleset, is_done=True, ended__gte=first.ended).exists():
        roll_back(ruleset, first.ended)
    work = Book(known_to(fresh), past_of(ruleset, leavers(fresh.exclude(left=[]))))
    month_before = RatedTable.objects.filter(ruleset=ruleset, is_done=True, ended__gte=first.ended - AGAIN_WITHIN * SECONDS)
    for table in month_before.order_by("ended", "number"):
        if len(table.people) > 1:
            work.damping(as_game(table))  # record the meeting, for the damping of later games
    return store_ratings(ruleset, fresh.iterator(chunk_size=AT_ONCE), work)


def known_to(fresh: QuerySet[RatedTable]) -> dict[int, Strength]:
    """Return the ratings that the games in `fresh` may change; for many games, all ratings of the edition."""
    some = list(fresh[: AT_ONCE + 1])
    rows = Rating.objects.filter(ruleset=some[0].ruleset)
    if len(some) <= AT_ONCE:
        rows = rows.filter(person__in={person for table in some for person, *_ in (*table.people, *table.stepped_in)})
    return {row.person: strength(row) for row in rows}


def roll_back(ruleset: str, since: int) -> None:
    """Restore every rating to its value before `since` (in seconds), and mark later games for rating. The caller has locked the book."""
    RatingEvent.objects.filter(table__in=RatedTable.objects.filter(ruleset=ruleset, ended__gte=since)).delete()
    RatedTable.objects.filter(ruleset=ruleset, ended__gte=since).update(is_done=False)
    touched = Rating.objects.filter(ruleset=ruleset, last__gte=since)
    members = dict(touched.values_list("person", "user"))
    touched.delete()
    rows = [row_of(ruleset, person, then, members[person]) for person, then in newest_of(ruleset, list(members)).items()]
    Rating.objects.bulk_create(rows, batch_size=1000)


def newest_of(ruleset: str, persons: list[int]) -> dict[int, Strength]:
    """Return {person: newest rating} from rating events. The query filters by person only, to use the index."""
    newest: dict[int, Strength] = {}
    order: dict[int, tuple[int, int]] = {}
    events = RatingEvent.objects.filter(person__in=persons).values_list(
        "person", "after", "after_deviation", "table__ended", "table__number", "table__ruleset"
    )
    for person, value, deviation, ended, number, played in events.iterator(chunk_size=AT_ONCE):
        if played != ruleset:
            continue
        games = newest[person].games + 1 if person in newest else 1
        if (ended, number) > order.get(person, (-1, -1)):
            order[person], newest[person] = (ended, number), Strength(value, deviation, games, ended)
        else:
            newest[person] = newest[person]._replace(games=games)
    return newest


def as_game(table: RatedTable) -> RatedGame:
    helpers = tuple(Stepped(person, place, pairs(others)) for person, place, others in table.stepped_in)
    return RatedGame(table.number, table.ended, pairs(table.people), helpers, pairs(table.left))


def pairs(rows: list[list[int]]) -> tuple[tuple[int, int], ...]:
    return tuple((person, place) for person, place in rows)


def leavers(tables: Iterable[RatedTable]) -> set[int]:
    return {person for table in tables for person, _ in table.left}


def past_of(ruleset: str, leavers: Iterable[int]) -> dict[int, list[Strength]]:
    """Return {person: past ratings, oldest first}."""
    past: dict[int, list[Strength]] = {person: [] for person in leavers}
    events = RatingEvent.objects.filter(table__ruleset=ruleset, person__in=past).order_by("table__ended", "table__number")
    for person, value, deviation, ended in events.values_list("person", "after", "after_deviation", "table__ended"):
        past[person].append(Strength(value, deviation, len(past[person]) + 1, ended))
    return past


def strength(row: Rating) -> Strength:
    return Strength(row.value, row.deviation, row.games, row.last)


def store_ratings(ruleset: str, tables: Iterable[RatedTable], work: Book) -> int:
    """Rate the given tables in order and store the effects. Return the number of tables."""
    touched: set[int] = set()
    count = 0
    coming = iter(tables)
    while part := list(islice(coming, AT_ONCE)):
        count += len(part)
        changes = [(table, change) for table in part for change in work.add(as_game(table))]
        touched.update(change.person for _, change in changes)
        RatingEvent.objects.bulk_create([event_of(table, change) for table, change in changes])
    RatedTable.objects.filter(ruleset=ruleset, is_done=False).update(is_done=True)
    users = User.objects.filter(pk__in=touched) if len(touched) < 900 else User.objects.all()
    members = set(users.values_list("pk", flat=True))
    rows = [row_of(ruleset, person, work.ratings[person], person if person in members else None) for person in sorted(touched)]
    fields = ["user", "value", "deviation", "games", "last", "cautious"]
    Rating.objects.bulk_create(rows, batch_size=1000, update_conflicts=True, unique_fields=["ruleset", "person"], update_fields=fields)
    return count


def event_of(table: RatedTable, change: Change) -> RatingEvent:
    return RatingEvent(
        table_id=table.pk, person=change.person, before=change.before.value, before_deviation=change.before.deviation,
        after=change.after.value, after_deviation=change.after.deviation, against=change.against, model=MODEL,
    )  # fmt: skip


def row_of(ruleset: str, person: int, now: Strength, user: int | None) -> Rating:
    return Rating(
        ruleset=ruleset, person=person, user_id=user, value=now.value,
        deviation=now.deviation, games=now.games, last=now.last, cautious=now.cautious,
    )  # fmt: skip


def wrong_ratings(ruleset: str) -> list[int]:
    """Return the numbers of people whose stored rating differs from a recalculation; normally []."""
    tables = RatedTable.objects.filter(ruleset=ruleset, is_done=True).order_by("ended", "number")
    work = Book(past={person: [] for person in leavers(tables.exclude(left=[]))})
    for table in tables:
        work.add(as_game(table))
    stored_ratings: dict[int, Strength] = defaultdict(Strength)
    stored_ratings |= {row.person: strength(row) for row in Rating.objects.filter(ruleset=ruleset)}
    return sorted(person for person in work.ratings.keys() | stored_ratings.keys() if work.ratings.get(person) != stored_ratings[person])


# -- what each seat is worth ----------------------------------------------------------------------------
@transaction.atomic
def count_seats(ruleset: str) -> int:
    """Recount an edition's results per seat. Return the number of games."""
    sums: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0, 0])
    games = Game.objects.filter(ruleset=ruleset, is_rated=True, rated_table__isnull=False).exclude(outcome_data=None)
    total = 0
    for seats, first, outcome in games.values_list("seats", "first", "outcome_data").iterator(chunk_size=2000):
        if outcome is None:
            continue
        total += 1
        places = outcome["places"]
        for seat, points in enumerate(points_of(places)):
            tally = sums[seats, (seat - first) % seats]
            tally[0] += 1
            tally[1] += POINT // places.count(1) if places[seat] == 1 else 0
            tally[2] += points
    SeatTally.objects.filter(ruleset=ruleset).delete()
    SeatTally.objects.bulk_create(
        SeatTally(ruleset=ruleset, seats=seats, turn=turn, games=games, wins=wins, points=points)
        for (seats, turn), (games, wins, points) in sums.items()
    )
    return total


def seat_values_of(ruleset: str) -> list[dict[str, Any]]:
    """Return the number of games for each table size and, if there are enough, the wins and points per game of each seat."""
    sizes: dict[int, list[SeatTally]] = defaultdict(list)
    for tally in SeatTally.objects.filter(ruleset=ruleset):
        sizes[tally.seats].append(tally)
    return [
        {"seats": seats, "games": tallies[0].games, "enough": ENOUGH, "rows": seat_rows(tallies) if tallies[0].games >= ENOUGH else []}
        for seats, tallies in sorted(sizes.items())
    ]


def seat_rows(tallies: list[SeatTally]) -> list[tuple[int, float, float]]:
    """Return (turn, percentage of games won, points per game) for each seat."""
    rows = []
    for tally in sorted(tallies, key=lambda tally: tally.turn):
        whole = tally.games * POINT
        rows.append((tally.turn + 1, float(Fraction(100 * tally.wins, whole)), float(Fraction(tally.points, whole))))
    return rows
