"""Disputes on the site: by standing order at once, or in a window whose time runs in full."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import api_keys
from games.agreements import extensions
from games.deadlines import recalculation
from games.editions.errors import NotAllowed
from games.engine import IllegalAction, NotYourDecision
from games.formats import notation
from games.formats.record import check
from games.models import Game, Hand, Player, Undo
from games.play import acting, standing_orders
from games.play.hypothetical import WhatIf
from games.queries import lists, past, reliability, table_view
from games.timeouts import seats, sweeping
from notifications.models import Notice
from tests.games.disputes import HOURS, act, crew, of_version_1, sail_too_far, stake, windows_of
from tests.reading import has, part

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]


# -- by standing order --------------------------------------------------------------------------------
def test_by_standing_order_only_the_next_turn_begins_at_once_and_nobody_is_offered_a_dispute(table, mary, jack, client, sign_in):
    game = table()
    sail_too_far(game)
    game.refresh_from_db()
    assert game.turn == 1
    assert [(move.decision, move.seat, move.by) for move in game.moves.order_by("-number")[:2]] == [
        ("close-window", None, "clock"),
        ("end", 0, "player"),
    ]
    assert [wait.seat for wait in game.waits.filter(closed_at=None)] == [1]
    for person in (mary, jack):
        assert "dispute" not in [decision.name for decision in table_view.table(game, person).decisions]
        assert not has(sign_in(client, person).get(f"/games/{game.pk}/"), "input[name=decision][value=dispute]")


def test_a_standing_order_disputes_within_the_action_that_ends_the_turn(table):
    game = table()
    Hand.objects.filter(player__game=game, player__seat=2).update(orders={"dispute": "certain"})
    sail_too_far(game)
    assert crew(game, 0) == ()
    assert Game.objects.get(pk=game.pk).turn == 1


@pytest.mark.parametrize("orders", [{}, {"dispute": "always"}])
def test_whether_somebody_would_dispute_shows_in_nothing_before_the_turn_is_over(table, orders):
    game = table()
    Hand.objects.filter(player__game=game).exclude(player__seat=0).update(orders=orders)
    act(game, 0, "sail", "E17")
    act(game, 0, "heading", "W")
    game.refresh_from_db()
    assert game.may_take_back(0)
    act(game, 0, "end", "yes")
    game.refresh_from_db()
    assert not game.may_take_back(0)
    assert not Undo.objects.filter(game=game).exists()


def test_a_move_that_cannot_have_been_too_far_is_settled_by_nobody(table):
    game = table()
    act(game, 0, "sail", "V17")
    act(game, 0, "heading", "W")
    act(game, 0, "end", "yes")
    assert not game.moves.filter(decision="close-window").exists()


def test_bots_dispute_by_their_own_judgement_at_once(table):
    game = table(people=(), bots=("strong", "strong"))
    sail_too_far(game)
    assert game.moves.filter(decision="dispute", by="bot").exists()
    assert crew(game, 0) == ()


# -- a window -----------------------------------------------------------------------------------------
def test_a_window_asks_nobody_and_everyone_who_may_speak_has_the_same_time(table, later, anne, mary, jack):
    game = table(disputes=HOURS)
    sail_too_far(game)
    game.refresh_from_db()
    assert game.turn == 0
    assert [wait.seat for wait in windows_of(game)] == [1, 2]
    assert {wait.due_at - timezone.now() for wait in windows_of(game)} == {timedelta(hours=HOURS)}
    assert not game.waits.filter(closed_at=None).exclude(next_step="close").exists()
    for person, may in ((anne, False), (mary, True), (jack, True)):
        found = table_view.table(game, person)
        assert found.waits == []
        assert [decision.name for decision in found.decisions] == (["dispute"] if may else [])
    with pytest.raises(NotYourDecision):
        act(game, 1, "sail", "X9")


def test_it_runs_its_full_time_whatever_orders_exist(table, later):
    game = table(disputes=HOURS)
    Hand.objects.filter(player__game=game, player__seat=2).update(orders={"dispute": "always"})
    sail_too_far(game)
    later(hours=HOURS - 1)
    assert crew(game, 0) != ()
    assert windows_of(game).count() == 2
    later(hours=1, minutes=1)
    assert crew(game, 0) == ()
    game.refresh_from_db()
    assert game.turn == 1
    assert [wait.seat for wait in game.waits.filter(closed_at=None)] == [1]
    assert [(move.decision, move.seat) for move in game.moves.order_by("-number")[:2]] == [("dispute", 2), ("close-window", None)]


def test_without_orders_it_closes_at_the_same_moment_and_nothing_is_lost(table, later):
    game = table(disputes=HOURS)
    sail_too_far(game)
    later(hours=HOURS, minutes=1)
    assert len(crew(game, 0)) == 6
    assert Game.objects.get(pk=game.pk).turn == 1
    assert [move.decision for move in game.moves.order_by("-number")[:2]] == ["close-window", "close-window"]


def test_the_same_letter_goes_to_all_who_may_dispute_whatever_they_ordered(table, later, anne, mary, jack, settings):
    game = table(disputes=HOURS)
    Hand.objects.filter(player__game=game, player__seat=1).update(orders={"dispute": "always"})
    sail_too_far(game)
    told = Notice.objects.filter(facts__wait__in=list(windows_of(game).values_list("pk", flat=True)))
    assert {notice.user for notice in told} == {mary, jack}


def test_the_third_captain_disputes_on_the_page(table, jack, client, sign_in, golden):
    game = table(disputes=HOURS)
    sail_too_far(game)
    page = sign_in(client, jack).get(f"/games/{game.pk}/")
    assert golden("pages/table", part(page, "b.yours"))
    assert golden("pages/table", part(page, "details.question summary"))
    assert has(page, "input[name=decision][value=dispute]")
    number = Game.objects.get(pk=game.pk).number
    client.post(f"/games/{game.pk}/move/", {"seen": number, "decision": "dispute", "answer": stake(game, jack)})
    assert crew(game, 0) == ()
    assert [wait.seat for wait in game.waits.filter(closed_at=None)] == [1]


def test_the_next_turns_letter_is_asked_for_only_when_the_window_has_closed(table, later, mary):
    game = table(disputes=HOURS)
    Notice.objects.all().delete()
    sail_too_far(game)
    assert set(Notice.objects.values_list("facts__wait", flat=True)) == set(windows_of(game).values_list("pk", flat=True))
    later(hours=HOURS, minutes=1)
    [wait] = game.waits.filter(closed_at=None)
    assert Notice.objects.get(facts__wait=wait.pk).user == mary


def test_queued_answers_wait_for_the_window(table, later):
    game = table(disputes=HOURS)
    standing_orders.save_queue(game.pk, 1, [("sail", "stay", False), ("end", "yes", False)])
    sail_too_far(game)
    assert not game.moves.filter(seat=1).exists()
    later(hours=HOURS, minutes=1)
    assert [move.decision for move in game.moves.filter(seat=1).order_by("number")] == ["sail", "end"]


def test_the_mover_may_give_answers_in_advance_while_the_window_is_open(table):
    game = table(disputes=HOURS)
    sail_too_far(game)
    assert standing_orders.save_queue(game.pk, 0, [("sail", "D17", False)])


def test_bots_wait_for_the_window_and_judge_when_it_closes(table, later, mary):
    game = table(people=(mary,), bots=("strong",), disputes=HOURS)
    bot = game.players.exclude(bot="").get().seat
    sail_too_far(game)
    later(hours=HOURS - 1)
    assert not game.moves.filter(seat=bot).exists()
    later(hours=2)
    assert game.moves.filter(seat=bot).exists()


def test_where_only_bots_could_speak_nobody_waits(table):
    game = table(people=(), bots=("easy", "easy"), disputes=HOURS)
    sail_too_far(game)
    assert not windows_of(game).exists()


def test_a_window_can_be_neither_nudged_nor_made_longer_nor_closed_by_a_captain(table, later, mary, jack, golden):
    game = table(disputes=HOURS)
    sail_too_far(game)
    later(hours=13)
    with pytest.raises(NotAllowed):
        extensions.nudge(game.pk, mary, 2)
    with golden.refused("refusals/clock", NotAllowed):
        extensions.ask_for_extension(game.pk, mary)
    with pytest.raises(NotYourDecision):
        act(game, 1, "close-window", "yes")
    with pytest.raises((NotYourDecision, IllegalAction, NotAllowed)):
        acting.take_back(game.pk, 0, Game.objects.get(pk=game.pk).number)


def test_a_pause_of_the_table_moves_the_window_and_a_captains_own_leave_does_not(table, later, mary):
    game = table(disputes=HOURS)
    sail_too_far(game)
    due = windows_of(game).first().due_at
    now = timezone.now()
    recalculation.pause(game, "vacation", now, now + timedelta(days=3), seat=1)
    assert {wait.due_at for wait in windows_of(game)} == {due}
    recalculation.pause(game, "vote", now, now + timedelta(hours=10))
    assert {wait.due_at for wait in windows_of(game)} == {due + timedelta(hours=10)}
    later(hours=HOURS + 1)
    assert windows_of(game).count() == 2
    later(hours=10)
    assert not windows_of(game).exists()


def test_when_the_mover_leaves_the_window_closes(table):
    game = table(disputes=HOURS)
    sail_too_far(game)
    acting.resign(game.pk, 0)
    assert [wait.seat for wait in game.waits.filter(closed_at=None)] == [1]
    assert Game.objects.get(pk=game.pk).turn == 1


def test_lists_and_the_clock_say_until_when_and_count_nobody_as_waited_for(table, later, mary, client, sign_in, golden):
    game = table(disputes=HOURS)
    sail_too_far(game)
    [found] = lists.my_games(mary)
    assert (found.is_waiting, found.waiting_names, found.window) == (False, [], windows_of(game).first().due_at)
    sign_in(client, mary)
    assert golden("pages/my-games", part(client.get("/my/"), "ul.own-games"))
    assert golden("pages/clock", part(client.get(f"/games/{game.pk}/clock/"), "[aria-labelledby=now]"))
    assert lists.next_waiting(mary) is None


def test_a_program_is_not_told_that_a_dispute_is_made_in_its_place(table, mary, client):
    game = table(disputes=HOURS)
    sail_too_far(game)
    told = client.get(f"/api/games/{game.pk}", headers={"Authorization": f"Bearer {api_keys.create_key(mary, 'looks')}"}).json()
    assert [(asked["decision"], asked["default"], asked["in_your_place"]) for asked in told["asked"]] == [("dispute", None, None)]


def test_the_news_of_a_turn_begin_before_a_window_that_closed(table, later, mary, client, sign_in, golden):
    game = table(disputes=HOURS)
    sail_too_far(game)
    later(hours=HOURS, minutes=1)
    page = sign_in(client, mary).get(f"/games/{game.pk}/")
    assert golden("pages/table", part(page, "b.yours"))
    assert golden("pages/table", part(page, "section.news li", 7))


def test_a_window_counts_neither_for_nor_against_anybody_in_their_record(table, later, mary):
    game = table(disputes=HOURS)
    sail_too_far(game)
    later(hours=HOURS, minutes=1)
    assert not reliability.waits_of(mary).filter(turn_key__endswith=":window").exists()
    assert reliability.reliability_of(mary).is_new
    assert not Player.objects.filter(game=game, strikes__gt=0).exists()


def test_what_if_plays_on_through_a_window(table, mary):
    game = table(disputes=HOURS)
    sail_too_far(game)
    thought = WhatIf(Game.objects.get(pk=game.pk), mary.pk, 1, ["Anne", "Mary", "Jack"])
    assert thought.rules.turn(thought.state)[1] == 1


# -- games that began under the first version ----------------------------------------------------------
def test_a_game_of_the_first_version_goes_on_as_it_was(table, jack):
    game = table()
    of_version_1(game)
    sail_too_far(game)
    game.refresh_from_db()
    assert (game.turn, game.moves.filter(decision="close-window").exists()) == (1, False)
    act(game, 2, "dispute", stake(game, jack))
    assert crew(game, 0) == ()


def test_a_table_with_a_window_is_made_by_the_form(anne, client, sign_in, golden):
    page = sign_in(client, anne).get("/tables/new/buccaneer/").content.decode()
    assert 'name="option-disputes"' in page
    assert golden("pages/new-table", part(page, "#id_option-disputes option", 3))


def test_the_record_of_a_game_with_windows_is_written_and_played_again(table, later):
    game = table(disputes=HOURS)
    Hand.objects.filter(player__game=game, player__seat=2).update(orders={"dispute": "always"})
    sail_too_far(game)
    later(hours=HOURS, minutes=1)
    acting.end_as_it_stands(game.pk, "agreed")
    game.refresh_from_db()
    record = past.record(game)
    assert [move[1:4] for move in record["moves"] if move[2] == "close-window"] == [[None, "close-window", "yes"]]
    assert "The game ended as recorded." in list(check(record))
    text = notation.write(game.rules, record, ["Anne", "Mary", "Jack"])
    assert "- close-window yes" in text
    steps = list(notation.replayed(notation.parse(text)))
    assert steps[-1].number == game.number


def test_history_and_api_show_a_table_in_a_window(table, jack, client, sign_in):
    game = table(disputes=HOURS)
    sail_too_far(game)
    sign_in(client, jack)
    for number in range(Game.objects.get(pk=game.pk).number + 1):
        assert client.get(f"/games/{game.pk}/history/?move={number}").status_code == 200


def test_who_takes_over_a_seat_in_a_window_has_as_long_as_everybody_else(table, later, make_person):
    game = table(disputes=HOURS)
    sail_too_far(game)
    due = windows_of(game).first().due_at
    later(hours=5)
    Player.objects.filter(game=game, seat=2).update(mode=Player.Mode.OPEN)
    seats.substitute(game.pk, 2, make_person("Grace"))
    assert [(wait.seat, wait.due_at) for wait in windows_of(game)] == [(1, due), (2, due)]


def test_at_a_table_that_sleeps_the_window_closes_and_somebody_is_asked_who_can_wake_it(table, later):
    game = table(disputes=HOURS)
    sail_too_far(game)
    Player.objects.filter(game=game).update(mode=Player.Mode.AWAY)
    seats.check_stalled(Game.objects.get(pk=game.pk), list(game.players.all()))
    later(hours=HOURS, minutes=1)
    assert [(wait.seat, wait.next_step) for wait in game.waits.filter(closed_at=None)] == [(1, "stall")]


def test_a_game_that_was_set_aside_in_a_window_opens_it_anew(table, later):
    game = table(disputes=HOURS)
    sail_too_far(game)
    later(hours=20, sweep=False)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.STUCK)
    acting.take_up_again(game.pk)
    assert {wait.due_at - timezone.now() for wait in windows_of(game)} == {timedelta(hours=HOURS)}


def test_a_fault_of_the_clock_closes_no_window_twice(table, later):
    game = table(disputes=HOURS)
    sail_too_far(game)
    wait = windows_of(game).first()
    later(hours=HOURS, minutes=1)
    number = Game.objects.get(pk=game.pk).number
    assert sweeping.do_step(wait.pk, wait.next_at) is False
    assert Game.objects.get(pk=game.pk).number == number


@pytest.mark.parametrize("orders", [{}, {"dispute": "certain"}, {"dispute_trust": ["bombay"], "dispute": "always"}])
def test_an_order_that_stays_silent_leaves_the_journal_the_waits_and_the_letters_as_they_are_without_it(table, orders):
    game = table()
    Hand.objects.filter(player__game=game).exclude(player__seat=0).update(orders=orders)
    act(game, 0, "sail", "P17")
    act(game, 0, "heading", "W")
    act(game, 0, "end", "yes")
    journal = list(game.moves.order_by("number").values_list("seat", "decision", "by"))[1:]
    assert journal == [(0, "sail", "player"), (0, "heading", "player"), (0, "end", "player"), (None, "close-window", "clock")]
    assert [(wait.seat, wait.turn_key) for wait in game.waits.filter(closed_at=None)] == [(1, "1:1:turn")]
    assert {(notice.kind, notice.facts["seat"]) for notice in Notice.objects.all()} == {("turn", 0), ("turn", 1)}
