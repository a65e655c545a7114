"""Tables of a league at which nobody is left: they go on, with substitutes or helmsmen, or are void."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, Player
from leagues import tasks
from leagues.models import Season, SubCall
from leagues.services import results, seasons, substitutes
from leagues.tables import division_tables
from tests.reading import part, parts

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]
LONG_AGO = timedelta(days=4)


def put_to_sleep(fixture, ago=LONG_AGO) -> None:
    """Everyone there is away, and has been for so long."""
    Player.objects.filter(game=fixture.game, bot="").update(mode="away", strikes=1, strikes_running=1)
    Game.objects.filter(pk=fixture.game_id).update(stalled_at=timezone.now() - ago)


def modes(fixture) -> list[str]:
    return list(fixture.game.players.order_by("seat").values_list("mode", flat=True))


def test_the_seats_of_a_table_that_has_slept_for_three_days_are_offered_to_substitutes(make_run, people, jack):
    run = make_run(people(7)).begin()
    substitutes.offer(run.pk, jack)
    one, other = list(run.fixtures)[:2]
    put_to_sleep(one)
    put_to_sleep(other, ago=timedelta(days=2))
    assert substitutes.stir_sleeping_tables(run.season) == 1
    assert modes(one) == ["open"] * 4
    assert modes(other) == ["away"] * 4
    assert substitutes.call_substitutes(run.season) == 2
    call = SubCall.objects.order_by("pk").first()
    substitutes.answer_call(call.pk, jack, True)
    assert Game.objects.get(pk=call.seat.fixture.game_id).stalled_at is None


def test_a_table_whose_people_have_all_gone_for_good_is_void(make_run, people):
    run = make_run(people(7)).begin()
    fixture = run.fixtures.first()
    put_to_sleep(fixture)
    Player.objects.filter(game=fixture.game).update(mode="bot")
    tasks.look_after(run.pk)
    fixture.refresh_from_db()
    assert (fixture.status, fixture.game.status) == ("void", "over")


def test_where_bots_sit_too_helmsmen_play_the_game_to_its_end_and_the_absent_are_last(
    make_run, people, monkeypatch, django_capture_on_commit_callbacks
):
    run = make_run(people(4), bots=3).begin()
    fixture = run.fixtures.filter(seats__entry__bot="easy").first()
    put_to_sleep(fixture)
    Player.objects.filter(game=fixture.game, bot="").update(mode="bot")
    started = []
    monkeypatch.setattr("games.tasks.bots.play_on", started.append)
    with django_capture_on_commit_callbacks(execute=True):
        substitutes.stir_sleeping_tables(run.season)
    assert started == [fixture.game_id]
    assert Game.objects.get(pk=fixture.game_id).stalled_at is None
    run.end(fixture)
    gone = {seat.entry.bot: seat.place for seat in fixture.seats.all()}
    assert gone[""] == sum(bool(seat.entry.bot) for seat in fixture.seats.all()) + 1


def test_nobody_is_asked_about_more_seats_than_they_have_offered_to_take(make_run, people, jack):
    run = make_run(people(7)).begin()
    substitutes.offer(run.pk, jack, most_games=1)
    for fixture in list(run.fixtures)[:3]:
        player = fixture.game.players.order_by("seat").first()
        Player.objects.filter(pk=player.pk).update(mode="open", open_until=timezone.now() + timedelta(days=1))
    assert substitutes.call_substitutes(run.season) == 1


def test_two_tables_of_one_round_that_somebody_did_not_come_to_are_one_yellow_card(make_run, people, jack):
    members = people(7)
    run = make_run(members).begin()
    substitutes.offer(run.pk, jack)
    for fixture in list(run.fixtures.filter(seats__entry__user=members[0]))[:2]:
        fixture.game.players.filter(user=members[0]).update(mode="open", open_until=timezone.now() + timedelta(days=1))
    assert substitutes.call_substitutes(run.season) == 2
    for call in SubCall.objects.all():
        substitutes.answer_call(call.pk, jack, True)
    assert [card.kind for card in run.entry(members[0]).cards] == ["yellow"]
    assert run.entry(members[0]).status == "accepted"


# -- what the page of a table says ----------------------------------------------------------------------
def page_of(client, fixture):
    return client.get(f"/games/{fixture.game_id}/")


def test_the_page_of_a_table_leads_to_its_division_and_says_nothing_more_where_it_counts_as_it_was_played(make_run, people, client, golden):
    run = make_run(people(7)).begin()
    fixture = run.fixtures.first()
    assert golden("pages/table-over", part(page_of(client, fixture), '.table-head a[href="/leagues/cup-of-tortuga/1/division/1/"]'))
    run.end(fixture)
    assert len(parts(page_of(client, fixture), "section.result p")) == 1


def test_where_a_helmsman_came_first_the_page_of_the_table_shows_both_orders(make_run, people, client, golden):
    run = make_run(people(7)).begin()
    fixture = run.fixtures.first()
    Player.objects.filter(game=fixture.game, seat=0).update(mode="bot")
    run.end(fixture)
    names = [seat.entry.name for seat in fixture.seats.all()]
    page = page_of(client, fixture)
    assert golden("pages/table-over", part(page, "section.result p", 1))
    assert part(page, 'li[value="1"] b') == names[0]


def test_the_page_of_a_void_table_says_that_it_counts_for_nothing(make_run, people, organiser, client, golden):
    run = make_run(people(7)).begin()
    fixture = run.fixtures.first()
    run.end(fixture)
    results.void(fixture.pk, organiser, "two accounts of one person")
    assert golden("pages/table-over", part(page_of(client, fixture), "section.result p", 1))


def test_no_seat_of_a_table_is_offered_while_only_newer_code_can_open_it(make_run, people):
    run = make_run(people(7)).begin()
    fixture = run.fixtures.first()
    put_to_sleep(fixture)
    Game.objects.filter(pk=fixture.game_id).update(version=99)
    substitutes.stir_sleeping_tables(run.season)
    assert modes(fixture) == ["away"] * 4


def test_a_table_that_everybody_has_left_is_void_at_the_hard_end_too_and_gives_nobody_anything(make_run, people):
    run = make_run(people(7)).begin()
    fixture = run.fixtures.first()
    Player.objects.filter(game=fixture.game).update(mode="open")
    Season.objects.update(hard_end=timezone.now() - timedelta(minutes=1))
    seasons.adjudicate_late(run.pk)
    fixture.refresh_from_db()
    assert (fixture.status, fixture.game.status) == ("void", "over")
    assert {(seat.gone, seat.points, seat.place) for seat in fixture.seats.all()} == {(True, 0, None)}
    assert {row.owed for row in division_tables.table_of(fixture.division)} == {0}
