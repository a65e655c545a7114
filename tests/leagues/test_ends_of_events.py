"""Seasons that cannot go on as planned come to an end: too few captains for another round, or too few who registered."""

from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from leagues import tasks
from leagues.queries import pages
from leagues.services import cards, seasons, withdrawals
from notifications.models import Notice
from tests.reading import parts

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]
HOUR = timedelta(hours=1)


@pytest.fixture
def event(make_run, people):
    return make_run(people(9), shape="swiss", rounds=2, most_at_once=1).begin()


def end_round(run, number: int) -> None:
    for fixture in list(run.fixtures.filter(round__number=number)):
        run.end(fixture)


def test_an_open_event_with_fewer_captains_than_a_table_needs_ends_at_once_with_what_was_played(make_run, people, organiser, golden):
    captains = people(5)
    event = make_run(captains, shape="swiss", rounds=3, most_at_once=1).begin()
    for person in captains[:2]:
        withdrawals.withdraw(event.pk, person)
    end_round(event, 1)
    assert seasons.move_on(event.pk) == "final"
    assert list(event.season.rounds.values_list("status", flat=True)) == ["closed"] * 3
    assert golden("pages/organising", [notice.facts["sentence"] for notice in Notice.objects.filter(user=organiser)])
    decisions = Notice.objects.filter(kind="league-decision", user__in=captains[2:])
    assert [notice.user for notice in decisions if "captains" in notice.facts["reason"]] == captains[2:]
    with time_machine.travel(timezone.now() + timedelta(hours=49)):
        seasons.move_on(event.pk)
    [(_, winners)] = pages.champions(event.season.league)
    assert winners[0].user in captains[2:]


def test_an_organiser_settles_by_button_what_too_few_are_left_for_and_reads_why(
    make_run, people, organiser, client, sign_in, golden, decide
):
    captains = people(5)
    event = make_run(captains, shape="swiss", rounds=3, most_at_once=1, automatic=False).begin()
    for person in captains[:2]:
        withdrawals.withdraw(event.pk, person)
    end_round(event, 1)
    seasons.move_on(event.pk)
    sign_in(client, organiser)
    page = client.get(reverse("leagues:organise", args=[event.season.league.slug, 1]))
    assert golden("pages/organising", parts(page, ".columns section.card p"))
    decide(client, event.season, "step", step="settle")
    assert event.season.status == "settling"


def test_an_open_appeal_keeps_an_event_open_as_it_may_bring_a_captain_back(make_run, people, organiser, golden):
    captains = people(4)
    event = make_run(captains, shape="swiss", rounds=2, most_at_once=1).begin()
    card = cards.give_card(event.entry(captains[0]).pk, organiser, "red", "two accounts")
    end_round(event, 1)
    complaint = cards.appeal(event.pk, captains[0], "That was my brother, who has his own account.")
    seasons.move_on(event.pk)
    assert event.season.status == "running"
    assert golden("pages/organising", seasons.check_settle(event.season).blockers)
    cards.lift_card(card.pk, organiser, "it was the brother")
    cards.answer_appeal(complaint.pk, organiser, True, "it was the brother")
    seasons.move_on(event.pk)
    assert list(event.season.rounds.values_list("status", flat=True)) == ["closed", "running"]


def test_a_final_that_can_be_played_is_played_though_too_few_are_left_for_the_rounds_before(make_run, people):
    captains = people(5)
    event = make_run(captains, shape="swiss", rounds=2, final=True, most_at_once=1).begin()
    for person in captains[:2]:
        withdrawals.withdraw(event.pk, person)
    end_round(event, 1)
    seasons.move_on(event.pk)
    assert list(event.season.rounds.values_list("status", flat=True)) == ["closed", "closed", "running"]


def test_a_round_is_over_as_soon_as_all_its_tables_are_played(event, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        end_round(event, 1)
    assert event.season.rounds.get(number=1).status == "closed"


def test_a_round_that_is_due_in_a_season_that_does_not_run_by_itself_is_told_to_the_organisers(make_run, people, organiser):
    event = make_run(people(8), shape="swiss", rounds=2, most_at_once=1, automatic=False).begin()
    end_round(event, 1)
    with time_machine.travel(event.season.rounds.get(number=2).opens + HOUR):
        seasons.move_on(event.pk)
    assert Notice.objects.filter(user=organiser, key__contains="due:round").count() == 1


def test_a_season_that_too_few_registered_for_is_cancelled_at_its_hard_end(make_run, people, organiser):
    [lonely] = people(1)
    run = make_run([lonely])
    with time_machine.travel(run.season.hard_end + HOUR):
        assert seasons.move_on(run.pk) == "cancelled"
    assert Notice.objects.filter(user=lonely, kind="league-decision").exists()
    assert Notice.objects.filter(user=organiser, kind="league-alarm").exists()


def test_a_result_is_confirmed_though_nobody_is_left_to_answer_an_appeal(make_run, people, organiser):
    captains = people(4)
    event = make_run([*captains[:3], organiser], shape="swiss", rounds=1, most_at_once=1).begin()
    end_round(event, 1)
    seasons.move_on(event.pk)
    cards.appeal(event.pk, captains[0], "The last move of the last table came too late.")
    with time_machine.travel(timezone.now() + timedelta(days=30)):
        tasks.nightly()
        assert seasons.move_on(event.pk) == "archived"
    assert Notice.objects.filter(user=captains[0], kind="league-decision").exists()
