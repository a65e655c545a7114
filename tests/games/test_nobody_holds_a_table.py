"""One player who uses every way to gain time holds a turn for so long and no longer; then the others decide."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.agreements import extensions, votes
from games.clocks.limits import SPARE_A_GAME, SPARE_A_TURN
from games.clocks.paces import DAY, Steady
from games.clocks.terms import Terms
from games.deadlines import absences, waiting
from games.editions.errors import NotAllowed
from games.models import Game, Pause, Player, Vote, Wait
from games.play import standing_orders
from games.tables import starting
from games.timeouts import seats
from notifications.models import Delivery, Outage, State
from tests.games.test_clock_faults import mode
from tests.games.test_clock_people import friends, hours
from tests.reading import buttons, part

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]


@pytest.fixture
def old_hand(anne):
    """Anne has as much leave as anybody can have saved up."""
    anne.date_joined = timezone.now() - timedelta(days=3000)
    anne.save()
    return anne


def declare(user, begin: float, end: float) -> Pause:
    now = timezone.now()
    return absences.declare_absence(user, now + hours(begin), now + hours(end))


def play_on(later, at, most: int = 60) -> float:
    """Hours until the clock plays for Anne, six at a time."""
    for count in range(1, most):
        later(hours=6, post=False)
        if at.game.number:
            return count * 6
    raise AssertionError("nobody was played for")


# -- leave --------------------------------------------------------------------------------------------
def test_a_new_account_cannot_take_leave_that_it_has_not_saved_up_by_now(at, anne):
    anne.date_joined = timezone.now()
    anne.save()
    declare(anne, 2, 50)
    for month in range(1, 8):
        with pytest.raises(NotAllowed):
            declare(anne, 2 + 24 * 30 * month, 50 + 24 * 30 * month)


def test_leave_is_not_declared_for_a_time_that_is_far_ahead(at, old_hand, golden):
    with golden.refused("refusals/clock", NotAllowed):
        declare(old_hand, 24 * 90, 24 * 95)


def test_two_weeks_of_leave_hold_a_turn_for_seven_days_and_the_page_says_so(at, old_hand, client, sign_in, golden):
    due = at.wait().due_at
    declare(old_hand, 2, 2 + 14 * 24)
    assert at.wait().due_at == due + timedelta(days=7)
    assert golden("pages/leave", part(sign_in(client, old_hand).get(reverse("leave_of_absence")), "p.prose"))


def test_fourteen_days_of_leave_count_in_a_game_and_no_more(later, at, old_hand):
    for _ in range(2):
        Pause.objects.create(user=old_hand, reason="vacation", begin=timezone.now(), end=timezone.now() + timedelta(days=7), charged=0)
    due = at.wait().due_at
    declare(old_hand, 30, 30 + 7 * 24)
    assert at.wait().due_at < due + timedelta(days=14)
    assert at.game.terms.most_leave == 14 * 86400


def test_a_day_that_others_give_is_not_taken_from_anybody(at, anne, mary):
    due, before = at.wait().due_at, at.wait().may_hold
    extensions.give_extension(at.pk, mary, at.wait().pk, 0)
    assert (at.wait().due_at, at.wait().may_hold) == (due + hours(24), before + 86400)


# -- letters ------------------------------------------------------------------------------------------
def told(state: str, **changes) -> None:
    Delivery.objects.update(state=state, attempts=3, **changes)


def test_a_mail_server_that_always_says_later_holds_a_turn_for_120_hours_at_most(later, at):
    told(State.RETRY, last_code="smtp-451", not_before=timezone.now() + timedelta(days=400))
    assert play_on(later, at) <= 121


def test_a_receiver_that_is_always_crowded_holds_a_turn_for_120_hours_at_most(later, at):
    told(State.PENDING, last_code="crowded", not_before=timezone.now() + timedelta(days=400))
    assert play_on(later, at) <= 121


def test_a_receiver_that_takes_us_for_a_nuisance_holds_a_turn_for_120_hours_at_most(later, at):
    told(State.HELD, last_code="smtp-550", not_before=timezone.now() + timedelta(days=400))
    assert play_on(later, at) <= 121


def test_a_chat_room_of_ones_own_that_takes_no_posts_holds_no_turn(later, at, anne):
    later(minutes=5)
    notice = Delivery.objects.get(notice__user=anne).notice
    Delivery.objects.create(notice=notice, transport="webhook", state=State.PENDING, last_code="no-connection", not_before=timezone.now())
    assert play_on(later, at) <= 61


def test_while_nobody_sends_our_letters_nobody_is_played_for_untold(later, at):
    for _ in range(14):
        later(hours=12, post=False)
    assert (at.game.number, Delivery.objects.get(notice__key=f"turn:{at.wait().pk}").state) == (0, State.PENDING)


def test_a_dead_address_and_days_of_leave_by_itself_hold_a_turn_for_120_hours_at_most(
    later, at, old_hand, django_capture_on_commit_callbacks
):
    absences.choose_automatic(old_hand, True)
    told(State.FAILED, ended_at=timezone.now())
    with django_capture_on_commit_callbacks(execute=True):
        later(minutes=1, post=False)
    held = 0
    while not at.game.number and held < 200:
        with django_capture_on_commit_callbacks(execute=True):
            later(hours=2, post=False)
        held += 2
    assert 96 < held <= 122
    assert at.game.players.get(seat=0).spare < SPARE_A_GAME


def test_while_no_way_out_is_open_nobody_is_played_for_untold_however_long_it_lasts(later, at):
    told(State.RETRY, last_code="smtp-421")
    Outage.objects.create(transport="email", started_at=timezone.now(), try_at=timezone.now())
    for _ in range(14):
        later(hours=12, post=False)
    assert at.game.number == 0
    Outage.objects.update(ended_at=timezone.now())
    told(State.SENT, ended_at=timezone.now())
    later(hours=11, post=False)
    assert at.game.number == 0
    later(hours=14, post=False)
    later(minutes=1, post=False)
    assert at.game.number == 2


# -- what was promised --------------------------------------------------------------------------------
def test_a_question_from_before_the_limits_keeps_the_time_that_was_said_and_is_limited_from_then_on(later, at, old_hand):
    declare(old_hand, 2, 2 + 14 * 24)
    said = timezone.now() + timedelta(days=16)
    Wait.objects.filter(game=at.pk).update(may_hold=None, due_at=said, next_at=said, next_step="due", reminded=2)
    later(hours=1)
    absences.tell_tables(old_hand, "leave", begin=timezone.now(), end=said, name="Anne")
    assert at.wait().due_at == said
    assert at.wait().may_hold >= 9 * 86400
    later(days=15, hours=23)
    assert at.wait().overdue_at == timezone.now()
    later(hours=13)
    assert at.game.number == 2


# -- spare time ---------------------------------------------------------------------------------------
def test_a_turn_that_ends_in_its_time_or_grace_costs_no_spare_time(later, at):
    later(hours=59)
    at.turn(0)
    assert at.game.players.get(seat=0).spare == SPARE_A_GAME


def test_what_a_late_letter_gives_is_taken_from_the_spare_time_of_this_game(later, at):
    later(hours=50, post=False)
    told(State.SENT, ended_at=timezone.now())
    later(hours=11, post=False)
    later(hours=9, post=False)
    at.turn(0)
    assert SPARE_A_GAME - at.game.players.get(seat=0).spare == 10 * 3600


def test_without_spare_time_a_turn_ends_with_its_grace(later, anne, mary):
    at = friends(anne, mary)
    Player.objects.update(spare=0)
    at.turn(0)
    at.turn(1)
    assert at.wait().may_hold == 60 * 3600
    told(State.FAILED, ended_at=timezone.now())
    later(hours=59, post=False)
    at.game.refresh_from_db()
    moves = at.game.number
    later(hours=2, post=False)
    assert at.game.number > moves


# -- the others decide --------------------------------------------------------------------------------
@pytest.fixture
def four(anne, mary, jack, django_user_model):
    kate = django_user_model.objects.create_user(email="kate@example.org", name="Kate")
    return friends(anne, mary, jack, kate), kate


def test_more_than_half_of_the_others_open_the_seat_of_one_who_has_held_the_table_too_long(four, mary, jack, golden):
    at, _ = four
    with golden.refused("refusals/clock", NotAllowed):
        votes.propose(at.pk, mary, "replace", seat=0)
    Player.objects.filter(game=at.pk, seat=0).update(spare=0)
    vote = votes.propose(at.pk, mary, "replace", seat=0)
    votes.cast_vote(at.pk, jack, vote.pk, yes=True)
    assert mode(at, 0) == "open"


def test_more_than_half_of_the_others_end_a_game_that_one_has_held_too_long(four, anne, mary, jack, golden):
    at, _ = four
    Player.objects.filter(game=at.pk, seat=0).update(mode="away", spare=SPARE_A_GAME - SPARE_A_TURN)
    vote = votes.propose(at.pk, mary, "end")
    with golden.refused("refusals/clock", NotAllowed):
        votes.cast_vote(at.pk, anne, vote.pk, yes=False)
    votes.cast_vote(at.pk, jack, vote.pk, yes=True)
    assert at.game.status == Game.Status.OVER


def test_before_that_all_must_say_yes(four, mary, jack):
    at, _ = four
    Player.objects.filter(game=at.pk, seat=0).update(spare=1)
    vote = votes.propose(at.pk, mary, "end")
    votes.cast_vote(at.pk, jack, vote.pk, yes=True)
    assert (at.game.status, Vote.objects.get().result) == (Game.Status.RUNNING, "")


def test_the_clock_page_says_how_much_spare_time_is_left_and_who_has_held_the_table_too_long(at, client, sign_in, mary, golden):
    Player.objects.filter(game=at.pk, seat=0).update(spare=3 * 86400)
    sign_in(client, mary)
    for spare in (3 * 86400, 0):
        Player.objects.filter(game=at.pk, seat=0).update(spare=spare)
        assert golden("pages/clock", part(client.get(f"/games/{at.pk}/clock/"), "[aria-labelledby=chairs]"))


def test_the_clock_page_offers_to_open_the_seat_of_one_who_has_held_the_table_too_long(at, client, sign_in, mary, golden):
    Player.objects.filter(game=at.pk, seat=0).update(spare=0)
    assert golden("pages/clock", buttons(sign_in(client, mary).get(f"/games/{at.pk}/clock/")))


def test_in_the_first_round_no_more_spare_time_is_used_than_a_turn_may_take(later, at):
    at.game.players.filter(seat=0).update(spare=SPARE_A_GAME - SPARE_A_TURN + 3600)  # an hour of it is still to be had in this round
    at.turn(0)
    at.turn(1)
    wait = at.wait()
    assert (at.game.round, wait.turn_key) == (2, "2:0:turn")
    assert wait.may_hold - wait.allowance - wait.patience == SPARE_A_TURN
    Wait.objects.filter(pk=wait.pk).update(turn_key="1:0:turn")
    assert waiting.spare_for(at.wait(), at.game.players.get(seat=0)) == 3600


def test_what_is_released_later_is_not_charged_before(later, at):
    Player.objects.filter(game=at.pk, seat=0).update(spare=SPARE_A_GAME - SPARE_A_TURN + 3600)
    wait = at.wait()
    wait.may_hold = wait.allowance + wait.patience + 3600
    wait.save()
    later(hours=59)
    at.turn(0)
    assert at.game.players.get(seat=0).spare == SPARE_A_GAME - SPARE_A_TURN + 3600


def test_grace_that_a_provoked_reaction_renews_holds_the_turn_for_120_hours_in_all_at_most(later, at, mary):
    standing_orders.save_orders(at.pk, 1, {"defend": "ask"})
    later(hours=59, minutes=59)
    at.act(0, "steer", "raid")
    later(hours=20)  # Mary takes her time; that is hers, not Anne's
    at.act(1, "defend", "yield")
    wait = at.wait()
    assert (wait.seat, wait.may_hold) == (0, 60 * 3600 + 60)
    told(State.RETRY, last_code="smtp-451", not_before=timezone.now() + timedelta(days=400))
    number, held = at.game.number, 0
    while at.game.number == number:
        later(hours=6, post=False)
        held += 6
    assert held <= 66  # sixty hours and a minute, looked at every six hours
    assert at.game.players.get(seat=0).spare >= SPARE_A_GAME - SPARE_A_TURN


def test_who_takes_a_seat_back_from_a_substitute_has_no_more_spare_time_than_before(later, anne, mary, jack):
    at = friends(anne, mary)
    player = at.game.players.get(seat=0)
    player.spare = 0
    seats.open_up(at.game, player, timezone.now())
    player.save()
    seats.substitute(at.pk, 0, jack)
    seats.take_back(at.pk, anne)
    assert at.game.players.get(seat=0).spare == 0


def test_what_a_turn_has_held_is_charged_although_the_others_opened_the_seat(later, anne, mary):
    at = friends(anne, mary)
    told(State.RETRY, last_code="smtp-451", not_before=timezone.now() + timedelta(days=400))
    for _ in range(10):
        later(hours=10, post=False)
    votes.propose(at.pk, mary, "replace", seat=0)
    seats.take_back(at.pk, anne)
    assert at.game.players.get(seat=0).spare == SPARE_A_GAME - 40 * 3600


# -- votes --------------------------------------------------------------------------------------------
def hold(at, seat: int) -> None:
    Player.objects.filter(game=at.pk, seat=seat).update(spare=0)


def test_a_vote_that_who_holds_the_table_has_asked_for_does_not_bar_the_others_from_asking(later, anne, mary, jack):
    at = friends(anne, mary, jack)
    vote = votes.propose(at.pk, anne, "end")
    votes.cast_vote(at.pk, mary, vote.pk, False)
    hold(at, 0)
    votes.propose(at.pk, mary, "end")
    votes.cast_vote(at.pk, jack, Vote.objects.get(result="").pk, True)
    assert at.game.status == "over"


def test_a_vote_about_one_seat_does_not_stand_in_the_way_of_one_about_who_holds_the_table(later, anne, mary, jack):
    at = friends(anne, mary, jack)
    hold(at, 0)
    Player.objects.filter(game=at.pk, seat=2).update(mode="away")
    votes.propose(at.pk, anne, "replace", seat=2)
    votes.propose(at.pk, mary, "replace", seat=0)
    assert at.game.players.get(seat=0).mode == "open"


def test_where_everybody_has_held_the_table_too_long_they_can_end_the_game_all_the_same(later, anne, mary):
    at = friends(anne, mary)
    hold(at, 0)
    hold(at, 1)
    vote = votes.propose(at.pk, anne, "end")
    votes.cast_vote(at.pk, mary, vote.pk, True)
    assert at.game.status == "over"


def test_a_seat_that_a_bot_keeps_holds_no_table_so_all_must_say_yes_to_its_end(four, mary, jack):
    at, _ = four
    Player.objects.filter(game=at.pk, seat=0).update(mode="bot", spare=0)
    vote = votes.propose(at.pk, mary, "end")
    votes.cast_vote(at.pk, jack, vote.pk, yes=True)
    assert (at.game.status, Vote.objects.get().result) == (Game.Status.RUNNING, "")


def test_the_longer_first_turn_after_a_ready_check_costs_no_spare_time(anne, mary):
    full = friends(anne, mary, clock=Terms(Steady(7 * DAY), ready_check=True))
    for person in (anne, mary):
        starting.say_ready(full.pk, person)
    wait = full.wait()
    assert wait.allowance == 7 * DAY * 3 // 2
    assert wait.may_hold == wait.allowance + wait.patience + SPARE_A_TURN
