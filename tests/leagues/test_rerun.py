"""A fault in the rules was found: the same answers are played over, and what comes out is a correction or a clear no."""

import pytest

from games.editions.errors import NotAllowed
from games.engine import Outcome
from games.models import Move
from leagues.models import Act, Correction
from leagues.services import rating, results
from leagues.tables import division_tables
from tests.games.toy import TOY
from tests.reading import alert, part

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]


@pytest.fixture
def ended(run):
    """One table is over; seat 0 came first, seat 3 last."""
    fixture = run.fixtures.first()
    run.end(fixture)
    return fixture


def mended(monkeypatch, places) -> None:
    """From now on the rules give these places at the end, or none."""
    outcome = places and Outcome((places.index(1),), tuple(places), tuple(10 * place for place in places), "rounds")
    monkeypatch.setattr(type(TOY), "outcome", lambda self, state: outcome if state.closed else None)


def places_of(fixture) -> list[int]:
    return [seat.place for seat in fixture.seats.all()]


def test_another_result_by_the_mended_rules_is_a_correction_and_all_that_follows_is_worked_out_anew(
    run, ended, members, organiser, monkeypatch
):
    rating.catch_up("toy")
    mended(monkeypatch, [4, 3, 2, 1])
    results.rerun(ended.pk, organiser, "a fault in the count of coins")
    assert places_of(ended) == [4, 3, 2, 1]
    assert Correction.objects.get().old["places"] == [1, 2, 3, 4]
    assert division_tables.table_of(run.season.divisions.get())[0].entry == ended.seats.get(seat=3).entry_id
    rating.catch_up("toy")
    assert ended.game.rated_table.people[3][1] == 1
    assert rating.wrong_ratings("toy") == []


def test_the_same_result_changes_nothing_and_says_so(ended, organiser, monkeypatch, golden):
    mended(monkeypatch, [1, 2, 3, 4])
    scores = [seat.score for seat in ended.seats.all()]
    monkeypatch.setattr(results, "outcome_now", lambda game: Outcome((0,), (1, 2, 3, 4), tuple(scores), "rounds"))
    with golden.refused("refusals/leagues", NotAllowed):
        results.rerun(ended.pk, organiser, "a fault in the count of coins")
    assert not Correction.objects.exists()


def test_answers_that_the_mended_rules_refuse_or_that_lead_to_no_end_leave_the_result_and_name_the_ways_out(
    ended, organiser, monkeypatch, golden
):
    mended(monkeypatch, None)
    with golden.refused("refusals/leagues", NotAllowed):
        results.rerun(ended.pk, organiser, "a fault in the count of coins")
    Move.objects.create(game=ended.game, number=1, seat=0, decision="steer", answer="overboard", hash="", by="player")
    with golden.refused("refusals/leagues", NotAllowed):
        results.rerun(ended.pk, organiser, "a fault in the count of coins")
    assert places_of(ended) == [1, 2, 3, 4]


def test_only_what_was_played_to_its_end_is_played_over_and_only_by_who_may_decide_there(run, ended, members, organiser, jack, golden):
    running, adjudicated = run.fixtures.filter(status="running")[:2]
    results.adjudicate(adjudicated.pk, organiser, "it drags on")
    for fixture in (running, adjudicated):
        with golden.refused("refusals/leagues", NotAllowed):
            results.rerun(fixture.pk, organiser, "a fault in the count of coins")
    run.season.league.organisers.add(members[0])
    with golden.refused("refusals/leagues", NotAllowed):
        results.rerun(ended.pk, members[0], "a fault in the count of coins")


def test_the_button_shows_what_would_change_and_the_decision_stands_among_the_corrections(
    run, ended, organiser, client, sign_in, decide, monkeypatch, golden
):
    mended(monkeypatch, [2, 1, 3, 4])
    sign_in(client, organiser)
    assert decide(client, run.season, "rerun", fixture=ended.pk, reason="a fault in the count of coins").status_code == 302
    assert golden("pages/corrections", part(client.get(f"/leagues/{run.season.league.slug}/1/corrections/"), "div.card ul"))
    assert Act.objects.filter(fixture=ended, reason="a fault in the count of coins").count() == 1
    again = decide(client, run.season, "correct", fixture=ended.pk, place=[2, 1, 3, 4], reason="once more")
    assert again.status_code == 422
    assert golden("pages/organise", alert(again))
