"""Tables of divisions are kept as rows, renewed where something changed, and read quickly however large a season is."""

from random import Random
from time import process_time

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from leagues import tasks
from leagues.models import Entry, Fixture, FixtureSeat, RatedTable, Rating, RatingBook, RatingEvent, Recount, Season, Standing
from leagues.pure.standings import points_of
from leagues.services import cards, making, rating, results, withdrawals
from leagues.tables import division_tables
from tests.ratings import rate_anew

pytestmark = pytest.mark.django_db
MOST_QUERIES, MOST_SECONDS = 15, 0.3


def lines(run) -> list:
    return list(Standing.objects.filter(division__season=run.pk).order_by("division", "order").values())


def told(run) -> list:
    """The tables of a season as pages read them."""
    return [
        (row.entry, row.place, row.points, row.games, row.wins, row.places, row.strikes, row.owed, row.is_ranked, row.why)
        for rows in division_tables.all_tables(run.season).values()
        for row in rows
    ]


def worked_out(run) -> list:
    divisions = list(run.season.divisions.values_list("pk", flat=True))
    return [
        (row.entry, row.place, row.points, row.games, row.wins, row.places, row.strikes, row.owed, row.is_ranked, row.why)
        for rows in division_tables.work_out(run.season, divisions).values()
        for row in rows
    ]


@pytest.mark.parametrize("seed", range(3))
def test_whatever_happens_in_a_season_what_is_read_is_what_comes_out_of_its_results(make_run, people, organiser, seed):
    run, chance = make_run(people(8), least_counted=50).begin(), Random(seed)
    for number in range(14):
        fixture = chance.choice(list(run.fixtures))
        entry = chance.choice(list(run.season.entries.all()))
        match chance.randrange(5):
            case 0 if entry.status == "accepted" and number > 6:
                withdrawals.withdraw(run.pk, organiser, entry.pk, "has gone to sea")
            case 1 if fixture.status != "void":
                results.void(fixture.pk, organiser, "by chance")
            case 2 if fixture.counts:
                results.correct(
                    fixture.pk, organiser, chance.sample((1, 2, 3, 4), 4), "by chance", [chance.randrange(99) for _ in range(4)]
                )
            case _ if fixture.status == "running":
                fixture.game.players.update(strikes=chance.randrange(3))
                run.end(fixture, chance.sample((1, 2, 3, 4), 4))
        assert told(run) == worked_out(run)
        if chance.random() < 0.7:
            tasks.renew_standings(run.pk)
            assert not Recount.objects.exists()
            assert told(run) == worked_out(run)
            assert division_tables.wrong_tables(run.season) == []


def test_a_change_of_the_settings_and_a_card_that_is_taken_back_change_the_table(run, members, organiser):
    run.end(run.fixtures.first())
    card = cards.give_card(run.entry(members[0]).pk, organiser, "red", "two accounts")
    tasks.renew_standings(run.pk)
    assert not Standing.objects.filter(entry__user=members[0], is_ranked=True).exists()
    cards.lift_card(card.pk, organiser, "it was a sister")
    data = run.season.preset.to_json() | {"criteria": ["points", "strikes", "lot"]}
    making.change_preset(run.pk, organiser, type(run.season.preset).from_json(data), "announced by mistake")
    tasks.renew_standings(run.pk)
    assert Standing.objects.filter(entry__user=members[0], is_ranked=True).exists()
    assert told(run) == worked_out(run)


def test_only_divisions_and_lines_that_changed_are_written(make_run, people):
    run = make_run(people(14)).begin()
    tasks.renew_standings(run.pk)
    first, second = run.season.divisions.all()
    before = {line["id"]: line for line in lines(run)}
    fixture = run.fixtures.filter(division=second).first()
    results.put_in(fixture, [1, 2, 3, 4], [], "finished")
    assert list(Recount.objects.values_list("division", flat=True)) == [second.pk]
    with CaptureQueriesContext(connection) as queries:
        assert tasks.renew_standings(run.pk) == 1
    assert not any(f'"division_id" = {first.pk}' in query["sql"] for query in queries)
    after = {line["id"]: line for line in lines(run)}
    assert all(before[pk] == after[pk] for pk in before if before[pk]["division_id"] == first.pk)
    assert division_tables.keep(division_tables.work_out(run.season, [second.pk])) == 0


def test_twice_as_many_divisions_are_renewed_with_as_many_questions_to_the_database(make_run, people):
    asked, captains = [], people(14)
    for count in (7, 14):
        run = make_run(captains[:count], name=f"Cup of {count}").begin()
        for division in run.season.divisions.all():
            results.put_in(run.fixtures.filter(division=division).first(), [1, 2, 3, 4], [], "finished")
        with CaptureQueriesContext(connection) as queries:
            assert tasks.renew_standings(run.pk) == count // 7
        asked.append(len(queries))
        assert told(run) == worked_out(run)
    assert asked[0] == asked[1]


def test_a_captain_who_was_moved_to_another_division_stands_in_that_one_alone(make_run, people):
    run = make_run(people(14)).begin()
    tasks.renew_standings(run.pk)
    first, second = run.season.divisions.all()
    moved = Entry.objects.filter(division=second).order_by("-standing__order").first()
    Entry.objects.filter(pk=moved.pk).update(division=first, label=7)
    division_tables.mark_season(run.season, "moved")
    tasks.renew_standings(run.pk)
    assert Standing.objects.get(entry=moved).division == first
    assert told(run) == worked_out(run)


def test_a_line_that_is_wrong_is_found_at_night_and_organisers_are_told(run, organiser):
    run.end(run.fixtures.first())
    Standing.objects.filter(order=1).update(points=1)
    assert tasks.nightly() == 1
    tasks.sweep()
    assert tasks.nightly() == 0
    assert told(run) == worked_out(run)


def test_tables_that_were_never_kept_are_worked_out_by_the_sweep(run):
    run.end(run.fixtures.first())
    Standing.objects.all().delete()
    division_tables.mark_season(run.season, "tables are kept from now on")
    tasks.sweep()
    assert Standing.objects.count() == 7
    assert told(run) == worked_out(run)


# -- large seasons --------------------------------------------------------------------------------------
def large(make_run, captains: int, **preset) -> Season:
    """A season of so many bots, the first results of which are in."""
    run, chance = make_run(**preset), Random(7)
    Entry.objects.bulk_create(Entry(season_id=run.pk, bot="easy", own_name=f"Captain {number}") for number in range(captains))
    run.step("close")
    if preset.get("shape") == "swiss":
        run.step("start")
    worth, seats = points_of([1, 2, 3, 4]), []
    fixtures = list(run.fixtures.prefetch_related("seats"))
    for fixture in fixtures:
        places = chance.sample((1, 2, 3, 4), 4)
        for seat, place in zip(fixture.seats.all(), places, strict=True):
            seat.place, seat.played_place, seat.points = place, place, worth[place - 1]
            seats.append(seat)
    FixtureSeat.objects.bulk_update(seats, ["place", "played_place", "points"], batch_size=200)
    Fixture.objects.filter(round__season=run.pk).update(status="finished")
    if connection.vendor == "postgresql":  # what its own housekeeping does once so many rows have come
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    tasks.renew_standings(run.pk)
    Season.objects.filter(pk=run.pk).update(status="final", final_at=timezone.now())
    return run.season


def quick(client, *addresses: str) -> None:
    """None of these asks the database much, or takes long: the best of three counts, as other programs share the processor."""
    for address in addresses:
        spent = []
        for _ in range(4):  # the first of a kind also reads templates
            begin = process_time()
            with CaptureQueriesContext(connection) as queries:
                assert client.get(address).status_code == 200
            spent.append(process_time() - begin)
            assert len(queries) <= MOST_QUERIES, address
        assert min(spent) < MOST_SECONDS, address


def test_a_season_of_286_divisions_is_shown_and_exported_quickly(make_run, client):
    season = large(make_run, 2002)
    assert season.divisions.count() == 286
    at = [season.league.slug, 1]
    pages = [reverse(f"leagues:{page}", args=at) for page in ("season", "schedule", "json", "csv")]
    quick(client, *pages, f"{pages[0]}?page=15", reverse("leagues:division", args=[*at, 200]))
    shown = client.get(f"{pages[0]}?page=15").context["tables"]
    assert [each.number for each, _, _ in shown] == list(range(281, 287))


def test_an_open_event_of_two_thousand_is_shown_quickly_and_everyone_finds_their_own_line(make_run, client, sign_in, anne):
    season = large(make_run, 2000, shape="swiss", rounds=4, most_at_once=1)
    Entry.objects.filter(pk=season.entries.last().pk).update(user=anne, bot="", own_name="")
    at = [season.league.slug, 1]
    field = reverse("leagues:division", args=[*at, 1])
    quick(client, reverse("leagues:season", args=at), field, f"{field}?page=50", reverse("leagues:schedule", args=at))
    assert sign_in(client, anne).get(field).context["mine"].entry == season.entries.get(user=anne).pk


def test_a_result_in_a_large_field_goes_in_without_the_table_being_worked_out(make_run):
    season = large(make_run, 400, shape="swiss", rounds=4, most_at_once=1)
    fixture = Fixture.objects.filter(round__season=season).select_related("division__season").first()
    with CaptureQueriesContext(connection) as queries:
        results.put_in(fixture, [4, 3, 2, 1], [], "finished")
    assert len(queries) <= 10


# -- ratings --------------------------------------------------------------------------------------------
def a_table(chance: Random, number: int, second: int) -> RatedTable:
    people = chance.sample(range(1, 13), 4)
    left = [[people[3], second - chance.randrange(90000)]] if chance.random() < 0.2 else []
    helper = [[20 + chance.randrange(3), 1, [[people[0], 2], [people[1], 3]]]] if left else []
    return RatedTable(
        number=number,
        ruleset="toy",
        ended=second,
        people=[[who, place] for place, who in enumerate(people, 1)],
        left=left,
        stepped_in=helper,
    )


def stored_ratings() -> tuple:
    events = RatingEvent.objects.order_by("table__number", "person")
    columns = ("table__number", "person", "before", "before_deviation", "after", "after_deviation", "against")
    now = Rating.objects.order_by("person").values_list("person", "value", "deviation", "games", "last")
    return list(events.values_list(*columns)), list(now)


def change_something(chance: Random, number: int) -> None:
    """A game ends, perhaps earlier than others that are rated; another result is corrected, or counts no more."""
    some = chance.choice(list(RatedTable.objects.all()))
    match chance.randrange(3):
        case 0:
            a_table(chance, number, 1_000_000 + 50_000 * chance.randrange(60)).save()
        case 1:
            RatedTable.objects.filter(pk=some.pk).update(people=[[who, 5 - place] for who, place in some.people])
            rating.recompute_soon("toy", since=some.ended)
        case 2:
            rating.forget_game(some.number)


@pytest.mark.parametrize("seed", range(4))
def test_after_a_correction_ratings_are_worked_out_from_there_on_and_are_those_that_come_out_from_nothing(seed):
    chance = Random(seed)
    for number in range(1, 60):
        a_table(chance, number, 1_000_000 + 50_000 * chance.randrange(60)).save()
    rating.catch_up("toy")
    for number in range(100, 112):
        change_something(chance, number)
        rating.catch_up("toy")
        kept = stored_ratings()
        assert rating.wrong_ratings("toy") == []
        rate_anew("toy")
        assert stored_ratings() == kept


def test_a_correction_touches_no_event_before_it():
    chance = Random(1)
    for number in range(1, 40):
        a_table(chance, number, number * 1000).save()
    rating.catch_up("toy")
    early = set(RatingEvent.objects.filter(table__number__lt=30).values_list("pk", flat=True))
    rating.recompute_soon("toy", since=30_000)
    assert RatingBook.objects.get().stale_from == 30_000
    assert rating.catch_up("toy") == 10
    assert early <= set(RatingEvent.objects.values_list("pk", flat=True))
    assert not RatingBook.objects.get().stale
