"""A withdrawal is no weapon: what is over stands, the rest goes on, and nobody gains or loses a place by it."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.editions.errors import NotAllowed
from games.models import Player
from games.timeouts import seats
from leagues import tasks
from leagues.mail import letters
from leagues.models import Season, SubCall
from leagues.pure.presets import Preset
from leagues.pure.standings import POINT, Missed, Seat, standings
from leagues.queries import pages
from leagues.services import cards, rating, results, substitutes, withdrawals
from leagues.tables import division_tables, promotion
from notifications.models import Notice
from notifications.telling import Telling
from tests.reading import opening

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]


def with_user(run, user):
    return run.fixtures.filter(seats__entry__user=user)


def table(run):
    return division_tables.table_of(run.season.divisions.first())


def row_of(run, user):
    return next(row for row in table(run) if row.person.user_id == user.pk)


def leader_of(run):
    """Who stands first when everybody has had as many games as they will."""
    return table(run)[0].person.user


def test_a_captain_who_leaves_makes_no_table_void_neither_of_those_that_are_over_nor_of_the_others(run, members):
    first, *_ = with_user(run, members[0])
    run.end(first)
    before = {seat.entry_id: seat.points for seat in first.seats.all()}
    withdrawals.withdraw(run.pk, members[0])
    assert not run.fixtures.filter(status="void").exists()
    assert {seat.entry_id: seat.points for seat in first.seats.all()} == before
    assert len(table(run)) == 7


def test_a_seat_that_somebody_left_is_taken_by_a_substitute_and_scores_nothing_for_its_owner(run, members, jack):
    substitutes.offer(run.pk, jack, most_games=1)
    withdrawals.withdraw(run.pk, members[0])
    assert substitutes.call_substitutes(run.season) == 1
    call = SubCall.objects.get()
    substitutes.answer_call(call.pk, jack, True)
    seat = call.seat
    player = seat.fixture.game.players.get(seat=seat.seat)
    assert (player.user, player.mode, player.bot) == (jack, "present", "")
    run.end(seat.fixture, [1 if at == seat.seat else 2 for at in range(4)])
    seat.refresh_from_db()
    assert (seat.played_by, seat.points) == (jack, 0)
    assert run.entry(members[0]).cards == []
    rating.catch_up("toy")
    assert jack.ratings.get().value > 1500


def test_who_withdrew_does_not_take_their_own_seat_again_by_the_page_of_the_table(run, members, golden):
    fixture = with_user(run, members[0]).first()
    seat = fixture.seats.get(entry__user=members[0]).seat
    withdrawals.withdraw(run.pk, members[0])
    with golden.refused("refusals/leagues", NotAllowed):
        seats.substitute(fixture.game_id, seat, members[0])


def test_after_a_red_card_nobody_takes_a_seat_of_the_season(run, members, organiser, golden):
    substitutes.offer(run.pk, members[0])
    cards.give_card(run.entry(members[0]).pk, organiser, "red", "two accounts")
    withdrawals.withdraw(run.pk, members[1])
    fixture = with_user(run, members[1]).exclude(seats__entry__user=members[0]).first()
    seat = fixture.seats.get(entry__user=members[1]).seat
    for attempt in (lambda: seats.substitute(fixture.game_id, seat, members[0]), lambda: substitutes.offer(run.pk, members[0])):
        with golden.refused("refusals/leagues", NotAllowed):
            attempt()
    assert substitutes.call_substitutes(run.season) == 0


def test_where_no_substitute_comes_a_bot_keeps_the_seat_scores_nothing_and_the_others_are_placed_as_they_played(run, members):
    withdrawals.withdraw(run.pk, members[0])
    fixture = with_user(run, members[0]).first()
    seat = fixture.seats.get(entry__user=members[0])
    player = fixture.game.players.get(seat=seat.seat)
    assert (player.user, player.mode, bool(player.bot)) == (None, "open", True)
    with time_machine.travel(player.open_until + timedelta(minutes=1)):
        assert seats.leave_to_helmsman(fixture.game_id, player.pk)
    places = iter((2, 3, 4))
    run.end(fixture, [1 if at == seat.seat else next(places) for at in range(4)])
    found = {one.seat: one.points for one in fixture.seats.all()}
    assert found.pop(seat.seat) == 0
    assert sorted(found.values()) == [3 * POINT, 6 * POINT, 10 * POINT]


def test_at_a_table_to_come_the_seat_of_who_is_out_is_offered_as_it_begins(make_run, members, jack):
    run = make_run(members, most_at_once=2).begin()
    substitutes.offer(run.pk, jack, most_games=9)
    withdrawals.withdraw(run.pk, members[0])
    planned = with_user(run, members[0]).filter(status="planned").first()
    run.season.rounds.update(status="running")
    tasks.start_fixture(planned.pk)
    planned.refresh_from_db()
    seat = planned.seats.get(entry__user=members[0])
    assert planned.game.players.get(seat=seat.seat).mode == "open"
    substitutes.call_substitutes(run.season)
    assert SubCall.objects.filter(seat=seat, substitute__user=jack).exists()


def test_nobody_stands_first_on_one_game_where_others_have_played_all_of_theirs(run, members, organiser):
    mine = list(with_user(run, members[6]))
    for fixture in mine[1:]:
        results.void(fixture.pk, organiser, "the rules had a fault")
    seat = mine[0].seats.get(entry__user=members[6]).seat
    places = iter((2, 3, 4))
    run.end(mine[0], [1 if at == seat else next(places) for at in range(4)])
    run.end_all()
    last = row_of(run, members[6])
    assert (last.games, last.owed, last.is_ranked) == (1, 3, False)
    assert table(run)[-1].entry == last.entry
    assert all(row.is_ranked for row in table(run)[:-1])


def test_the_part_of_the_games_that_has_to_count_is_a_setting_of_the_season(make_run, members, organiser):
    run = make_run(members, least_counted=25).begin()
    for fixture in list(with_user(run, members[6]))[1:]:
        results.void(fixture.pk, organiser, "the rules had a fault")
    run.end_all()
    assert row_of(run, members[6]).is_ranked
    with pytest.raises(ValueError, match="percent"):
        Preset.for_seats(4, least_counted=101).checked(2, 6)


def test_while_enough_games_are_still_to_be_played_everyone_is_ranked(run, members, organiser):
    results.void(with_user(run, members[0]).first().pk, organiser, "the rules had a fault")
    assert all(row.is_ranked for row in table(run))


def test_what_somebody_misses_is_made_up_by_the_average_of_their_own_games(run, members, organiser):
    void = with_user(run, members[0]).first()
    results.void(void.pk, organiser, "the rules had a fault")
    run.end_all()
    missing = {seat.entry_id for seat in void.seats.all()}
    for row in table(run):
        assert (row.games, row.owed) == ((3, 1) if row.entry in missing else (4, 0))
        assert row.made_up == (row.points / 3 if row.owed else 0)
    shown = [row.points + row.made_up for row in table(run)]
    assert shown == sorted(shown, reverse=True)


def test_four_and_a_half_points_do_not_stand_above_seven_where_the_rest_was_forfeited():
    few = [[Seat(1, 1, 4 * POINT + 420, 0), Seat(2, 2, 2 * POINT, 0)], [Seat(2, 1, 5 * POINT, 0), Seat(3, 2, 0, 0)]]
    rows = standings([1, 2], few, missed={1: Missed(owed=0, forfeited=1)})
    assert [row.entry for row in rows] == [2, 1]


def test_who_left_a_table_that_became_void_gets_nothing_for_it(run, members):
    fixture = with_user(run, members[0]).first()
    Player.objects.filter(game=fixture.game).update(mode="bot")
    run.end(fixture)
    assert fixture.status == "void"
    run.end_all()
    assert {row.owed for row in table(run)} == {0}
    theirs = row_of(run, members[0])
    assert theirs.games == 3
    assert theirs.made_up == 0


def test_a_season_that_plays_void_tables_again_does_so_once(make_run, members, organiser):
    run = make_run(members, withdrawal="replay").begin()
    fixture = run.fixtures.first()
    for status in ("planned", "void"):
        run.start_games()
        results.void(fixture.pk, organiser, "the rules had a fault")
        fixture.refresh_from_db()
        assert fixture.status == status


def test_presets_that_said_what_a_withdrawal_makes_void_are_read_as_ones_that_make_up_for_it():
    data = Preset.for_seats(4).to_json()
    for word in ("all", "stand"):
        assert Preset.from_json(data | {"withdrawal": word}).withdrawal == "average"
    data.pop("least_counted")
    assert Preset.from_json(data).least_counted == 50


def test_who_withdrew_is_owed_nothing_for_a_table_that_was_to_be_played_again_and_never_was(run, members, organiser):
    fixture = with_user(run, members[0]).first()
    run.end(with_user(run, members[0]).last())
    withdrawals.withdraw(run.pk, members[0])
    results.replay(fixture.pk, organiser, "the rules had a fault")
    results.void(fixture.pk, organiser, "there is no time")
    assert row_of(run, members[0]).owed == 0
    assert sum(row.owed for row in table(run)) == 3


def test_who_withdrew_as_the_leader_has_no_title_and_the_next_one_has(run, members, organiser):
    for fixture in list(with_user(run, members[0])):
        order = sorted(fixture.seats.all(), key=lambda seat: seat.entry_id)
        run.end(fixture, [order.index(seat) + 1 for seat in fixture.seats.all()])
    assert leader_of(run) == members[0]
    withdrawals.withdraw(run.pk, members[0])
    run.end_all()
    with time_machine.travel(timezone.now() + timedelta(hours=49)):
        run.step("confirm")
    (won,) = pages.champions(run.season.league)[0][1]
    assert won.user == members[1]
    assert run.entry(members[0]).place is None


def test_too_few_games_neither_raise_nor_relegate_anybody(make_run, people, organiser):
    run = make_run(people(14)).begin()
    top, low = run.season.divisions.all()
    for division, at in ((top, -1), (low, 0)):
        entry = division.entries.order_by("pk")[6 if at else 0]
        for fixture in list(run.fixtures.filter(seats__entry=entry))[1:]:
            results.void(fixture.pk, organiser, "the rules had a fault")
    run.end_all()
    few = {row.entry for rows in division_tables.all_tables(run.season).values() for row in rows if not row.is_ranked}
    assert len(few) >= 2
    going = promotion.preview(run.season)
    assert {one.to - one.division.tier for one in going if one.entry.pk in few} == {0}
    assert sorted(one.to - one.division.tier for one in going if one.to != one.division.tier) == [-1, 1]


def test_a_red_card_after_the_season_lets_nobody_from_the_waiting_list_in(make_run, members, make_person, organiser):
    run = make_run([*members, make_person("Late")], most_entries=7).begin()
    run.end_all()
    cards.give_card(run.entry(members[0]).pk, organiser, "red", "two accounts")
    assert run.season.status == Season.Status.FINAL
    assert run.season.entries.filter(status="waiting").count() == 1


def test_who_is_taken_out_of_a_season_is_told_so_with_the_reason(run, members, organiser, golden):
    withdrawals.withdraw(run.pk, organiser, run.entry(members[0]).pk, "He said so by letter")
    [notice] = Notice.objects.filter(kind="league-decision", user=members[0])
    assert golden("letters/league-decision", opening(letters.write_decision(Telling.of(notice))))


def test_a_withdrawal_is_written_down_under_the_name_of_who_withdrew(run, members):
    withdrawals.withdraw(run.pk, members[0])
    act = run.season.acts.first()
    assert (act.by, act.what) == (members[0], "withdrew")


def test_who_gets_a_red_card_gives_up_the_seats_they_took_over_and_somebody_else_is_asked(make_run, people, jack, organiser):
    run = make_run(people(14)).begin()
    helper = run.season.divisions.get(number=2).entries.first()
    fixture = run.fixtures.filter(division__number=1).first()
    seat = fixture.seats.first()
    seats.offer(fixture.game_id, seat.seat)
    substitutes.replace(seat.pk, organiser, helper.user, "is ill")
    cards.give_card(helper.pk, organiser, "red", "two accounts")
    assert not Player.objects.filter(game__status="running", user=helper.user).exists()
    seat.refresh_from_db()
    assert (seat.gone, seat.played_by) == (True, None)
    assert seat.pk in [one.pk for one in substitutes.open_seats(run.season)]
