"""docs/states.md is the list of states and of what ends them: every status is in it, and every row of it is carried out."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.models import Game
from leagues.models import Entry, Fixture, Round, Season, SubCall
from leagues.services import cards, entries, results, seasons, substitutes, withdrawals
from tests.leagues.states_of_tables import SCENARIOS, Row, World, function, reaches, rows, status

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]
CHOICES = {
    "Table": Game.Status, "Season": Season.Status, "Round": Round.Status, "Table of a season": Fixture.Status,
    "Entry in a season": Entry.Status,
}  # fmt: skip
REASON = "the organiser says so"


@pytest.mark.parametrize("section", CHOICES)
def test_every_status_of_the_models_is_in_the_list(section):
    assert {begin for named, begin, _, _ in rows() if named == section} == set(CHOICES[section].values)


def test_every_state_that_is_reached_has_its_own_row_and_every_row_a_scenario():
    begins, listed = {row[:2] for row in rows()}, {row for row in rows() if row[3]}
    assert {(section, end) for section, _, end, _ in listed} <= begins
    assert set(SCENARIOS) == listed


# -- seasons ----------------------------------------------------------------------------------------------
@reaches("Season", "draft", "registration", "leagues.services.seasons.advance")
def _(w):
    season = draft(w)
    return status(season), (season.pk, "open")


@reaches("Season", "draft", "cancelled", "leagues.services.seasons.cancel")
def _(w):
    season = draft(w)
    return status(season), (season.pk, w.organiser, "")


def draft(w) -> Season:
    season = w.run().season
    Season.objects.filter(pk=season.pk).update(status="draft")
    return season


@reaches("Season", "registration", "seeding", "leagues.services.seasons.move_on")
def _(w):
    season = w.run().season
    w.clock.move_to(season.registration_to + timedelta(minutes=1))
    return status(season), (season.pk,)


@reaches("Season", "registration", "cancelled", "leagues.services.seasons.cancel")
def _(w):
    season = w.run().season
    return status(season), (season.pk, w.organiser, REASON)


@reaches("Season", "registration", "cancelled", "leagues.services.seasons.move_on")
def _(w):
    season = w.run(1).season
    w.clock.move_to(season.hard_end + timedelta(minutes=1))
    return status(season), (season.pk,)


def drawn(w) -> Season:
    run = w.run()
    run.step("close")
    return run.season


@reaches("Season", "seeding", "running", "leagues.services.seasons.move_on")
def _(w):
    season = drawn(w)
    w.clock.move_to(season.starts + timedelta(minutes=1))
    return status(season), (season.pk,)


@reaches("Season", "seeding", "cancelled", "leagues.services.seasons.cancel")
def _(w):
    season = drawn(w)
    return status(season), (season.pk, w.organiser, REASON)


@reaches("Season", "seeding", "cancelled", "leagues.services.seasons.move_on")
def _(w):
    season = drawn(w)
    w.clock.move_to(season.hard_end + timedelta(minutes=1))
    return status(season), (season.pk,)


def ended(w, count: int = 7) -> Season:
    run = w.run(count).begin()
    for fixture in list(run.fixtures):
        run.end(fixture)
    return run.season


@reaches("Season", "running", "settling", "leagues.services.seasons.advance")
def _(w):
    season = ended(w)
    return status(season), (season.pk, "settle", w.organiser)


@reaches("Season", "running", "final", "leagues.services.seasons.move_on")
def _(w):
    season = ended(w)
    return status(season), (season.pk,)


@reaches("Season", "settling", "final", "leagues.services.seasons.move_on")
def _(w):
    season = ended(w)
    seasons.advance(season.pk, "settle")
    return status(season), (season.pk,)


@reaches("Season", "final", "archived", "leagues.services.seasons.move_on")
def _(w):
    season = ended(w)
    seasons.move_on(season.pk)
    w.clock.shift(timedelta(hours=49))
    return status(season), (season.pk,)


# -- rounds -----------------------------------------------------------------------------------------------
@reaches("Round", "planned", "running", "leagues.services.seasons.move_on")
def _(w):
    run = w.event()
    return status(run.season.rounds.get(number=2)), (run.pk,)


@reaches("Round", "planned", "running", "leagues.services.rounds.publish")
def _(w):
    run = w.event()
    function("leagues.services.rounds.close_finished")(run.pk)
    second = run.season.rounds.get(number=2)
    return status(second), (second.pk, w.organiser)


@reaches("Round", "planned", "closed", "leagues.services.seasons.move_on")
def _(w):
    run = w.event()
    for entry in list(run.season.entries.all())[:5]:
        withdrawals.withdraw(run.pk, entry.user)
    return status(run.season.rounds.get(number=2)), (run.pk,)


@reaches("Round", "planned", "closed", "leagues.services.seasons.adjudicate_late")
def _(w):
    run = w.run(8, shape="swiss", rounds=2, most_at_once=1).begin()
    w.clock.move_to(run.season.hard_end + timedelta(minutes=1))
    return status(run.season.rounds.get(number=2)), (run.pk,)


@reaches("Round", "running", "closed", "leagues.services.rounds.close_finished")
def _(w):
    run = w.event()
    return status(run.season.rounds.get(number=1)), (run.pk,)


@reaches("Round", "closed", "running", "leagues.services.results.replay")
def _(w):
    run = w.event()
    function("leagues.services.rounds.close_finished")(run.pk)
    return status(run.season.rounds.get(number=1)), (run.fixtures.first().pk, w.organiser, REASON)


def asked(w):
    """A season whose captains are asked whether they are ready."""
    run = w.run(7, ready_check=True)
    run.step("close")
    run.step("start")
    opened, entry = run.season.rounds.get(number=1), run.season.entries.first()

    def read() -> str:
        opened.refresh_from_db()
        return "ready" if opened.ready.contains(entry) else "closed" if opened.ready_check_closed else "asked"

    return run, entry, read


@reaches("Ready check of a round", "asked", "ready", "leagues.services.ready_check.say_ready")
def _(w):
    run, entry, read = asked(w)
    return read, (run.pk, entry.user)


@reaches("Ready check of a round", "asked", "closed", "leagues.services.ready_check.close_due")
def _(w):
    run, _, read = asked(w)
    w.clock.shift(timedelta(days=3))
    return read, (run.season,)


# -- tables of a season -----------------------------------------------------------------------------------
@reaches("Table of a season", "planned", "running", "leagues.services.rounds.start")
def _(w):
    run = w.run(7)
    run.step("close")
    run.step("start")
    return status(run.fixtures.first()), (run.fixtures.first().pk,)


@reaches("Table of a season", "planned", "void", "leagues.services.seasons.adjudicate_late")
def _(w):
    run = w.run(7)
    run.step("close")
    run.step("start")
    w.clock.move_to(run.season.hard_end + timedelta(minutes=1))
    return status(run.fixtures.first()), (run.pk,)


@reaches("Table of a season", "running", "finished", "games.play.acting.end_as_it_stands")
def _(w):
    fixture = w.run(7).begin().fixtures.first()
    return status(fixture), (fixture.game_id, "rounds")


def decided(name: str, *before: str):
    """A scenario in which an organiser decides on a table, after other decisions on it."""

    def scenario(w):
        run = w.run(7).begin()
        fixture = run.fixtures.first()
        for earlier in before:
            run.end(fixture) if earlier == "end" else getattr(results, earlier)(fixture.pk, w.organiser, REASON)
        more = ([1, 2, 3, 4],) if name == "correct" else ()
        return status(fixture), (fixture.pk, w.organiser, *more, REASON)

    return scenario


reaches("Table of a season", "running", "adjudicated", "leagues.services.results.adjudicate")(decided("adjudicate"))
reaches("Table of a season", "running", "void", "leagues.services.results.void")(decided("void"))
reaches("Table of a season", "finished", "void", "leagues.services.results.void")(decided("void", "end"))
reaches("Table of a season", "adjudicated", "void", "leagues.services.results.void")(decided("void", "adjudicate"))
reaches("Table of a season", "void", "planned", "leagues.services.results.replay")(decided("replay", "void"))
reaches("Table of a season", "void", "finished", "leagues.services.results.correct")(decided("correct", "end", "void"))


@reaches("Table of a season", "running", "adjudicated", "leagues.services.seasons.adjudicate_late")
def _(w):
    run = w.run(7).begin()
    w.clock.move_to(run.season.hard_end + timedelta(minutes=1))
    return status(run.fixtures.first()), (run.pk,)


# -- people -------------------------------------------------------------------------------------------------
def full(w):
    """A season with room for seven, and one who waits."""
    run = w.run(7, most_entries=7)
    return run, entries.register(run.pk, w.jack)


@reaches("Entry in a season", "waiting", "accepted", "leagues.services.withdrawals.withdraw")
def _(w):
    run, last = full(w)
    return status(last), (run.pk, run.season.entries.exclude(pk=last.pk).first().user)


@reaches("Entry in a season", "waiting", "withdrawn", "leagues.services.withdrawals.withdraw")
def _(w):
    run, last = full(w)
    return status(last), (run.pk, w.jack)


@reaches("Entry in a season", "accepted", "withdrawn", "leagues.services.withdrawals.withdraw")
def _(w):
    run = w.run(7).begin()
    entry = run.season.entries.first()
    return status(entry), (run.pk, entry.user)


@reaches("Entry in a season", "accepted", "withdrawn", "accounts.account_deletion.leave")
def _(w):
    entry = w.run(7).begin().season.entries.first()
    return status(entry), (entry.user,)


@reaches("Entry in a season", "accepted", "excluded", "leagues.services.cards.give_card")
def _(w):
    entry = w.run(7).begin().season.entries.first()
    return status(entry), (entry.pk, w.organiser, "red", REASON)


@reaches("Entry in a season", "withdrawn", "accepted", "leagues.services.entries.register")
def _(w):
    run = w.run(7)
    entry = run.season.entries.first()
    withdrawals.withdraw(run.pk, entry.user)
    return status(entry), (run.pk, entry.user)


@reaches("Entry in a season", "excluded", "accepted", "leagues.services.cards.lift_card")
def _(w):
    entry = w.run(7).begin().season.entries.first()
    card = cards.give_card(entry.pk, w.organiser, "red", REASON)
    return status(entry), (card.pk, w.organiser, REASON)


def called(w):
    """A substitute who is asked."""
    run = w.run(7).begin()
    substitutes.offer(run.pk, w.jack)
    withdrawals.withdraw(run.pk, run.season.entries.first().user)
    substitutes.call_substitutes(run.season)
    call = SubCall.objects.first()
    return run, call, lambda: SubCall.objects.get(pk=call.pk).answer or "asked"


for answer in ("yes", "no"):

    @reaches("Call of a substitute", "asked", answer, "leagues.services.substitutes.answer_call")
    def _(w, said=answer):
        _, call, read = called(w)
        return read, (call.pk, w.jack, said == "yes")


@reaches("Call of a substitute", "asked", "late", "leagues.services.substitutes.call_substitutes")
def _(w):
    run, _, read = called(w)
    w.clock.shift(timedelta(hours=13))
    return read, (run.season,)


@reaches("Appeal", "open", "answered", "leagues.services.cards.answer_appeal")
def _(w):
    appeal, read = appealed(w)
    return read, (appeal.pk, w.organiser, False, REASON)


@reaches("Appeal", "open", "answered", "leagues.services.cards.close_unanswered")
def _(w):
    _, read = appealed(w)
    w.clock.shift(timedelta(days=30))
    return read, ()


def appealed(w):
    """An appeal, and how its state is read."""
    run = w.run(7).begin()
    appeal = cards.appeal(run.pk, run.season.entries.first().user, "Look at the third round again.")

    def read() -> str:
        appeal.refresh_from_db()
        return "open" if appeal.granted is None else "answered"

    return appeal, read


def test_who_waits_for_a_place_is_told_that_the_season_has_begun_without_them(request):
    with time_machine.travel(timezone.now(), tick=False) as clock:
        run, last = full(World(request, clock))
        run.begin()
    assert last.user.notices.filter(kind="league-decision", key__contains="not-in").exists()


# -- every one of them ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("row", list(SCENARIOS), ids=" ".join)
def test_each_way_out_of_a_state_exists_and_leads_where_the_list_says(row: Row, request):
    _, begin, end, name = row
    with time_machine.travel(timezone.now(), tick=False) as clock:
        read, told = SCENARIOS[row](World(request, clock))
        assert read() == begin
        function(name)(*told)
        assert read() == end
