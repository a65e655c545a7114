"""What letters of a season say, to whom, and when nothing is said."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.conf import settings
from django.utils import timezone

from games.models import Wait
from leagues import notices, tasks
from leagues.mail import letters
from leagues.models import League, Season
from leagues.services import cards, entries, making, results, withdrawals
from leagues.tables import division_tables
from notifications.kinds import KINDS
from notifications.models import Notice
from notifications.telling import Telling
from tests.letters import of_kind
from tests.reading import opening, paragraphs, text

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def told(kind: str) -> dict:
    """Person -> the newest letter of this kind."""
    notices = Notice.objects.filter(kind=kind).select_related("user").order_by("pk")
    return {notice.user: KINDS[notice.kind].write(Telling.of(notice)) for notice in notices}


def ended(make_run, members, **preset):
    run = make_run(members, **preset).begin()
    run.end_all()
    return run


def test_the_provisional_result_shows_the_table_of_ones_division_and_why_one_stands_where_one_stands(make_run, people, golden):
    members = people(7)
    run = ended(make_run, members)
    rows = division_tables.table_of(run.season.divisions.get())
    second = told("league-final")[rows[1].person.user]
    assert golden("letters/league-final", paragraphs(second))


def test_the_confirmed_result_tells_each_captain_whether_they_go_up_goes_down_or_stays(make_run, people, golden):
    members = people(14)
    run = ended(make_run, members)
    with time_machine.travel(timezone.now() + timedelta(hours=49)):
        run.step("confirm")
        found = told("league-final")
    going = {one["entry"]: one["to"] - one["tier"] for one in run.season.moved}
    assert sorted(going.values()) == [-1, *[0] * 12, 1]
    first = {going[entry.pk]: paragraphs(found[entry.user])[2] for entry in run.season.entries.select_related("user").order_by("-pk")}
    assert golden("letters/league-final", [f"{way}: {first[way]}" for way in (-1, 0, 1)])


def test_near_the_hard_end_who_still_plays_is_reminded_once_of_what_is_open_and_nobody_else(make_run, people, golden):
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
    assert {len([said for said in paragraphs(letter) if said.startswith("- ")]) for letter in found.values()} == {1}
    assert golden("letters/league-reminder", sorted(opening(letter) for letter in found.values()))


def test_a_letter_about_a_season_leads_to_each_table_and_says_which_waits_and_where_its_captain_stands(make_run, people, golden):
    members = people(7)
    run = make_run(members).begin()
    running, *rest = run.fixtures
    for fixture in rest:
        run.end(fixture)
    notices.near_the_end(run.season)
    page = f"{settings.SITE_URL}/letters/answer/"
    turn = Wait.objects.get(game=running.game_id, closed_at=None).seat
    lengths = {}
    for seat in running.seats.order_by("seat").select_related("entry__user"):
        letter = told("league-reminder")[seat.entry.user]
        lines = text(letter).splitlines()
        assert any(line.startswith(f"  {page}") for line in lines)
        assert f'<a href="{page}' in letter.html
        lengths[seat.seat] = len(" ".join(lines))
        assert golden("letters/league-reminder", opening(letter))
    assert max(lengths, key=lengths.__getitem__) == turn, "only this letter says that the table waits"


def test_a_reminder_of_games_that_are_over_by_then_is_not_sent(make_run, people):
    run = make_run(people(7)).begin()
    notices.near_the_end(run.season)
    run.end_all()
    assert [letters.write_reminder(Telling.of(notice)) for notice in Notice.objects.filter(kind="league-reminder")] == [None] * 7


def test_moments_are_told_in_the_zone_of_the_reader(make_run, people, make_person, golden):
    tokyo = make_person("Toshi", time_zone="Asia/Tokyo")
    run = make_run([tokyo, *people(6)]).begin()
    Season.objects.update(hard_end=datetime(2031, 3, 1, 20, 0, tzinfo=UTC))
    found = told("league-round")
    others = run.season.entries.exclude(user=tokyo).first().user
    assert golden("letters/league-round", [opening(found[tokyo]), opening(found[others])], dated=True)


def test_a_decision_is_told_with_its_reason_to_everyone_at_the_table_and_ends_in_one_full_stop(make_run, people, organiser, golden):
    run = make_run(people(7)).begin()
    fixture = run.fixtures.first()
    results.adjudicate(fixture.pk, organiser, "It drags on.")
    found = told("league-decision")
    assert set(found) == {seat.entry.user for seat in fixture.seats.all()}
    assert golden("letters/league-decision", {opening(letter).partition("\n")[2] for letter in found.values()})


def test_organisers_are_told_of_an_appeal_once_and_who_organises_no_more_is_not(make_run, people, organiser, mary, golden):
    members = people(7)
    run = make_run(members).begin()
    run.season.league.organisers.add(mary)
    cards.appeal(run.pk, members[0], "My turn was over before it began.")
    found = told("league-alarm")
    assert set(found) == {organiser, mary}
    assert golden("letters/league-alarm", [opening(found[organiser]), opening(found[mary])])
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


def test_where_only_orders_dispute_the_letter_of_a_round_leads_everyone_to_theirs_before_the_first_move(make_run, people, golden):
    members = people(2)
    run = make_run(members, seats=2)
    League.objects.update(ruleset="buccaneer", options={})
    run.begin()
    for person in members:
        found = told("league-round")[person]
        assert f"{settings.SITE_URL}/letters/orders/" in text(found)
        assert golden("letters/league-round", opening(found))
    League.objects.update(options={"disputes": 24})
    assert "/orders/" not in text(told("league-round")[members[0]])


def test_the_subject_of_each_letter_about_a_season_says_what_it_is(make_run, people, organiser, golden):
    members = people(8)
    run = make_run(members, ready_check=True)
    for key in ("close", "start"):
        run.step(key)
    assert golden("letters/league-round", told("league-round")[members[0]].subject)
    assert golden("letters/league-muster", told("league-muster")[members[0]].subject)
    withdrawals.withdraw(run.pk, organiser, run.entry(members[7]).pk, "He said so")
    assert golden("letters/league-decision", told("league-decision")[members[7]].subject)
    cards.appeal(run.pk, members[0], "My turn was over before it began.")
    assert golden("letters/league-alarm", told("league-alarm")[organiser].subject)


def test_the_subject_of_a_letter_about_a_table_of_a_league_names_one_table(make_run, people, post):
    make_run(people(7)).begin()
    subjects = [letter.subject for letter in of_kind("turn", post.letters())]
    assert subjects
    assert not [subject for subject in subjects if subject.count("table") != 1 or "season" in subject]


def test_in_the_letter_of_the_result_who_has_no_place_has_no_number(make_run, people):
    members = people(7)
    run = make_run(members).begin()
    run.end(run.fixtures.filter(seats__entry__user=members[0]).first())
    withdrawals.withdraw(run.pk, members[0])
    run.end_all()
    letter = told("league-final")[members[1]]
    assert [line[0] for line in paragraphs(letter)[2].splitlines()] == [*"123456", "–"]


def test_who_gave_orders_as_they_registered_is_not_told_to_choose_them_now(make_run, people):
    members = people(2)
    run = make_run(members, seats=2)
    League.objects.update(ruleset="buccaneer", options={})
    entries.give_orders(run.season, members[0], {"dispute": "never"})
    run.begin()
    assert ["/orders/" in text(told("league-round")[person]) for person in members] == [False, True]


def test_each_captain_reads_new_dates_in_their_own_zone(run, members, organiser):
    members[0].time_zone = "Asia/Kolkata"
    members[0].save()
    making.change_times(run.pk, organiser, {"hard_end": datetime(2027, 3, 1, 20, 0, tzinfo=UTC)}, "a storm")
    told = {notice.user: letters.write_decision(Telling.of(notice)) for notice in Notice.objects.filter(kind="league-decision")}
    assert "Tuesday 2 March, 01:30 (Kolkata)" in opening(told[members[0]]).replace("\n", " ")
    assert "Monday 1 March, 20:00 (UTC)" in opening(told[members[1]]).replace("\n", " ")


def test_a_letter_about_a_correction_says_what_the_result_is_now(run, organiser, golden):
    fixture = run.fixtures.first()
    run.end(fixture)
    results.correct(fixture.pk, organiser, [4, 3, 2, 1], "read upside down")
    told = Notice.objects.filter(kind="league-decision").first()
    assert golden("letters/league-decision", opening(letters.write_decision(Telling.of(told))))


def test_the_hard_end_of_a_season_that_began_before_registration_was_to_close_can_be_put_off(make_run, members, organiser):
    run = make_run(members).begin()
    season = run.season
    assert season.starts < season.registration_to
    later = season.hard_end + timedelta(days=7)
    making.change_times(run.pk, organiser, {"hard_end": later}, "a storm")
    assert run.season.hard_end == later
