"""Ratings: which games count and with which places, and keeping everybody's rating in step with them."""

from collections import defaultdict
from functools import partial

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q

from games.models import Game, Player
from leagues.models import Fixture, RatedTable, Rating, RatingBook, RatingEvent
from leagues.ratings import AGAIN_WITHIN, MODEL, SECONDS, Book, Change, RatedGame
from leagues.ratings import Rating as Strength

LEAST_PART = 4
"""A game that ended in its first quarter of turns is not rated; that is told by `Game.is_rated`, or by so many moves a seat."""


def note(game: Game) -> RatedTable | None:
    """Write down an ended game for rating, if it counts. In the transaction that ended it."""
    people = people_of(game) if counts(game) else []
    if len(people) < 2:
        return None
    table, _ = RatedTable.objects.update_or_create(
        number=game.pk,
        defaults={"game": game, "ruleset": game.ruleset, "ended": int(game.ended_at.timestamp()), "people": people},
    )
    soon(game.ruleset)
    return table


def counts(game: Game) -> bool:
    """Played to an end that was played for, at a table that was open or a league's."""
    if not game.is_rated or game.outcome is None or game.number < LEAST_PART * game.seats:
        return False
    fixture = Fixture.objects.filter(game=game).first()
    if fixture is not None:
        return fixture.status == Fixture.Status.FINISHED
    return game.open_to_all


def people_of(game: Game) -> list[list[int]]:
    """[person, place] of every rated seat: bots are left out, who left his seat is last, a substitute is not judged by it."""
    fixture = Fixture.objects.filter(game=game).first()
    if fixture is not None:
        seats = fixture.seats.select_related("entry").order_by("seat")
        return [[seat.entry.user_id, seat.place] for seat in seats if seat.entry.user_id and not seat.entry.bot]
    places, last, found = game.outcome.places, game.seats, []
    for player in game.players.order_by("seat"):
        person = player.former_id or player.user_id
        if person is not None and not player.bot and not is_guest(person):
            present = player.mode in (Player.Mode.PRESENT, Player.Mode.AWAY) and not player.resigned and not player.former_id
            found.append([person, places[player.seat] if present else last])
    return found


def is_guest(person: int) -> bool:
    return get_user_model().objects.filter(pk=person, is_guest=True).exists()


def soon(ruleset: str, stale: bool = False) -> None:
    """Have the ratings of this edition brought up to date after the commit."""
    from leagues.tasks import rate

    book, _ = RatingBook.objects.get_or_create(ruleset=ruleset)
    if stale and not book.stale:
        RatingBook.objects.filter(pk=book.pk).update(stale=True)
    transaction.on_commit(partial(rate.delay, ruleset), robust=True)


def forget(game_id: int | None) -> None:
    """A game does not count any more."""
    table = RatedTable.objects.filter(number=game_id or 0).first()
    if table is not None:
        ruleset = table.ruleset
        table.delete()
        soon(ruleset, stale=True)


def corrected(fixture: Fixture) -> None:
    """Its places have changed: everything from there on is worked out anew."""
    table = RatedTable.objects.filter(number=fixture.game_id).first()
    people = people_of(fixture.game)
    if table is None:
        note(fixture.game)
        soon(fixture.game.ruleset, stale=True)
    elif table.people != people:
        table.people = people
        table.save(update_fields=["people"])
        soon(table.ruleset, stale=True)


# -- keeping in step ------------------------------------------------------------------------------------
@transaction.atomic
def catch_up(ruleset: str) -> int:
    """Rate what has ended since; from nothing when an old result has changed or a game ended out of order. The number of games rated."""
    book, _ = RatingBook.objects.select_for_update().get_or_create(ruleset=ruleset)
    fresh = RatedTable.objects.filter(ruleset=ruleset, is_done=False).order_by("ended", "number")
    first = fresh.first()
    if first is None and not book.stale:
        return 0
    later = first and RatedTable.objects.filter(
        Q(ended__gt=first.ended) | Q(ended=first.ended, number__gt=first.number), ruleset=ruleset, is_done=True
    )
    if book.stale or later.exists():
        return recompute(ruleset)
    tables = list(fresh)
    people = {person for table in tables for person, _ in table.people}
    known = {row.person: strength(row) for row in Rating.objects.filter(ruleset=ruleset, person__in=people)}
    work = Book(known)
    remember_meetings(work, ruleset, first)
    store(ruleset, tables, work)
    return len(tables)


def remember_meetings(work: Book, ruleset: str, first: RatedTable) -> None:
    """Who met whom in the month before, for the damping."""
    recent = RatedTable.objects.filter(ruleset=ruleset, is_done=True, ended__gte=first.ended - AGAIN_WITHIN * SECONDS)
    for table in recent.order_by("ended", "number"):
        if len(table.people) > 1:
            work.damping(as_game(table))


def recompute(ruleset: str) -> int:
    """Everything from nothing. Gives the same bits each time. Inside the lock of the book."""
    RatingEvent.objects.filter(table__ruleset=ruleset).delete()
    Rating.objects.filter(ruleset=ruleset).delete()
    tables = list(RatedTable.objects.filter(ruleset=ruleset).order_by("ended", "number"))
    store(ruleset, tables, Book())
    RatingBook.objects.filter(ruleset=ruleset).update(stale=False)
    return len(tables)


def as_game(table: RatedTable) -> RatedGame:
    return RatedGame(table.number, table.ended, tuple((person, place) for person, place in table.people))


def strength(row: Rating) -> Strength:
    return Strength(row.value, row.deviation, row.games, row.last)


def store(ruleset: str, tables: list[RatedTable], work: Book) -> None:
    """Rate these tables in order, and write down what each did."""
    touched: set[int] = set()
    events: list[RatingEvent] = []
    for table in tables:
        for change in work.add(as_game(table)):
            touched.add(change.person)
            events.append(event_of(table, change))
    RatingEvent.objects.bulk_create(events, batch_size=2000)
    RatedTable.objects.filter(ruleset=ruleset, is_done=False).update(is_done=True)
    members = set(get_user_model().objects.filter(pk__in=touched).values_list("pk", flat=True)) if len(touched) < 900 else all_members()
    rows = [row_of(ruleset, person, work.ratings[person], members) for person in sorted(touched)]
    fields = ["user", "value", "deviation", "games", "last", "cautious"]
    Rating.objects.bulk_create(rows, batch_size=1000, update_conflicts=True, unique_fields=["ruleset", "person"], update_fields=fields)


def all_members() -> set[int]:
    return set(get_user_model().objects.values_list("pk", flat=True))


def event_of(table: RatedTable, change: Change) -> RatingEvent:
    return RatingEvent(
        table=table, person=change.person, before=change.before.value, before_deviation=change.before.deviation,
        after=change.after.value, after_deviation=change.after.deviation, against=[list(one) for one in change.against], model=MODEL,
    )  # fmt: skip


def row_of(ruleset: str, person: int, now: Strength, members: set[int]) -> Rating:
    return Rating(
        ruleset=ruleset, person=person, user_id=person if person in members else None, value=now.value,
        deviation=now.deviation, games=now.games, last=now.last, cautious=now.cautious,
    )  # fmt: skip


def check(ruleset: str) -> list[int]:
    """The people whose stored rating is not what a recomputation gives; none, unless something went wrong."""
    work = Book()
    for table in RatedTable.objects.filter(ruleset=ruleset, is_done=True).order_by("ended", "number"):
        work.add(as_game(table))
    kept: dict[int, Strength] = defaultdict(Strength)
    kept |= {row.person: strength(row) for row in Rating.objects.filter(ruleset=ruleset)}
    return sorted(person for person in work.ratings.keys() | kept.keys() if work.ratings.get(person) != kept[person])
