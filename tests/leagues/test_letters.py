"""What letters of a season say, to whom, and when nothing is said."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from leagues import notices, tasks
from leagues.mail import letters
from leagues.models import League, Season
from leagues.services import appeals, results, withdrawals
from leagues.tables import division_tables
from notifications.kinds import KINDS
from notifications.models import Notice
from notifications.telling import Telling

pytestmark = pytest.mark.django_db


def text(notice) -> str:
    return " ".join(KINDS[notice.kind].write(Telling.of(notice)).text.split())


def told(kind: str) -> dict:
    """Person -> the newest letter of this kind."""
    return {notice.user: text(notice) for notice in Notice.objects.filter(kind=kind).select_related("user").order_by("pk")}


def ended(make_run, members, **preset):
    run = make_run(members, **preset).begin()
    run.end_all()
    return run


def test_the_provisional_result_shows_the_table_of_ones_division_and_why_one_stands_where_one_stands(make_run, people):
    members = people(7)
    run = ended(make_run, members)
    rows = division_tables.table_of(run.season.divisions.get())
    second = told("league-final")[rows[1].person.user]
    assert "it is confirmed after 48 hours, in which you may appeal" in second
    assert all(f"{row.place}. {row.person.name}{' (you)' * (row is rows[1])}, {row.shown} points" in second for row in rows)
    assert f"You stand behind {rows[0].person.name} by points" in second
    assert second.count("You stand") == 1


def test_the_confirmed_result_tells_each_captain_whether_they_go_up_goes_down_or_stays(make_run, people):
    members = people(14)
    run = ended(make_run, members)
    with time_machine.travel(timezone.now() + timedelta(hours=49)):
        run.step("confirm")
        found = told("league-final")
    words = {-1: "You go up.", 0: "You stay.", 1: "You go down."}
    going = {one["entry"]: one["to"] - one["tier"] for one in run.season.moved}
    assert sorted(going.values()) == [-1, *[0] * 12, 1]
    for entry in run.season.entries.select_related("user"):
        assert words[going[entry.pk]] in found[entry.user]


def test_near_the_hard_end_who_still_plays_is_reminded_once_of_what_is_open_and_nobody_else(make_run, people):
    members = people(7)
    run = make_run(members).begin()
    busy = set()
    running, *rest = run.fixtures
    for fixture in rest:
        run.end(fixture)
    busy = {seat.entry.user for seat in running.seats.all()}
    Season.objects.update(hard_end=timezone.now() + timedelta(days=3))
    for _ in range(2):
        tasks.look_after(run.pk)
    found = told("league-reminder")
    assert set(found) == busy
    assert Notice.objects.filter(kind="league-reminder").count() == 4
    assert all(f"- Table {running.number}, seat" in letter and letter.count("- Table") == 1 for letter in found.values())


def test_a_reminder_of_games_that_are_over_by_then_is_not_sent(make_run, people):
    run = make_run(people(7)).begin()
    notices.near_the_end(run.season)
    run.end_all()
    assert [letters.write_reminder(Telling.of(notice)) for notice in Notice.objects.filter(kind="league-reminder")] == [None] * 7


def test_moments_are_told_in_the_zone_of_the_reader(make_run, people, make_person):
    tokyo = make_person("Toshi", time_zone="Asia/Tokyo")
    run = make_run([tokyo, *people(6)]).begin()
    Season.objects.update(hard_end=datetime(2031, 3, 1, 20, 0, tzinfo=UTC))
    found = told("league-round")
    assert "Sunday 2 March, 05:00" in found[tokyo]
    assert "Saturday 1 March, 20:00" in found[run.season.entries.exclude(user=tokyo).first().user]


def test_a_decision_is_told_with_its_reason_to_everyone_at_the_table_and_ends_in_one_full_stop(make_run, people, organiser):
    run = make_run(people(7)).begin()
    fixture = run.fixtures.first()
    results.adjudicate(fixture.pk, organiser, "It drags on.")
    found = told("league-decision")
    assert set(found) == {seat.entry.user for seat in fixture.seats.all()}
    assert all("was adjudicated. The reason: It drags on. http" in letter for letter in found.values())


def test_organisers_are_told_of_an_appeal_once_and_who_organises_no_more_is_not(make_run, people, organiser, mary):
    members = people(7)
    run = make_run(members).begin()
    run.season.league.organisers.add(mary)
    appeals.appeal(run.pk, members[0], "My turn was over before it began.")
    assert {person: "Sailor 1 has appealed." in letter for person, letter in told("league-alarm").items()} == {organiser: True, mary: True}
    run.season.league.organisers.remove(mary)
    assert letters.write_alarm(Telling.of(Notice.objects.get(kind="league-alarm", user=mary))) is None


def test_who_has_withdrawn_hears_no_more_of_rounds_and_results(make_run, people):
    members = people(8)
    run = make_run(members, most_at_once=1).begin()
    withdrawals.withdraw(run.pk, members[0])
    written = {notice.user: letters.write_round(Telling.of(notice)) for notice in Notice.objects.filter(kind="league-round")}
    assert written.get(members[0]) is None
    run.season.rounds.update(opens=timezone.now())
    run.end_all()
    assert members[0] not in told("league-final")


def test_where_only_orders_dispute_the_letter_of_a_round_leads_everyone_to_theirs_before_the_first_move(make_run, people):
    members = people(2)
    run = make_run(members, seats=2)
    League.objects.update(ruleset="buccaneer", options={})
    run.begin()
    [fixture] = run.fixtures
    for person in members:
        assert "there is no later chance" in told("league-round")[person]
        assert f"/games/{fixture.game_id}/orders/" in told("league-round")[person]
    League.objects.update(options={"disputes": 24})
    assert "no later chance" not in told("league-round")[members[0]]
