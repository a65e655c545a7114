"""Ad hoc tournaments: an open event from one form, its rounds, and a final for the first places."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from games.editions.errors import NotAllowed
from leagues.mail import letters
from leagues.models import Entry, Season
from leagues.pure.presets import BadPreset, Preset
from leagues.pure.standings import POINT, Seat, points_of, standings
from leagues.queries import pages
from leagues.services import cards, results, rounds, seasons, withdrawals
from leagues.tables import division_tables
from notifications.models import Notice
from notifications.telling import Telling
from tests.reading import paragraphs

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]


@pytest.fixture
def event(make_run, people):
    """Eight captains, two rounds, a final."""
    return make_run(people(8), shape="swiss", rounds=2, final=True, most_at_once=1).begin()


def play_round(run, number):
    """The one who registered first wins."""
    for fixture in list(run.fixtures.filter(round__number=number)):
        order = sorted(fixture.seats.all(), key=lambda seat: seat.entry_id)
        places = [order.index(seat) + 1 for seat in fixture.seats.all()]
        run.end(fixture, places)
    seasons.move_on(run.pk)
    run.start_games()


def test_the_best_of_the_rounds_meet_in_the_final_and_nobody_else(event):
    play_round(event, 1)
    play_round(event, 2)
    before = [row.entry for row in division_tables.table_of(event.season.divisions.get())]
    final = event.fixtures.get(round__is_final=True)
    assert {seat.entry_id for seat in final.seats.all()} == set(before[:4])
    assert final.game.seats == 4


def test_the_places_of_the_final_are_the_first_places_and_its_points_are_not_added(event, golden):
    play_round(event, 1)
    play_round(event, 2)
    before = {row.entry: row.points for row in division_tables.table_of(event.season.divisions.get())}
    final = event.fixtures.get(round__is_final=True)
    event.end(final, [4, 3, 2, 1])
    rows = division_tables.table_of(event.season.divisions.get())
    assert [row.entry for row in rows[:4]] == [seat.entry_id for seat in final.seats.order_by("-seat")]
    assert {row.entry: row.points for row in rows} == before
    assert golden("pages/division", [re.sub(r"\{\d+\}", "{}", rows[place].why) for place in (0, 3)])
    assert seasons.move_on(event.pk) == "final"


def test_a_void_final_leaves_the_table_as_the_rounds_have_made_it(event, organiser):
    play_round(event, 1)
    play_round(event, 2)
    before = [row.entry for row in division_tables.table_of(event.season.divisions.get())]
    results.void(event.fixtures.get(round__is_final=True).pk, organiser, "the site was down")
    assert [row.entry for row in division_tables.table_of(event.season.divisions.get())] == before
    assert seasons.move_on(event.pk) == "final"


def test_the_final_is_played_by_those_who_are_left(event, organiser):
    play_round(event, 1)
    for fixture in list(event.fixtures.filter(round__number=2)):
        event.end(fixture)
    best = division_tables.table_of(event.season.divisions.get())[0]
    withdrawals.withdraw(event.pk, organiser, best.entry, "has gone to sea")
    seasons.move_on(event.pk)
    final = event.fixtures.get(round__is_final=True)
    assert best.entry not in {seat.entry_id for seat in final.seats.all()}


def test_a_round_that_too_few_are_left_for_is_not_opened_and_the_organiser_reads_why(event, organiser, golden):
    for entry in event.season.entries.order_by("pk")[:5]:
        withdrawals.withdraw(event.pk, organiser, entry.pk, "has gone to sea")
    for fixture in list(event.fixtures.filter(round__number=1)):
        event.end(fixture)
    rounds.close_finished(event.pk)
    second = event.season.rounds.get(number=2)
    blockers = rounds.blockers_of(second)
    assert golden("pages/organise", blockers)
    with golden.refused("refusals/leagues", NotAllowed):
        rounds.publish(second.pk, organiser)


def test_a_tournament_is_made_from_one_form_and_registration_is_open_at_once(client, sign_in, anne):
    sign_in(client, anne)
    address = reverse("leagues:new_tournament")
    form = client.get(address).context["form"]
    usual = {field.name: field.value() for field in form if field.value() is not None and field.value() is not False}
    page = client.post(address, usual | {"name": "Harvest Cup", "ruleset": "toy", "rounds": 1}, follow=True)
    season = Season.objects.get()
    assert page.redirect_chain[-1][0] == reverse("leagues:season", args=["harvest-cup", 1])
    assert (season.status, season.preset.shape, season.preset.rounds, season.preset.final) == ("registration", "swiss", 1, True)
    assert season.commitment


@pytest.mark.parametrize(
    "wrong",
    [{"name": "⚓"}, {"ruleset": "../x"}, {"seats": 8}, {"rounds": 99}, {"registration_to": "2001-01-01T10:00"}, {"round_days": "-3"}],
)
def test_a_tournament_that_cannot_be_is_refused_on_its_form_and_nothing_is_made(client, sign_in, anne, wrong):
    sign_in(client, anne)
    address = reverse("leagues:new_tournament")
    form = client.get(address).context["form"]
    usual = {field.name: field.value() for field in form if field.value() is not None and field.value() is not False}
    answer = client.post(address, usual | {"name": "Harvest Cup", "ruleset": "toy"} | wrong)
    assert answer.status_code == 422
    assert not Season.objects.exists()


def test_a_final_belongs_to_an_open_event_only(golden):
    with golden.refused("refusals/leagues", BadPreset):
        Preset.for_seats(4, final=True).checked(2, 6)


def test_a_cross_table_shows_the_final_as_one_more_meeting(event):
    play_round(event, 1)
    play_round(event, 2)
    event.end(event.fixtures.get(round__is_final=True))
    division = event.season.divisions.get()
    rows = division_tables.table_of(division)
    cross = pages.cross_table(rows, list(pages.fixtures_of(division=division)))
    finalists = {row.entry for row in rows[:4]}
    for row, squares in cross:
        for other, games in squares:
            if row.entry in finalists and other.entry in finalists and row is not other:
                assert any(game["fixture"].round.is_final for game in games)


def test_without_a_final_nothing_is_said_of_one():
    games = [[Seat(entry, place, points, 0) for entry, place, points in zip((1, 2), (1, 2), points_of([1, 2]), strict=True)]]
    assert all("final" not in row.why for row in standings([1, 2], games))
    assert standings([1, 2], games, finals={2: 1, 1: 2})[0].entry == 2
    assert standings([1, 2], games)[0].points == 10 * POINT


def test_everyone_in_the_field_has_a_status_that_says_they_play(event):
    assert set(event.season.entries.values_list("status", flat=True)) == {Entry.Status.ACCEPTED}


def test_the_last_letter_of_a_tournament_says_which_place_one_has_and_nothing_of_divisions(event, organiser, golden):
    play_round(event, 1)
    play_round(event, 2)
    event.end(event.fixtures.get(round__is_final=True))
    seasons.move_on(event.pk)
    best = Entry.objects.select_related("user").get(pk=division_tables.table_of(event.season.divisions.get())[0].entry)
    told = Notice.objects.filter(kind="league-final", user=best.user)
    assert golden("letters/league-final", paragraphs(letters.write_final(Telling.of(told.last())))[2])
    Season.objects.update(final_at=timezone.now() - timedelta(hours=49))
    event.step("confirm", organiser)
    assert golden("letters/league-final", paragraphs(letters.write_final(Telling.of(told.last())))[2])


def test_who_is_out_of_the_event_after_winning_its_final_stands_last_and_the_second_has_won(event, organiser):
    play_round(event, 1)
    play_round(event, 2)
    event.end(event.fixtures.get(round__is_final=True))
    assert seasons.move_on(event.pk) == "final"
    first, second, *_ = division_tables.table_of(event.season.divisions.get())
    cards.give_card(first.entry, organiser, "red", "two accounts")
    rows = division_tables.table_of(event.season.divisions.get())
    assert (rows[0].entry, rows[0].place, rows[-1].entry) == (second.entry, 1, first.entry)
    with time_machine.travel(timezone.now() + timedelta(hours=49)):
        event.step("confirm")
    assert [entry.pk for entry in pages.champions(event.season.league)[0][1]] == [second.entry]
