"""Ratings: which games count and with which places, and keeping everybody's rating in step with them."""

from collections import defaultdict
from collections.abc import Iterable
from functools import partial
from itertools import islice
from typing import NamedTuple

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q

from games.models import Game, Player
from leagues.models import Fixture, RatedTable, Rating, RatingBook, RatingEvent
from leagues.ratings import AGAIN_WITHIN, MODEL, SECONDS, Book, Change, RatedGame, Stepped
from leagues.ratings import Rating as Strength
from leagues.standings import effective_places

LEAST_PART = 4
"""A game that ended in its first quarter of turns is not rated; that is told by `Game.is_rated`, or by so many moves a seat."""
AT_ONCE = 1000
"""Games whose events are held in memory before they are written."""


def note(game: Game) -> RatedTable | None:
    """Write down an ended game for rating, if it counts. In the transaction that ended it."""
    people, stepped_in = parts_of(game) if counts(game) else ([], [])
    if len(people) < 2:
        return None
    table, _ = RatedTable.objects.update_or_create(
        number=game.pk,
        defaults={
            "game": game, "ruleset": game.ruleset, "ended": int(game.ended_at.timestamp()), "people": people, "stepped_in": stepped_in,
        },
    )  # fmt: skip
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


# -- who is judged by a game ----------------------------------------------------------------------------
class Part(NamedTuple):
    """What a seat comes to: whose it was (None: a bot's), his place, the place at the table, who played it to the end for him.

    `here`: its owner sat there to the end.
    """

    owner: int | None
    place: int
    at_table: int
    here: bool
    helper: int | None


def parts_of(game: Game) -> tuple[list[list[int]], list[list]]:
    """([person, place] of every rated seat, the substitutes). Bots are left out, and who left his seat is last; a substitute
    stands in a list of his own, with the places that were played by those who sat there to the end."""
    fixture = Fixture.objects.filter(game=game).first()
    parts = parts_of_fixture(fixture, game) if fixture is not None else parts_of_table(game)
    people = [[part.owner, part.place] for part in parts if part.owner is not None]
    others = [[part.owner, part.at_table] for part in parts if part.owner is not None and part.here]
    return people, [[part.helper, part.at_table, others] for part in parts if part.helper is not None and others]


def parts_of_fixture(fixture: Fixture, game: Game) -> list[Part]:
    """A league has written down who was gone and who came instead."""
    players = {player.seat: player for player in game.players.all()}
    found = []
    for seat in fixture.seats.select_related("entry").order_by("seat"):
        owner = None if seat.entry.bot else seat.entry.user_id or seat.entry.former
        helper = stranger(players[seat.seat], owner) if seat.gone else None
        found.append(Part(owner, seat.place, seat.played_place, not seat.gone, helper))
    return found


def parts_of_table(game: Game) -> list[Part]:
    """At other tables the journal tells whose seat a substitute took."""
    players, left = list(game.players.order_by("seat")), left_by(game)
    owners = {player.seat: left.get(player.seat, player.former_id or player.user_id) for player in players}
    gone = [player.seat for player in players if not (player.bot or sits_there(player, owners[player.seat]))]
    counted, found = effective_places(game.outcome.places, gone), []
    for player in players:
        owner, at_table = owners[player.seat], game.outcome.places[player.seat]
        if owner is None or player.bot or is_guest(owner):
            continue
        here = player.seat not in gone
        helper = None if here else stranger(player, owner)
        found.append(Part(owner, counted[player.seat], at_table, here, helper))
    return found


def sits_there(player: Player, person: int | None) -> bool:
    """Did this person play here himself at the end?"""
    present = player.mode in (Player.Mode.PRESENT, Player.Mode.AWAY) and not player.resigned
    return present and person is not None and player.user_id == person


def stranger(player: Player, owner: int | None) -> int | None:
    """Who has finished this seat himself, if that was another member than its owner."""
    person = player.user_id
    return person if person != owner and sits_there(player, person) and not is_guest(person) else None


def left_by(game: Game) -> dict[int, int]:
    """Seat -> who had it before the first substitute and has not come back."""
    found: dict[int, int] = {}
    for line in game.clock_entries.filter(kind__in=("substitute", "back")):
        if line.kind == "back":
            found.pop(line.seat, None)
        elif "former" in line.facts:
            found.setdefault(line.seat, line.facts["former"])
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
    before = RatedTable.objects.filter(number=fixture.game_id).first()
    after = note(fixture.game)
    if after is not None and (before is None or (before.people, before.stepped_in) != (after.people, after.stepped_in)):
        soon(after.ruleset, stale=True)


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
    people = {person for table in tables for person in everyone(table)}
    known = {row.person: strength(row) for row in Rating.objects.filter(ruleset=ruleset, person__in=people)}
    work = Book(known)
    remember_meetings(work, ruleset, first)
    store(ruleset, tables, work)
    return len(tables)


def everyone(table: RatedTable) -> list[int]:
    """Whose rating this game may change."""
    return [person for person, *_ in (*table.people, *table.stepped_in)]


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
    tables = RatedTable.objects.filter(ruleset=ruleset).order_by("ended", "number")
    count = store(ruleset, tables.iterator(chunk_size=AT_ONCE), Book())
    RatingBook.objects.filter(ruleset=ruleset).update(stale=False)
    return count


def as_game(table: RatedTable) -> RatedGame:
    helpers = tuple(Stepped(person, place, pairs(others)) for person, place, others in table.stepped_in)
    return RatedGame(table.number, table.ended, pairs(table.people), helpers)


def pairs(rows: list[list[int]]) -> tuple[tuple[int, int], ...]:
    return tuple((person, place) for person, place in rows)


def strength(row: Rating) -> Strength:
    return Strength(row.value, row.deviation, row.games, row.last)


def store(ruleset: str, tables: Iterable[RatedTable], work: Book) -> int:
    """Rate these tables in order, and write down what each did. How many there were."""
    touched: set[int] = set()
    count = 0
    coming = iter(tables)
    while part := list(islice(coming, AT_ONCE)):
        count += len(part)
        changes = [(table, change) for table in part for change in work.add(as_game(table))]
        touched.update(change.person for _, change in changes)
        RatingEvent.objects.bulk_create([event_of(table, change) for table, change in changes])
    RatedTable.objects.filter(ruleset=ruleset, is_done=False).update(is_done=True)
    members = set(get_user_model().objects.filter(pk__in=touched).values_list("pk", flat=True)) if len(touched) < 900 else all_members()
    rows = [row_of(ruleset, person, work.ratings[person], members) for person in sorted(touched)]
    fields = ["user", "value", "deviation", "games", "last", "cautious"]
    Rating.objects.bulk_create(rows, batch_size=1000, update_conflicts=True, unique_fields=["ruleset", "person"], update_fields=fields)
    return count


def all_members() -> set[int]:
    return set(get_user_model().objects.values_list("pk", flat=True))


def event_of(table: RatedTable, change: Change) -> RatingEvent:
    return RatingEvent(
        table_id=table.pk, person=change.person, before=change.before.value, before_deviation=change.before.deviation,
        after=change.after.value, after_deviation=change.after.deviation, against=change.against, model=MODEL,
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
