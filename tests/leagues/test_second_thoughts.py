"""What organisers take back: a table played again, a card, a decision that was appealed against."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.editions.errors import NotAllowed
from games.models import Game
from leagues.models import Correction, Entry, RatedTable, Season, SubCall
from leagues.pure.standings import POINT
from leagues.queries import pages
from leagues.services import cards, clocks, entries, making, rating, results, seasons, substitutes, withdrawals
from leagues.tables import division_tables
from notifications.models import Notice

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]


# -- played again ---------------------------------------------------------------------------------------
def test_a_table_that_is_played_again_starts_anew_with_the_same_seats_and_the_old_game_counts_for_nothing(run, organiser):
    fixture = run.fixtures.first()
    old, seated = fixture.game_id, [seat.entry_id for seat in fixture.seats.all()]
    results.replay(fixture.pk, organiser, "the rules had a fault")
    run.start_games()
    fixture.refresh_from_db()
    assert fixture.status == "running"
    assert fixture.game_id not in (None, old)
    assert [seat.entry_id for seat in fixture.seats.all()] == seated
    ended = Game.objects.get(pk=old)
    assert (ended.status, ended.is_rated) == ("over", False)


def test_a_result_that_was_played_again_leaves_the_table_the_ratings_and_stays_on_show(run, organiser):
    fixture = run.fixtures.first()
    run.end(fixture)
    rating.catch_up("toy")
    assert RatedTable.objects.count() == 1
    results.replay(fixture.pk, organiser, "two accounts of one person")
    assert not RatedTable.objects.exists()
    assert {row.points for row in division_tables.table_of(run.season.divisions.get())} == {0}
    assert Correction.objects.get().new == {"replay": True}


def test_a_table_that_was_not_begun_or_a_season_that_is_over_is_not_played_again(make_run, members, organiser, golden):
    run = make_run(members, most_at_once=2).begin()
    planned = run.fixtures.filter(status="planned").first()
    with golden.refused("refusals/leagues", NotAllowed):
        results.replay(planned.pk, organiser, "why not")
    run.season.rounds.update(opens=timezone.now())
    run.end_all()
    with golden.refused("refusals/leagues", NotAllowed):
        results.replay(run.fixtures.first().pk, organiser, "why not")


def test_a_substitute_keeps_the_seat_when_the_table_is_played_again(run, members, jack, organiser):
    fixture = run.fixtures.filter(seats__entry__user=members[0]).first()
    fixture.game.players.filter(user=members[0]).update(mode="open", open_until=timezone.now() + timedelta(days=1))
    seat = fixture.seats.get(entry__user=members[0])
    substitutes.replace(seat.pk, organiser, jack, "they asked me to")
    results.replay(fixture.pk, organiser, "it had hardly begun")
    run.start_games()
    fixture.refresh_from_db()
    assert fixture.game.players.get(seat=seat.seat).user == jack


# -- cards ----------------------------------------------------------------------------------------------
def test_a_card_that_is_taken_back_lets_its_owner_play_again_and_register_for_the_next_season(run, members, organiser, golden):
    entry = run.entry(members[0])
    card = cards.give_card(entry.pk, organiser, "red", "two accounts")
    assert run.entry(members[0]).status == Entry.Status.EXCLUDED
    cards.lift_card(card.pk, organiser, "it was somebody else")
    assert run.entry(members[0]).status == Entry.Status.ACCEPTED
    assert run.entry(members[0]).cards == []
    assert entries.pause_of(Season(league=run.season.league, number=2), members[0]) == ""
    with golden.refused("refusals/leagues", NotAllowed):
        cards.lift_card(card.pk, organiser, "once more")


def test_a_yellow_card_that_was_taken_back_does_not_make_the_next_one_red(run, members, organiser):
    entry = run.entry(members[0])
    card = cards.give_card(entry.pk, organiser, "yellow", "insults")
    cards.lift_card(card.pk, organiser, "it was a joke")
    cards.give_card(entry.pk, organiser, "yellow", "insults")
    assert [card.kind for card in run.entry(members[0]).cards] == ["yellow"]


def test_after_the_season_an_appeal_can_be_made_for_a_week_against_a_card_or_a_correction_and_no_longer(run, members, organiser, golden):
    run.end_all()
    with time_machine.travel(timezone.now() + timedelta(hours=49)) as clock:
        run.step("confirm")
        with golden.refused("refusals/leagues", NotAllowed):
            cards.appeal(run.pk, members[0], "I would like to be first.")
        cards.give_card(run.entry(members[0]).pk, organiser, "red", "collusion, as their letters show")
        assert cards.appeal(run.pk, members[0], "Those letters were not mine.").pk
        clock.shift(timedelta(days=8))
        with golden.refused("refusals/leagues", NotAllowed):
            cards.appeal(run.pk, members[0], "Those letters were still not mine.")


# -- settings -------------------------------------------------------------------------------------------
def test_points_that_are_corrected_in_mid_season_are_counted_anew_in_every_result(run, organiser):
    run.end(run.fixtures.first())
    data = run.season.preset.to_json() | {"points": "wins"}
    making.change_preset(run.pk, organiser, type(run.season.preset).from_json(data), "announced by mistake")
    best = division_tables.table_of(run.season.divisions.get())[0]
    assert best.points == 20 * POINT


def test_an_organiser_who_plays_as_a_substitute_does_not_decide_there(run, members, jack, organiser, golden):
    run.season.league.organisers.add(jack)
    fixture = run.fixtures.filter(seats__entry__user=members[0]).first()
    clocks.extend(fixture.pk, jack, 5, "still a stranger here")
    fixture.seats.filter(entry__user=members[0]).update(played_by=jack, gone=True)
    with golden.refused("refusals/leagues", NotAllowed):
        clocks.extend(fixture.pk, jack, 5, "for myself")


def test_who_plays_again_after_a_card_was_taken_back_scores_as_they_play_at_the_tables_to_come(make_run, members, organiser):
    run = make_run(members, most_at_once=1, ready_check=False).begin()
    card = cards.give_card(run.entry(members[0]).pk, organiser, "red", "two accounts")
    cards.lift_card(card.pk, organiser, "it was a sister")
    to_come = list(run.fixtures.filter(status="planned", seats__entry__user=members[0]))
    run.end_all()
    seats = [fixture.seats.get(entry__user=members[0]) for fixture in to_come]
    assert seats
    assert {(seat.gone, seat.place) for seat in seats} == {(False, 1)}


def test_a_table_that_was_void_by_mistake_counts_as_before_for_who_had_left_it(run, members, jack, organiser):
    substitutes.offer(run.pk, jack, most_games=1)
    withdrawals.withdraw(run.pk, members[0])
    substitutes.call_substitutes(run.season)
    call = SubCall.objects.get()
    substitutes.answer_call(call.pk, jack, True)
    fixture = call.seat.fixture
    places = [2, 3, 4]
    places.insert(call.seat.seat, 1)
    run.end(fixture, places)
    before = list(fixture.seats.values_list("gone", "place", "points"))
    results.void(fixture.pk, organiser, "by mistake")
    results.correct(fixture.pk, organiser, places, "it was the other table")
    assert list(fixture.seats.values_list("gone", "place", "points")) == before


def test_a_red_card_given_while_the_next_season_takes_registrations_keeps_its_owner_out_of_it(run, members, organiser, golden):
    run.end_all()
    now = timezone.now()
    following = making.create_season(run.season.league_id, organiser, run.season.preset, now + timedelta(days=3), now + timedelta(days=4))
    seasons.advance(following.pk, "open")
    for person in members[:2]:
        entries.register(following.pk, person)
    card = cards.give_card(run.entry(members[0]).pk, organiser, "red", "two accounts")
    assert list(following.entries.filter(status="accepted").values_list("user", flat=True)) == [members[1].pk]
    assert Notice.objects.filter(user=members[0], key__contains=f"sits-out:{card.pk}").exists()
    with golden.refused("refusals/leagues", NotAllowed):
        entries.register(following.pk, members[0])
    cards.lift_card(card.pk, organiser, "it was a sister")
    assert entries.register(following.pk, members[0]).status == "accepted"


def test_who_decides_at_a_table_takes_two_questions_however_many_organisers_there_are(
    run, members, people, jack, django_assert_num_queries
):
    fixture = run.fixtures.filter(seats__entry__user=members[0]).first()
    others = [jack, *User.objects.exclude(pk__in=[member.pk for member in members])]
    run.season.league.organisers.add(jack, members[0])
    fixture.seats.filter(entry__user=members[1]).update(played_by=jack, gone=True)
    game = Game.objects.get(pk=fixture.game_id)
    with django_assert_num_queries(2):
        found, part = pages.deciders(game), pages.part_of(game)
    assert found == {one.pk for one in others} - {jack.pk}
    assert part.note == ""
