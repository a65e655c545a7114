"""The life of a season, from registration to the places of the next one."""

from dataclasses import replace
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.editions.errors import NotAllowed
from games.models import Game
from leagues import tasks
from leagues.models import Correction, Entry, Fixture, Season
from leagues.pure.presets import Preset
from leagues.pure.standings import POINT, USUAL
from leagues.services import cards, entries, making, results, seasons, withdrawals
from leagues.tables import division_tables, promotion
from notifications.models import Notice

pytestmark = pytest.mark.django_db


def test_a_season_of_seven_has_seven_tables_each_a_running_game_with_its_seats_as_drawn(make_run, people):
    run = make_run(people(7)).begin()
    fixtures = list(run.fixtures)
    assert len(fixtures) == 7
    for fixture in fixtures:
        assert (fixture.status, fixture.game.status, fixture.game.owner) == ("running", "running", None)
        seated = [player.user_id for player in fixture.game.players.order_by("seat")]
        assert seated == [seat.entry.user_id for seat in fixture.seats.all()]
    assert run.season.divisions.get().quality["perfect"]


def test_the_draw_can_be_repeated_by_anyone_from_the_published_seed(make_run, people):
    from leagues.services import drawing

    run = make_run(people(7))
    assert run.season.commitment == drawing.commitment_to(run.season.seed)
    run.step("close")
    before = list(run.season.entries.order_by("pk").values_list("order", "label"))
    seasons.draw_again(run.pk, None)
    assert list(run.season.entries.order_by("pk").values_list("order", "label")) == before


def test_everyone_with_a_game_gets_one_letter_about_the_round(make_run, people):
    make_run(people(5), bots=2).begin()
    assert Notice.objects.filter(kind="league-round").count() == 5


def test_results_come_in_as_games_end_and_the_season_settles_by_itself(make_run, people):
    run = make_run(people(7)).begin()
    run.end_all()
    assert {fixture.status for fixture in run.fixtures} == {"finished"}
    assert run.season.status == Season.Status.FINAL
    rows = division_tables.table_of(run.season.divisions.get())
    assert [row.place for row in rows] == [1, 2, 3, 4, 5, 6, 7]
    assert sum(row.points for row in rows) == 7 * 20 * POINT
    assert all(row.why for row in rows)


def test_the_result_is_confirmed_after_two_days_and_not_while_an_appeal_is_open(make_run, people, golden):
    members = people(7)
    run = make_run(members).begin()
    run.end_all()
    with golden.refused("refusals/leagues", NotAllowed):
        run.step("confirm")
    appeal = cards.appeal(run.pk, members[0], "Table 3 ended while I was on a plane.")
    with time_machine.travel(timezone.now() + timedelta(hours=49)):
        with golden.refused("refusals/leagues", NotAllowed):
            run.step("confirm")
        cards.answer_appeal(appeal.pk, run.season.league.organisers.get(), False, "The clock was right.")
        assert seasons.move_on(run.pk) == "archived"
    assert sorted(Entry.objects.values_list("place", flat=True)) == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize("count", [4, 5, 6, 7, 8, 9, 10, 11, 13, 15])
def test_registration_may_close_with_any_number_for_which_there_is_a_table(make_run, people, count):
    run = make_run(people(3), bots=count - 3).begin()
    divisions = list(run.season.divisions.all())
    assert sum(division.entries.count() for division in divisions) == count
    for entry in run.season.entries.all():
        assert entry.seats.count() == 4
        assert sorted(entry.seats.values_list("seat", flat=True)) == [0, 1, 2, 3]


def test_registration_does_not_close_with_too_few(make_run, people, golden):
    run = make_run(people(3))
    with golden.refused("refusals/leagues", NotAllowed):
        run.step("close")
    assert run.season.status == "registration"


def test_who_withdraws_after_the_draw_blocks_the_start_until_it_was_drawn_again(make_run, people, golden):
    members = people(8)
    run = make_run(members)
    run.step("close")
    withdrawals.withdraw(run.pk, members[0])
    with golden.refused("refusals/leagues", NotAllowed):
        run.step("start")
    seasons.draw_again(run.pk, None)
    run.step("start")
    assert run.fixtures.count() == 7


def test_a_full_season_has_a_waiting_list_that_moves_up(make_run, people):
    members = people(6)
    run = make_run(members, most_entries=4)
    assert [entry.status for entry in run.season.entries.order_by("pk")] == ["accepted"] * 4 + ["waiting"] * 2
    withdrawals.withdraw(run.pk, members[1])
    assert [entry.status for entry in run.season.entries.order_by("pk")] == [
        "accepted",
        "withdrawn",
        "accepted",
        "accepted",
        "accepted",
        "waiting",
    ]


def test_registering_twice_is_one_entry_and_a_guest_is_asked_to_sign_up(make_run, mary, make_person, golden):
    run = make_run([mary])
    entries.register(run.pk, mary)
    assert run.season.entries.count() == 1
    with golden.refused("refusals/leagues", NotAllowed):
        entries.register(run.pk, make_person("Ghost", is_guest=True))


def test_an_organiser_cannot_change_points_in_mid_season_but_by_a_correction_with_a_reason(make_run, people, organiser, golden):
    run = make_run(people(7)).begin()
    other = Preset.for_seats(4, points="wins")
    with golden.refused("refusals/leagues", NotAllowed):
        making.change_preset(run.pk, organiser, other)
    with golden.refused("refusals/leagues", NotAllowed):
        making.change_preset(run.pk, organiser, Preset.for_seats(4, pace=86400), "slower people than thought")
    making.change_preset(run.pk, organiser, other, "announced by mistake")
    assert Correction.objects.get().new == {"points": "wins"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"size": 3},
        {"size": 41},
        {"points": "magic"},
        {"criteria": ("wins",)},
        {"criteria": ("points", "points")},
        {"criteria": ("points", "rating")},
        {"pace": 60},
        {"shape": "../"},
        {"up": 5, "down": 5},
        {"most_entries": 2},
    ],
)
def test_a_season_that_cannot_be_played_is_refused_with_a_sentence(organiser, wrong):
    league = making.create_league(organiser, "Cup", "toy")
    now = timezone.now()
    with pytest.raises(NotAllowed):
        making.create_season(league.pk, organiser, replace(Preset.for_seats(4), **wrong), now + timedelta(days=1), now + timedelta(days=2))
    assert not Season.objects.exists()


def test_a_stranger_organises_nothing(make_run, people, jack):
    run = make_run(people(7))
    for attempt in (
        lambda: seasons.advance(run.pk, "close", jack),
        lambda: making.change_preset(run.pk, jack, Preset.for_seats(4)),
        lambda: entries.add_bots(run.pk, jack, 1, "easy"),
        lambda: seasons.cancel(run.pk, jack, "because"),
    ):
        with pytest.raises(Season.DoesNotExist):
            attempt()


def test_two_tiers_promote_and_relegate_and_the_next_season_is_drawn_by_it(make_run, people, organiser):
    members = people(14)
    run = make_run(members).begin()
    run.end_all()
    assert USUAL[0] == "points"
    preview = promotion.preview(run.season)
    assert len(preview) == 14
    up = [going for going in preview if going.to < going.division.tier]
    down = [going for going in preview if going.to > going.division.tier]
    assert (len(up), len(down)) == (1, 1)
    assert up[0].place == 1
    assert down[0].place == 7
    with time_machine.travel(timezone.now() + timedelta(hours=49)):
        run.step("confirm")
        now = timezone.now()
        season = making.create_season(run.season.league_id, organiser, run.season.preset, now + timedelta(days=1), now + timedelta(days=2))
        seasons.advance(season.pk, "open")
        for person in members:
            entries.register(season.pk, person)
        seasons.advance(season.pk, "close")
    top = season.divisions.get(number=1)
    assert top.entries.filter(user=up[0].entry.user_id).exists()
    assert not top.entries.filter(user=down[0].entry.user_id).exists()


def test_an_empty_place_above_goes_to_the_best_who_was_not_promoted(make_run, people, organiser):
    members = people(14)
    run = make_run(members).begin()
    run.end_all()
    preview = promotion.preview(run.season)
    with time_machine.travel(timezone.now() + timedelta(hours=49)):
        run.step("confirm")
        now = timezone.now()
        season = making.create_season(run.season.league_id, organiser, run.season.preset, now + timedelta(days=1), now + timedelta(days=2))
        seasons.advance(season.pk, "open")
        for person in members:
            if person.pk != preview[0].entry.user_id:
                entries.register(season.pk, person)
        entries.add_bots(season.pk, organiser, 1, "easy")
        seasons.advance(season.pk, "close")
    second = next(going for going in preview if going.to == 2)
    assert (second.division.tier, second.place) == (2, 2)
    assert season.divisions.get(number=1).entries.filter(user=second.entry.user_id).exists()


def test_a_pyramid_has_one_division_on_top_and_two_below(make_run, people, golden):
    run = make_run(people(4), bots=17, shape="pyramid", up=1, down=2)
    run.step("close")
    assert list(run.season.divisions.values_list("tier", flat=True)) == [1, 2, 2]
    assert golden("pages/season", run.season.divisions.values_list("name", flat=True))


def test_an_open_event_draws_each_round_from_the_results_and_ends_by_itself(make_run, people):
    run = make_run(people(8), shape="swiss", rounds=3).begin()
    assert run.fixtures.count() == 2
    run.end_all()
    assert run.fixtures.count() == 6
    assert run.season.status == Season.Status.FINAL


def test_the_hard_end_adjudicates_what_is_still_being_played_by_the_position(make_run, people):
    run = make_run(people(7)).begin()
    run.end(run.fixtures.first())
    Season.objects.filter(pk=run.pk).update(hard_end=timezone.now() - timedelta(minutes=1))
    assert seasons.adjudicate_late(run.pk) == 6
    assert sorted(run.fixtures.values_list("status", flat=True)) == ["adjudicated"] * 6 + ["finished"]
    assert Game.objects.filter(is_rated=False).count() == 6
    assert seasons.move_on(run.pk) == "final"


def test_a_result_that_is_corrected_after_the_end_is_worked_out_anew_and_promotion_is_only_shown_again(make_run, people, organiser):
    run = make_run(people(14)).begin()
    run.end_all()
    with time_machine.travel(timezone.now() + timedelta(hours=49)):
        run.step("confirm")
    confirmed = list(run.season.moved)
    top = run.season.divisions.get(number=1)
    last = division_tables.table_of(top)[-1].entry
    for fixture in Fixture.objects.filter(division=top, seats__entry=last):
        seats = list(fixture.seats.all())
        places = [1 if seat.entry_id == last else 2 for seat in seats]
        results.correct(fixture.pk, organiser, places, "the board was read wrongly")
    assert division_tables.table_of(top)[-1].entry != last
    assert run.season.moved == confirmed
    assert {name for name, _, _ in promotion.differences(run.season)} >= {Entry.objects.get(pk=last).name}
    tasks.renew_standings(run.pk)
    assert top.snapshots.filter(cause__contains="corrected").exists()
    assert division_tables.wrong_tables(run.season) == []
