"""Organisers and the clocks: pauses of a table and of a season, and alarms beyond a threshold."""

from dataclasses import replace
from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from games.editions.errors import NotAllowed
from games.models import Wait
from leagues import tasks
from leagues.mail import letters
from leagues.models import Season, SubCall
from leagues.queries import dashboard
from leagues.services import clocks, making, rounds, seasons, substitutes
from notifications.models import Notice
from notifications.telling import Telling
from tests.reading import opening

pytestmark = pytest.mark.django_db


def due(fixture):
    return Wait.objects.get(game=fixture.game_id, closed_at=None).due_at


def test_a_pause_of_one_table_moves_its_deadline_and_no_other(run, organiser, golden):
    one, other = list(run.fixtures)[:2]
    was, others = due(one), due(other)
    clocks.pause_table(one.pk, organiser, 3, "a wedding")
    assert due(one) == was + timedelta(days=3)
    assert due(other) == others
    with golden.refused("refusals/leagues", NotAllowed):
        clocks.pause_table(one.pk, organiser, 3, "once more")


def test_a_pause_of_the_season_moves_every_deadline_the_rounds_and_the_hard_end(run, organiser, golden):
    was, end = [due(fixture) for fixture in run.fixtures], run.season.hard_end
    clocks.pause_season(run.pk, organiser, 5, "the harbour is closed")
    assert [due(fixture) for fixture in run.fixtures] == [moment + timedelta(days=5) for moment in was]
    assert run.season.hard_end == end + timedelta(days=5)
    assert Notice.objects.filter(kind="league-decision").count() == 7
    told = letters.write_decision(Telling.of(Notice.objects.filter(kind="league-decision").first()))
    assert golden("letters/league-decision", opening(told))


def test_in_a_paused_season_nothing_opens_starts_or_is_adjudicated(make_run, members, organiser):
    run = make_run(members, most_at_once=2).begin()
    clocks.pause_season(run.pk, organiser, 14, "a storm")
    second = run.season.rounds.get(number=2)
    Season.objects.update(hard_end=timezone.now() - timedelta(hours=1))
    run.season.rounds.filter(number=2).update(opens=timezone.now() - timedelta(hours=1))
    assert tasks.look_after(run.pk) == ""
    second.refresh_from_db()
    assert second.status == "planned"
    assert set(run.fixtures.filter(round__number=1).values_list("status", flat=True)) == {"running"}
    run.season.rounds.filter(pk=second.pk).update(status="running")
    assert not rounds.start(second.fixtures.first().pk)


def test_the_end_of_a_pause_leaves_everyone_half_a_day_and_brings_nothing_forward(run, organiser, golden):
    clocks.pause_season(run.pk, organiser, 10, "a storm")
    end, was = run.season.hard_end, [due(fixture) for fixture in run.fixtures]
    clocks.resume_season(run.pk, organiser, "it is over")
    assert not run.season.is_paused
    assert run.season.hard_end == end
    for moment, before in zip([due(fixture) for fixture in run.fixtures], was, strict=True):
        assert timezone.now() + timedelta(hours=12) < moment < before
    with golden.refused("refusals/leagues", NotAllowed):
        clocks.resume_season(run.pk, organiser, "it is over")


def test_the_end_of_the_seasons_pause_leaves_a_pause_of_one_table_alone(run, organiser, golden):
    table = run.fixtures.first()
    clocks.pause_table(table.pk, organiser, 14, "a wedding")
    clocks.pause_season(run.pk, organiser, 2, "a storm")
    was = due(table)
    clocks.resume_season(run.pk, organiser, "it is over")
    assert due(table) == was
    clocks.resume_table(table.pk, organiser, "they are back")
    assert due(table) < was
    with golden.refused("refusals/leagues", NotAllowed):
        clocks.resume_table(table.pk, organiser, "they are back")
    told = Notice.objects.filter(kind="league-decision").latest("pk")
    assert golden("letters/league-decision", told.facts["sentence"])


@pytest.mark.parametrize("days", [0, 15, 10**9])
def test_a_pause_lasts_from_one_day_to_fourteen(run, organiser, days, golden):
    with golden.refused("refusals/leagues", NotAllowed):
        clocks.pause_season(run.pk, organiser, days, "a storm")
    with golden.refused("refusals/leagues", NotAllowed):
        clocks.pause_table(run.fixtures.first().pk, organiser, days, "a storm")


def test_an_organiser_who_plays_does_not_stop_the_clocks_of_their_own_season(run, members, golden):
    run.season.league.organisers.add(members[0])
    other = replace(run.season.preset, points="wins")
    for attempt in (
        lambda: clocks.pause_season(run.pk, members[0], 3, "I am late"),
        lambda: clocks.resume_season(run.pk, members[0], "they are late"),
        lambda: making.change_preset(run.pk, members[0], other, "I win more than I place"),
    ):
        with golden.refused("refusals/leagues", NotAllowed):
            attempt()


# -- alarms ---------------------------------------------------------------------------------------------
def test_a_captain_who_is_overdue_for_longer_than_the_threshold_is_an_alarm_and_told_once(run, organiser, golden):
    fixture = run.fixtures.first()
    Wait.objects.filter(game=fixture.game, closed_at=None).update(due_at=timezone.now() - timedelta(hours=30))
    assert [found.fixture.pk for found in dashboard.pressing_tables(run.season)] == [fixture.pk]
    for _ in range(3):
        tasks.look_after(run.pk)
    told = Notice.objects.get(kind="league-alarm", user=organiser)
    assert golden("letters/league-alarm", opening(letters.write_alarm(Telling.of(told))))
    Season.objects.update(alarm_overdue=48)
    assert dashboard.pressing_tables(run.season) == []


def test_a_table_without_a_move_for_longer_than_the_threshold_is_an_alarm_unless_the_season_is_paused(run, organiser, golden):
    with time_machine.travel(timezone.now() + timedelta(days=8)):
        Wait.objects.update(due_at=timezone.now() + timedelta(days=1))
        assert golden("pages/organise", {alarm for found in dashboard.pressing_tables(run.season) for alarm in found.alarms})
        Season.objects.update(paused_until=timezone.now() + timedelta(days=1))
        assert dashboard.pressing_tables(run.season) == []
        Season.objects.update(paused_until=None, alarm_quiet=0)
        assert dashboard.pressing_tables(run.season) == []


def test_an_open_seat_is_an_alarm_until_a_substitute_has_it(run, members, jack, golden):
    fixture = run.fixtures.filter(seats__entry__user=members[0]).first()
    fixture.game.players.filter(user=members[0]).update(mode="open", open_until=timezone.now() + timedelta(days=1))
    assert golden("pages/organise", dashboard.pressing_tables(run.season)[0].alarms)
    substitutes.offer(run.pk, jack)
    substitutes.call_substitutes(run.season)
    substitutes.answer_call(SubCall.objects.get().pk, jack, True)
    assert dashboard.pressing_tables(run.season) == []


# -- dates ----------------------------------------------------------------------------------------------
def test_dates_that_are_to_come_can_be_put_off_with_a_reason_and_everyone_reads_it(make_run, members, organiser, golden):
    run = make_run(members)
    later = run.season.starts + timedelta(days=3)
    with golden.refused("refusals/leagues", NotAllowed):
        making.change_times(run.pk, organiser, {"starts": later})
    making.change_times(run.pk, organiser, {"starts": later}, "the hall is taken")
    assert run.season.starts == later
    assert Notice.objects.filter(kind="league-decision").count() == 7


def test_an_announced_date_does_not_come_sooner_and_a_past_one_is_not_changed(make_run, members, organiser, golden):
    run = make_run(members)
    with golden.refused("refusals/leagues", NotAllowed):
        making.change_times(run.pk, organiser, {"starts": run.season.starts - timedelta(hours=1)}, "in a hurry")
    run.begin()
    with golden.refused("refusals/leagues", NotAllowed):
        making.change_times(run.pk, organiser, {"starts": run.season.starts + timedelta(days=1)}, "in a hurry")
    assert seasons.step_of(run.season).key == "settle"


def test_more_time_given_twice_or_during_a_pause_is_as_much_more_as_the_letter_says(run, organiser):
    table, other = list(run.fixtures)[:2]
    was = due(table)
    clocks.extend(table.pk, organiser, 24, "a storm")
    clocks.extend(table.pk, organiser, 48, "another storm")
    assert due(table) == was + timedelta(hours=72)
    was = due(other)
    clocks.pause_season(run.pk, organiser, 3, "the harbour is closed")
    clocks.extend(other.pk, organiser, 24, "a storm")
    assert due(other) == was + timedelta(days=4)
    clocks.resume_season(run.pk, organiser, "it is over")
    assert due(other) >= was + timedelta(hours=36)


def test_captains_read_that_they_were_given_more_time_and_that_a_pause_was_ended(run, organiser):
    table = run.fixtures.first()
    clocks.extend(table.pk, organiser, 24, "a storm")
    clocks.pause_season(run.pk, organiser, 10, "the harbour is closed")
    clocks.resume_season(run.pk, organiser, "it is over")
    entries = table.game.clock_entries.filter(kind="clock-moved").order_by("pk")
    assert [entry.facts["reason"] for entry in entries] == ["more time", "organiser", "pause ended"]


def test_the_page_of_a_table_says_until_when_all_pauses_together_stop_its_clock(run, client, organiser):
    client.force_login(organiser)
    table = run.fixtures.first()
    for hours in (24, 48):
        clocks.extend(table.pk, organiser, hours, f"{hours} hours")
    page = client.get(reverse("leagues:decide_table", args=[run.season.league.slug, run.season.number, table.pk]))
    assert page.context["paused"].end > timezone.now() + timedelta(hours=71)
