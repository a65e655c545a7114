"""What plays for a captain who is away, and leave that is taken by itself."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.agreements import votes
from games.clocks.terms import Terms
from games.deadlines import absences
from games.editions.errors import NotAllowed, StalePage
from games.models import ClockEntry, Hand, Move, Pause, Player
from games.play import acting, standing_orders
from games.tables import lobby
from notifications.models import Notice
from tests.games.conftest import At
from tests.games.test_clock_faults import late
from tests.games.test_clock_people import friends, hours
from tests.reading import part

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]


def played_by_clock(at, seat: int) -> list:
    return list(Move.objects.filter(game=at.pk, seat=seat, by="clock").order_by("number").values_list("decision", "answer"))


# -- as last turn -------------------------------------------------------------------------------------
def test_a_captain_who_wants_it_so_plays_as_in_their_last_turn(later, at):
    standing_orders.save_orders(at.pk, 0, {}, "again")
    at.act(0, "steer", "north")
    at.act(0, "dig", "yes")
    at.turn(1)
    late(later, at)
    assert played_by_clock(at, 0) == [("steer", "north"), ("dig", "yes")]


def test_what_was_taken_back_in_the_last_turn_is_not_played_again(later, at):

    standing_orders.save_orders(at.pk, 0, {}, "again")
    at.act(0, "steer", "north")
    acting.take_back(at.pk, 0, at.game.number)
    at.turn(0)
    at.turn(1)
    late(later, at)
    assert played_by_clock(at, 0) == [("steer", "stay"), ("dig", "no")]


def test_what_is_not_offered_now_or_was_never_asked_gives_way_to_the_least(later, at):
    standing_orders.save_orders(at.pk, 0, {}, "again")
    at.turn(0, dig="yes")
    Move.objects.filter(game=at.pk, seat=0, decision="steer").update(answer="an old course")
    at.turn(1)
    late(later, at)
    assert played_by_clock(at, 0) == [("steer", "stay"), ("dig", "yes")]


def test_without_a_last_turn_the_least_is_played(later, at):
    standing_orders.save_orders(at.pk, 0, {}, "again")
    late(later, at)
    assert played_by_clock(at, 0) == [("steer", "stay"), ("dig", "no")]


def test_nobody_else_may_choose_who_plays_when_time_is_out(at, golden):
    with golden.refused("refusals/clock", NotAllowed):
        standing_orders.save_orders(at.pk, 0, {}, "a stranger")


# -- leave that is taken by itself --------------------------------------------------------------------
@pytest.fixture
def careful(anne):
    """Anne has leave saved up, and wants it to be taken before a turn of hers runs out."""
    anne.date_joined = timezone.now() - timedelta(days=183)
    anne.save()
    absences.choose_automatic(anne, True)
    return anne


@pytest.fixture
def onwards(later, django_capture_on_commit_callbacks):
    """`onwards(hours=3)`: time goes on, and the tasks that were started are done."""

    def go(**span):
        with django_capture_on_commit_callbacks(execute=True):
            later(**span)

    return go


def test_a_day_of_leave_is_taken_before_a_turn_runs_out_and_everybody_is_told(onwards, at, careful):
    onwards(hours=1)
    onwards(hours=59)
    assert (at.game.number, at.game.players.get(seat=0).strikes) == (0, 0)
    row = Pause.objects.get(user=careful)
    assert row.end - row.begin == hours(24)
    assert ClockEntry.objects.filter(game=at.pk, kind="leave-automatic").count() == 1
    assert Notice.objects.filter(kind="leave-taken", user=careful).count() == 1


def test_at_most_two_such_days_are_taken_running_and_then_the_turn_is_played(onwards, at, careful):
    onwards(hours=1)
    for _ in range(26):
        onwards(hours=4)
    assert (at.game.number, Pause.objects.filter(user=careful).count()) == (0, 2)
    for _ in range(2):
        onwards(hours=4)
    assert (at.game.number, Pause.objects.filter(user=careful).count()) == (2, 2)


def test_who_plays_again_has_two_days_again(onwards, at, careful):
    onwards(hours=1)
    for _ in range(20):
        onwards(hours=4)
    assert Pause.objects.filter(user=careful).count() == 1
    at.turn(0)
    onwards(hours=1)
    assert absences.has_a_day(careful, timezone.now())
    assert absences.last_played(careful) is not None


def test_without_the_wish_or_without_days_or_against_bots_no_leave_is_taken(onwards, at, mary, careful):
    absences.choose_automatic(careful, False)
    late(onwards, at)
    assert not Pause.objects.exists()
    absences.choose_automatic(mary, True)
    mary.date_joined = timezone.now()
    mary.save()
    absences.declare_absence(mary, timezone.now() + hours(40), timezone.now() + hours(90))
    assert absences.has_a_day(mary, timezone.now()) is False


def test_where_only_bots_wait_no_leave_is_taken(onwards, careful):
    game = lobby.create(careful, "toy", {"rounds": 100}, seats=2, bots=("easy",), place="bombay")
    late(onwards, At(game))
    assert not Pause.objects.exists()


def test_a_table_that_honours_no_leave_is_not_held_up_by_it(onwards, mary, careful):
    at = friends(careful, mary, clock=Terms(vacation="none"))
    late(onwards, at)
    assert (at.game.number, Pause.objects.exists()) == (2, False)


def test_a_table_that_honours_a_week_is_held_up_for_a_week(onwards, mary, careful):
    at = friends(careful, mary, clock=Terms(vacation="week"))
    Pause.objects.create(user=careful, reason="vacation", begin=timezone.now(), end=timezone.now() + hours(24 * 6 + 1), charged=0)
    late(onwards, at)
    assert Pause.objects.filter(note=absences.AUTOMATIC).count() == 0


def test_a_task_that_takes_the_leave_twice_takes_it_once(onwards, at, careful):
    onwards(hours=1)
    onwards(hours=59)
    assert absences.take_a_day(careful.pk) is False
    assert Pause.objects.filter(user=careful).count() == 1


# -- deadlines that were said -------------------------------------------------------------------------
def test_a_leave_that_is_called_off_leaves_the_captain_half_a_day(later, at, careful):
    later(hours=40)
    absences.declare_absence(careful, timezone.now() + hours(1), timezone.now() + hours(49))
    assert at.wait().due_at == timezone.now() + hours(8 + 48)
    absences.end_early(careful)
    assert at.wait().due_at == timezone.now() + hours(12)
    assert Pause.objects.filter(reason="said").count() == 1


# -- too late -----------------------------------------------------------------------------------------
def test_an_answer_that_comes_too_late_is_told_when_time_was_out(later, at, golden):
    late(later, at)
    due = timezone.localtime(at.game.waits.get(seat=0).due_at)
    with pytest.raises(StalePage) as refused:
        at.act(0, "steer", "north", seen=0)
    assert golden("refusals/clock", refused.value.text)
    assert f"{due:%a %-d %b, %H:%M}" in refused.value.text


def test_a_page_that_is_merely_old_says_so(at, golden):
    at.turn(0)
    with golden.refused("refusals/clock", StalePage):
        at.act(0, "steer", "north", seen=0)


# -- answers in advance -------------------------------------------------------------------------------
def test_what_was_given_in_advance_and_did_not_fit_is_told_to_its_captain_alone(at, client, sign_in, anne, mary, golden):
    standing_orders.save_queue(at.pk, 1, [("steer", "nowhere", False), ("dig", "yes", False)])
    at.turn(0)
    assert [item["decision"] for item in Hand.objects.get(player__game=at.game, player__seat=1).dropped] == ["steer", "dig"]
    assert golden("pages/table", part(sign_in(client, mary).get(f"/games/{at.pk}/"), "p.state"))
    assert golden("pages/table", part(sign_in(client, anne).get(f"/games/{at.pk}/"), "p.state"))
    at.turn(1)
    assert Hand.objects.get(player__game=at.game, player__seat=1).dropped == []


def test_a_letter_that_is_only_tried_uses_up_no_answer_in_advance(at):
    from django.db import transaction

    from games.engine import Action
    from games.play.session import Session
    from games.play.settling import settle

    standing_orders.save_queue(at.pk, 1, [("steer", "north", False)])
    with transaction.atomic():
        session = Session.load(at.pk)
        for decision, answer in (("steer", "stay"), ("dig", "no")):
            session.play(Action(0, decision, answer), "mail")
            settle(session)
    assert Player.objects.get(game=at.pk, seat=1).hand.queue != []
    at.turn(0)
    assert Move.objects.filter(game=at.pk, seat=1, by="standing").count() == 1


# -- votes --------------------------------------------------------------------------------------------
def test_a_captain_in_their_grace_keeps_their_seat(later, at, mary, golden):
    later(minutes=3)
    later(hours=49)
    assert at.wait().overdue_at is not None
    with golden.refused("refusals/clock", NotAllowed):
        votes.propose(at.pk, mary, "replace", seat=0)
