"""When people fail: every case of the table, and who may decide."""

from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.utils import timezone

from accounts import account_deletion
from games.editions.errors import NotAllowed
from games.models import Game, Player
from games.timeouts import seats
from leagues.mail import letters
from leagues.models import Entry, Sanction, Season, SubCall
from leagues.pure.standings import POINT
from leagues.services import cards, clocks, entries, rating, results, substitutes, withdrawals
from leagues.tables import division_tables
from notifications.models import Notice
from notifications.telling import Telling
from tests.ratings import rate_anew
from tests.reading import flash, has, opening, part

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]


def open_seat(fixture, user) -> "Player":
    player = fixture.game.players.get(user=user)
    Player.objects.filter(pk=player.pk).update(mode="open", open_until=timezone.now() + timedelta(days=1))
    return player


def with_user(run, user):
    return run.fixtures.filter(seats__entry__user=user)


def points(fixture) -> dict:
    return {seat.seat: seat.points for seat in fixture.seats.all()}


def test_a_helmsman_who_comes_first_has_no_points_and_the_others_move_up(run, members):
    fixture = with_user(run, members[0]).first()
    seat = fixture.seats.get(entry__user=members[0]).seat
    Player.objects.filter(game=fixture.game, seat=seat).update(mode="bot")
    places = [2, 3, 4]
    places.insert(seat, 1)
    run.end(fixture, places)
    found = points(fixture)
    assert found.pop(seat) == POINT
    assert sorted(found.values()) == [3 * POINT, 6 * POINT, 10 * POINT]


def test_a_table_at_which_everybody_was_gone_is_void(run):
    fixture = run.fixtures.first()
    Player.objects.filter(game=fixture.game).update(mode="bot")
    run.end(fixture)
    assert fixture.status == "void"
    assert set(points(fixture).values()) == {0}
    assert {row.games for row in division_tables.table_of(run.season.divisions.get())} == {0}


def test_a_substitute_is_asked_takes_the_seat_and_the_no_show_gets_a_yellow_card(run, members, jack, mary, golden, client):
    substitutes.offer(run.pk, jack)
    substitutes.offer(run.pk, mary)
    fixture = with_user(run, members[0]).first()
    player = open_seat(fixture, members[0])
    assert substitutes.call_substitutes(run.season) == 1
    call = SubCall.objects.get()
    assert (call.substitute.user, Notice.objects.filter(kind="league-sub").get().user) == (jack, jack)
    letter = letters.write_call(Telling.of(Notice.objects.get(kind="league-sub")))
    assert golden("letters/league-sub", opening(letter))
    assert part(client.get(urlsplit(letter.own_link).path), "article p") in " ".join(letter.text.split())
    substitutes.answer_call(call.pk, jack, True)
    player.refresh_from_db()
    seat = fixture.seats.get(entry__user=members[0])
    assert (player.user, player.mode, seat.gone, seat.played_by) == (jack, "present", True, jack)
    assert run.entry(members[0]).sanctions.get().kind == "yellow"
    with golden.refused("refusals/leagues", NotAllowed):
        substitutes.answer_call(call.pk, jack, True)


def test_a_substitute_who_does_not_answer_in_twelve_hours_is_passed_over(run, members, jack, mary):
    substitutes.offer(run.pk, jack)
    substitutes.offer(run.pk, mary)
    open_seat(with_user(run, members[0]).first(), members[0])
    substitutes.call_substitutes(run.season)
    assert substitutes.call_substitutes(run.season) == 0
    SubCall.objects.update(until=timezone.now())
    assert substitutes.call_substitutes(run.season) == 1
    assert set(SubCall.objects.values_list("substitute__user__name", "answer")) == {("Jack", "late"), ("Mary", "")}


def test_near_the_end_three_substitutes_are_asked_at_once(run, members, make_person):
    for number in range(4):
        substitutes.offer(run.pk, make_person(f"Helper {number}"))
    open_seat(with_user(run, members[0]).first(), members[0])
    Season.objects.update(hard_end=timezone.now() + timedelta(hours=40))
    assert substitutes.call_substitutes(run.season) == 3


def test_a_withdrawal_makes_no_table_void(run, members):
    run.end(with_user(run, members[0]).first())
    withdrawals.withdraw(run.pk, members[0])
    assert sorted(with_user(run, members[0]).values_list("status", flat=True)) == ["finished", "running", "running", "running"]
    assert run.fixtures.filter(status="running").count() == 6
    last = division_tables.table_of(run.season.divisions.get())[-1]
    assert (last.person.name, last.is_ranked) == (members[0].name, False)


def test_of_a_withdrawal_everyone_at_the_open_tables_reads_in_one_letter(run, members, golden):
    withdrawals.withdraw(run.pk, members[0])
    told = [notice.user for notice in Notice.objects.filter(kind="league-decision")]
    assert len(told) == len(set(told)) == 6
    assert members[0] not in told


def test_who_resigns_is_last_for_points_and_the_others_move_up(run, members):
    fixture = with_user(run, members[0]).first()
    seat = fixture.seats.get(entry__user=members[0]).seat
    Player.objects.filter(game=fixture.game, seat=seat).update(resigned=True)
    places = [2, 3, 4]
    places.insert(seat, 1)
    run.end(fixture, places)
    assert points(fixture)[seat] == POINT
    assert fixture.seats.get(seat=seat).gone


def test_who_withdraws_scores_nothing_in_the_rest_and_what_is_over_stands(run, members):
    for fixture in list(with_user(run, members[0]))[:2]:
        run.end(fixture)
    withdrawals.withdraw(run.pk, members[0])
    rest = list(with_user(run, members[0]).filter(status="running"))
    assert len(rest) == 2
    for fixture in rest:
        seat = fixture.seats.get(entry__user=members[0])
        assert fixture.game.players.get(seat=seat.seat).bot
        places = [2, 3, 4]
        places.insert(seat.seat, 1)
        run.end(fixture, places)
        assert sorted(points(fixture).values()) == [0, 3 * POINT, 6 * POINT, 10 * POINT]
        assert fixture.seats.get(pk=seat.pk).points == 0


def test_two_yellow_cards_make_a_red_one_and_the_next_season_is_sat_out(run, members, organiser, golden):
    entry = run.entry(members[0])
    for day in ("first", "second"):
        cards.give_card(entry.pk, organiser, "yellow", f"insults, {day} day")
    entry.refresh_from_db()
    assert entry.status == Entry.Status.EXCLUDED
    assert list(entry.sanctions.order_by("pk").values_list("kind", flat=True)) == ["yellow", "yellow", "red"]
    Season.objects.update(status="archived")
    following = Season.objects.create(
        league=run.season.league, number=2, status="registration", preset_data=run.season.preset_data,
        registration_to=timezone.now(), starts=timezone.now(), hard_end=timezone.now(),
    )  # fmt: skip
    with golden.refused("refusals/leagues", NotAllowed):
        entries.register(following.pk, members[0])


def test_an_organiser_who_plays_does_not_decide_on_their_own_division(run, members, golden):
    run.season.league.organisers.add(members[0])
    fixture = run.fixtures.exclude(seats__entry__user=members[0]).first()
    for attempt in (
        lambda: results.adjudicate(fixture.pk, members[0], "it drags on"),
        lambda: results.void(fixture.pk, members[0], "it drags on"),
        lambda: cards.give_card(run.entry(members[1]).pk, members[0], "red", "because"),
        lambda: clocks.extend(fixture.pk, members[0], 24, "a storm"),
    ):
        with golden.refused("refusals/leagues", NotAllowed):
            attempt()
    fixture.refresh_from_db()
    assert fixture.status == "running"
    assert not Sanction.objects.exists()


def test_an_adjudicated_game_counts_by_its_position_and_everyone_concerned_is_told(run, organiser, golden):
    fixture = run.fixtures.first()
    results.adjudicate(fixture.pk, organiser, "nobody has moved for a month")
    fixture.refresh_from_db()
    assert (fixture.status, fixture.game.status) == ("adjudicated", "over")
    assert sum(points(fixture).values()) == 20 * POINT
    told = Notice.objects.filter(kind="league-decision")
    assert told.count() == 4
    assert golden("letters/league-decision", opening(letters.write_decision(Telling.of(told.first()))))
    with pytest.raises(NotAllowed):
        results.adjudicate(fixture.pk, organiser, "once more")


def test_where_so_agreed_the_overdue_are_last_and_the_others_share(make_run, members, organiser):
    run = make_run(members, adjudication="shared").begin()
    fixture = run.fixtures.first()
    late = fixture.game.waits.get(closed_at=None)
    long_ago = timezone.now() - timedelta(seconds=late.allowance + late.patience + 3600)
    fixture.game.waits.update(asked_at=long_ago, due_at=long_ago + timedelta(seconds=late.allowance))
    results.adjudicate(fixture.pk, organiser, "time is over")
    found = points(fixture)
    assert found.pop(late.seat) == POINT
    assert len(set(found.values())) == 1


def test_more_time_moves_the_deadline_twice_a_season_and_no_more(run, organiser):
    fixture = run.fixtures.first()
    before = fixture.game.waits.get(closed_at=None).due_at
    clocks.extend(fixture.pk, organiser, 24, "a storm")
    assert fixture.game.waits.get(closed_at=None).due_at == before + timedelta(hours=24)
    clocks.extend(fixture.pk, organiser, 24, "another storm")
    for hours in (24, 49, 0):
        with pytest.raises(NotAllowed):
            clocks.extend(fixture.pk, organiser, hours, "a third storm")


def test_a_voided_result_is_kept_on_show_and_its_rating_is_taken_back(run, members, organiser):
    fixture = run.fixtures.first()
    run.end(fixture)
    rating.catch_up("toy")
    assert members[0].ratings.model.objects.count() == 4
    results.void(fixture.pk, organiser, "two accounts of one person")
    rating.catch_up("toy")
    assert members[0].ratings.model.objects.count() == 0
    assert run.season.corrections.get().new == {"void": True}


@pytest.mark.parametrize("places", [[], [1, 2, 3], [1, 1, 2, 3], [4, 4, 4, 4], [0, 1, 2, 3], [1, 2, 3, 9]])
def test_a_correction_with_impossible_places_is_refused(run, organiser, places, golden):
    fixture = run.fixtures.first()
    run.end(fixture)
    before = points(fixture)
    with golden.refused("refusals/leagues", NotAllowed):
        results.correct(fixture.pk, organiser, places, "wrong")
    assert points(fixture) == before


def test_a_corrected_result_runs_the_ratings_again_from_there(run, members, organiser):
    for fixture in list(run.fixtures)[:3]:
        run.end(fixture)
    rating.catch_up("toy")
    first = run.fixtures.filter(status="finished").first()
    results.correct(first.pk, organiser, [4, 3, 2, 1], "read upside down")
    rating.catch_up("toy")
    assert rating.wrong_ratings("toy") == []
    assert first.game.rated_table.people[0][1] == 4


def test_a_leaver_is_kept_as_a_former_player_and_the_ratings_stay_the_same(run, members, golden):
    run.end(run.fixtures.first())
    gone = run.fixtures.first().seats.first().entry
    rating.catch_up("toy")
    pk = gone.user_id
    account_deletion.leave(gone.user)
    gone.refresh_from_db()
    assert gone.status == "withdrawn"
    assert golden("pages/season", gone.name)
    rate_anew("toy")
    assert rating.wrong_ratings("toy") == []
    assert set(gone.seats.filter(fixture__status="running").values_list("gone", flat=True)) == {True}
    assert pk not in set(Player.objects.filter(game__status="running").values_list("user", flat=True))


def test_bots_are_not_rated_and_a_game_of_one_person_is_not_either(make_run, mary):
    run = make_run([mary], bots=6).begin()
    run.end_all()
    assert not mary.ratings.exists()


def test_a_captain_who_takes_their_seat_back_before_their_substitute_has_played_scores_as_they_play(
    run, members, jack, client, sign_in, golden
):
    substitutes.offer(run.pk, jack)
    fixture = with_user(run, members[0]).first()
    player = open_seat(fixture, members[0])
    substitutes.call_substitutes(run.season)
    substitutes.answer_call(SubCall.objects.get().pk, jack, True)
    Game.objects.filter(pk=fixture.game_id).update(open_to_all=False)  # as in a league that is not public
    assert has(
        sign_in(client, members[0]).get(f"/games/{fixture.game_id}/clock/"), f'form[action="/games/{fixture.game_id}/clock/back/"] button'
    )
    assert client.post(f"/games/{fixture.game_id}/clock/back/").status_code == 302
    seat = fixture.seats.get(seat=player.seat)
    assert (seat.gone, seat.played_by) == (False, None)
    assert golden("pages/organise", run.season.acts.first().what)
    run.end(fixture, [1 if one == player.seat else 2 for one in range(4)])
    assert fixture.seats.get(seat=player.seat).place == 1


def test_who_takes_their_seat_back_while_a_substitute_is_asked_keeps_it(run, members, jack, golden):
    substitutes.offer(run.pk, jack)
    fixture = with_user(run, members[0]).first()
    open_seat(fixture, members[0])
    substitutes.call_substitutes(run.season)
    seats.take_back(fixture.game_id, members[0])
    with golden.refused("refusals/leagues", NotAllowed):
        substitutes.answer_call(SubCall.objects.get().pk, jack, True)


def test_whose_seat_comes_open_before_their_first_move_gets_a_card_though_nobody_steps_in(run, members, golden):
    fixture = with_user(run, members[0]).first()
    open_seat(fixture, members[0])
    for _ in range(2):
        assert substitutes.call_substitutes(run.season) == 0
    card = run.entry(members[0]).sanctions.get()
    assert card.kind == "yellow"
    assert golden("pages/organise", card.reason)


def test_nobody_is_asked_to_step_in_at_a_table_that_is_over(run, members, jack, client, sign_in):
    substitutes.offer(run.pk, jack)
    fixture = with_user(run, members[0]).first()
    open_seat(fixture, members[0])
    substitutes.call_substitutes(run.season)
    path = f"/leagues/{run.season.league.slug}/{run.season.number}/me/"
    asked = f'form[action="{path}yes/"]'
    assert has(sign_in(client, jack).get(path), asked)
    run.end(fixture)
    assert SubCall.objects.get().answer == "late"
    assert not has(client.get(path), asked)


def test_a_captain_says_that_they_are_sure_before_they_withdraw_from_games_that_are_drawn(run, members, client, sign_in, golden):
    path = f"/leagues/{run.season.league.slug}/{run.season.number}/me/"
    sign_in(client, members[0])
    assert 'name="sure"' in client.get(path).content.decode()
    client.post(f"{path}withdraw/")
    assert run.entry(members[0]).status == "accepted"
    assert golden("pages/own-part", flash(client.get(path)))
    client.post(f"{path}withdraw/", {"sure": "yes"})
    assert run.entry(members[0]).status == "withdrawn"


# -- red cards and registration -------------------------------------------------------------------------
def test_a_red_card_before_the_draw_is_not_undone_by_registering_again(make_run, members, organiser, golden):
    run = make_run(members)
    cards.give_card(run.entry(members[0]).pk, organiser, "red", "two accounts")
    with golden.refused("refusals/leagues", NotAllowed):
        entries.register(run.pk, members[0])
    assert run.entry(members[0]).status == Entry.Status.EXCLUDED


def test_who_waits_with_a_red_card_does_not_move_up(make_run, members, organiser):
    run = make_run(members, most_entries=6)
    cards.give_card(run.entry(members[6]).pk, organiser, "red", "two accounts")
    withdrawals.withdraw(run.pk, members[0])
    assert run.entry(members[6]).status == Entry.Status.WAITING


def test_a_red_card_counts_as_a_yellow_one_in_the_next_season_that_its_owner_plays(run, members, organiser):
    cards.give_card(run.entry(members[0]).pk, organiser, "red", "two accounts")
    Season.objects.update(status="archived")
    day = timezone.now()
    following = [
        Season.objects.create(
            league=run.season.league, number=number, status=status, preset_data=run.season.preset_data,
            registration_to=day, starts=day, hard_end=day,
        )
        for number, status in ((2, "archived"), (3, "registration"), (4, "registration"))
    ]  # fmt: skip
    assert [entries.register(season.pk, members[0]).yellow_before for season in following[1:]] == [True, False]
    third = Entry.objects.get(season=following[1], user=members[0])
    cards.give_card(third.pk, organiser, "yellow", "insults")
    assert [card.kind for card in Entry.objects.get(pk=third.pk).cards] == ["yellow", "red"]


def test_who_is_shut_out_of_the_site_neither_moves_up_nor_is_asked_to_step_in(make_run, members, jack, mary):
    run = make_run(members, most_entries=5)
    type(jack).objects.filter(pk__in=[members[5].pk, jack.pk]).update(is_active=False)
    for person in (jack, mary):
        substitutes.offer(run.pk, person)
    withdrawals.withdraw(run.pk, members[0])
    assert [run.entry(members[number]).status for number in (5, 6)] == [Entry.Status.WAITING, Entry.Status.ACCEPTED]
    run.begin()
    open_seat(with_user(run, members[1]).first(), members[1])
    assert substitutes.call_substitutes(run.season) == 1
    assert SubCall.objects.get().substitute.user == mary


def test_days_away_after_the_season_are_refused(run, members, golden):
    end = run.season.hard_end.date()
    assert entries.be_away(run.pk, members[0], end, end).begin == end
    with golden.refused("refusals/leagues", NotAllowed):
        entries.be_away(run.pk, members[0], end + timedelta(days=1), end + timedelta(days=2))
