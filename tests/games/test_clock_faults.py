"""What may go wrong with time, row by row of the table of faults; the number of the row is in the comment above each test."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from games import tasks
from games.agreements.clock_queries import state_of_the_clock
from games.clocks.due_times import Calendar
from games.clocks.paces import DAY, HOUR, Bank, Slots, Steady, Untimed
from games.clocks.terms import Terms
from games.deadlines import recalculation
from games.editions.errors import NotAllowed
from games.engine import RulesError
from games.models import ClockEntry, Game, Move, Pause, Player, Wait
from games.play import bots, standing_orders
from games.tables import lobby
from games.timeouts import sweeping
from notifications.inbound import reply_addresses
from notifications.models import Delivery, LetterIn, Notice, State
from tests.games.conftest import At, two_people
from tests.reading import part

pytestmark = pytest.mark.django_db


def with_terms(anne, mary, **terms) -> At:
    return At(two_people(anne, mary, clock=Terms(**terms)))


def mode(at, seat: int) -> str:
    return at.game.players.get(seat=seat).mode


def kinds(at) -> list[str]:
    return list(ClockEntry.objects.filter(game=at.pk).values_list("kind", flat=True))


# 3
def test_an_answer_at_the_deadline_and_in_grace_is_taken_and_after_grace_the_clock_has_played(later, at):
    later(hours=48)
    assert (at.wait().overdue_at is not None, at.game.number) == (True, 0)
    later(hours=11, minutes=59)
    at.turn(0)
    assert at.game.players.get(seat=0).strikes == 0
    later(hours=60)
    with pytest.raises(RulesError):
        at.act(1, "steer", "stay")
    assert Move.objects.filter(game=at.pk, by="clock", seat=1).exists()


def test_when_grace_begins_the_late_one_is_told_and_everybody_sees_it(later, at, anne, mary):
    later(hours=48)
    assert [notice.user for notice in Notice.objects.filter(kind="overdue")] == [anne]
    assert kinds(at) == ["overdue"]


# 5
def test_new_rules_of_a_time_zone_move_the_deadline_once_and_say_so(anne, mary, time_machine):
    time_machine.move_to(datetime(2026, 1, 10, 12, tzinfo=UTC), tick=False)  # a Saturday
    at = with_terms(anne, mary, pace=Steady(DAY), calendar=Calendar("UTC", (5, 6)))
    assert at.wait().due_at == datetime(2026, 1, 13, tzinfo=UTC)
    five_hours_behind = Terms(Steady(DAY), Calendar("America/New_York", (5, 6))).to_json()  # stands for the same zone under new rules
    Game.objects.filter(pk=at.pk).update(clock=five_hours_behind)
    assert [recalculation.recompute(at.pk, "zone") for _ in range(2)] == [1, 0]
    assert at.wait().due_at == datetime(2026, 1, 13, 5, tzinfo=UTC)
    line = ClockEntry.objects.get(game=at.pk, kind="clock-moved")
    assert line.facts["reason"] == "zone"
    assert Notice.objects.filter(kind="clock-moved", user=anne).count() == 1


# 6
def test_a_player_who_changes_their_own_zone_sees_other_times_and_moves_no_deadline(later, at, anne, client, sign_in, golden):
    due = at.wait().due_at
    shown = f"{due:%a} {due.day} {due:%b, %H:%M}"
    page = sign_in(client, anne).get(f"/games/{at.pk}/clock/").content.decode()
    assert shown in page
    assert "(UTC:" not in page
    anne.time_zone = "Pacific/Kiritimati"
    anne.save()
    there = due.astimezone(ZoneInfo("Pacific/Kiritimati"))
    page = client.get(f"/games/{at.pk}/clock/")
    assert golden("pages/clock", part(page, "li.mine p"))
    assert [moment in part(page, "li.mine p") for moment in (f"{there:%a} {there.day} {there:%b, %H:%M}", f"(UTC: {shown})")] == [
        True,
        True,
    ]
    assert recalculation.recompute(at.pk, "zone") == 0
    assert at.wait().due_at == due


# 9
def test_a_step_that_is_delivered_again_an_hour_later_does_nothing(later, at):
    later(hours=48)
    wait = at.wait()
    at.turn(0)
    later(hours=1, sweep=False)
    assert sweeping.do_step(wait.pk, wait.next_at) is False
    assert not Move.objects.filter(game=at.pk, by="clock").exists()


# 10
def test_hints_that_were_lost_are_made_again_by_the_next_sweep(later, anne, mary, monkeypatch):
    games = [At(two_people(anne, mary)) for _ in range(5)]
    later(minutes=5)
    later(hours=48)
    with monkeypatch.context() as lost:
        lost.setattr("games.tasks.steps.delay", lambda *args: None)
        later(hours=12)
    assert [at.game.number for at in games] == [0] * 5
    later(minutes=1)
    assert [at.game.number for at in games] == [2] * 5


# 11
def test_a_worker_killed_between_answer_and_commit_has_done_nothing_and_the_next_does_it(later, at, monkeypatch):
    later(hours=48)
    with monkeypatch.context() as killed:

        def dies(*_):
            raise SystemExit

        killed.setattr("games.timeouts.seats.after_strike", dies)
        with pytest.raises(SystemExit):
            later(hours=12)
    assert (at.game.number, at.game.players.get(seat=0).strikes) == (0, 0)
    later(minutes=1)
    assert (at.game.number, at.game.players.get(seat=0).strikes) == (2, 1)


# 16, 17
def test_several_answers_of_one_turn_are_one_wait_and_one_increment(later, anne, mary):
    at = with_terms(anne, mary, pace=Bank())
    assert at.wait().allowance == 3 * DAY
    later(hours=10)
    due = at.wait().due_at
    at.act(0, "steer", "north")
    assert at.wait().due_at == due
    at.act(0, "dig", "no")
    assert Wait.objects.filter(game=at.pk, seat=0).count() == 1
    assert at.game.players.get(seat=0).bank == 3 * DAY - 10 * HOUR + 12 * HOUR


def test_a_turn_interrupted_by_a_question_to_another_pays_and_gains_once(later, anne, mary):
    at = with_terms(anne, mary, pace=Bank())
    standing_orders.save_orders(at.pk, 1, {"defend": "ask"})
    later(hours=10)
    at.act(0, "steer", "raid")
    later(hours=5)
    at.act(1, "defend", "yield")
    assert (at.wait().seat, at.wait().allowance) == (0, 3 * DAY - 10 * HOUR)
    later(hours=2)
    at.act(0, "dig", "no")
    assert at.game.players.get(seat=0).bank == 3 * DAY - 12 * HOUR + 12 * HOUR
    assert at.game.players.get(seat=1).bank == 3 * DAY


# 19
def test_a_bank_that_is_empty_gives_its_floor_and_never_falls_below_nothing(later, anne, mary):
    at = with_terms(anne, mary, pace=Bank(3 * DAY, 12 * HOUR, 5 * DAY, 12 * HOUR))
    later(hours=72)
    later(hours=6)
    at.turn(0)
    assert at.game.players.get(seat=0).bank == 12 * HOUR
    at.turn(1)
    assert at.wait().allowance == 12 * HOUR


# 22, 23
def test_a_weekend_is_not_without_end_and_the_page_says_until_when_the_clock_stands(anne, mary, client, sign_in, time_machine, golden):
    time_machine.move_to(datetime(2026, 1, 10, 12, tzinfo=UTC), tick=False)
    at = with_terms(anne, mary, pace=Steady(DAY), calendar=Calendar("UTC", (5, 6)))
    assert at.wait().due_at == datetime(2026, 1, 13, tzinfo=UTC)
    page = sign_in(client, anne).get(f"/games/{at.pk}/")
    assert golden("pages/table", part(page, "p.state"), dated=True)


def test_pauses_that_overlap_are_a_union_and_no_sum(time_machine, anne, mary):
    time_machine.move_to(datetime(2026, 1, 8, 9, tzinfo=UTC), tick=False)
    at = with_terms(anne, mary, pace=Steady(DAY), calendar=Calendar("UTC", (5, 6)))
    begin, end = datetime(2026, 1, 8, 18, tzinfo=UTC), datetime(2026, 1, 11, 18, tzinfo=UTC)
    Pause.objects.create(user=anne, reason="vacation", begin=begin, end=end)
    Pause.objects.create(reason="outage", begin=begin, end=begin + timedelta(hours=6))
    recalculation.recompute(at.pk, "leave")
    assert at.wait().due_at == datetime(2026, 1, 12, 15, tzinfo=UTC)  # V10


# 27
def test_nobody_is_played_for_whose_letter_has_not_left_and_the_rule_counts_whom_it_saved(later, at, anne):
    for _ in range(8):
        later(hours=12, post=False)
    assert (at.game.number, state_of_the_clock()["saved"]) == (0, 0)
    sent = timezone.now()
    Delivery.objects.update(state=State.SENT, ended_at=sent)
    later(minutes=10)
    assert at.wait().due_at == sent + timedelta(hours=12)
    assert (at.game.number, state_of_the_clock()["saved"]) == (0, 1)
    later(hours=12)
    later(hours=12)
    assert at.game.number == 2


def test_who_saw_the_question_on_the_site_in_time_needs_no_letter(later, at, client, sign_in, anne):
    sign_in(client, anne).get(f"/games/{at.pk}/")
    assert at.wait().seen_at is not None
    for _ in range(6):
        later(hours=12, post=False)
    assert at.game.number == 2


def test_who_wants_no_letters_is_played_for_without_one(later, at, anne):
    anne.letters = "off"
    anne.save()
    for _ in range(6):
        later(hours=12, post=False)
    assert at.game.number == 2


def test_whose_address_does_not_work_is_given_one_day_more(later, at):
    later(minutes=5, post=False)
    Delivery.objects.update(state=State.FAILED, ended_at=timezone.now())
    for _ in range(6):
        later(hours=12, post=False)
    assert at.game.number == 0
    for _ in range(2):
        later(hours=12, post=False)
    assert at.game.number == 2


def test_a_letter_that_came_in_time_and_is_not_read_yet_is_waited_for_however_long_reading_takes(later, at, anne, settings):
    settings.REPLY_DOMAIN = "in.pirates.example"
    later(hours=48)
    own = reply_addresses.new_address(anne, "game", {"game": at.pk})
    LetterIn.objects.create(sha256="0" * 64, envelope_to=own, received_at=timezone.now(), raw=b"")
    later(hours=12)
    assert at.game.number == 0
    later(hours=30)
    assert at.game.number == 0
    LetterIn.objects.update(state=LetterIn.State.FAILED)
    later(minutes=2)
    assert at.game.number == 2


# 29
def test_a_captain_who_is_away_has_twelve_hours_and_is_present_again_when_they_answer(later, at):
    late(later, at)
    assert (mode(at, 0), kinds(at).count("away")) == ("away", 1)
    at.turn(1)
    assert (at.wait().allowance, at.wait().patience) == (12 * HOUR, 0)
    at.turn(0)
    assert mode(at, 0) == "present"
    at.turn(1)
    assert at.wait().allowance == 2 * DAY


def late(later, at):
    """The one who is asked lets all their time run out."""
    later(minutes=3)
    number = at.game.number
    while at.game.number == number:
        later(hours=6)


# 32
def test_when_everyone_is_away_the_table_sleeps_and_is_closed_after_a_week_for_nothing(later, at):
    late(later, at)
    late(later, at)
    assert at.game.stalled_at is not None
    number = at.game.number
    for _ in range(6):
        later(days=1)
    assert (at.game.number, at.game.status) == (number, Game.Status.RUNNING)
    later(days=1, minutes=1)
    assert (at.game.status, at.game.is_rated, at.game.outcome.reason) == (Game.Status.OVER, False, "stalled")


def test_a_table_that_sleeps_wakes_when_a_captain_acts(later, at):
    late(later, at)
    late(later, at)
    at.turn(0)
    assert at.game.stalled_at is None
    assert (at.wait().seat, at.wait().due_at > timezone.now()) == (1, True)


def test_bots_do_not_play_on_at_a_table_where_nobody_is(later, anne):
    at = At(lobby.create(anne, "toy", {"rounds": 100}, seats=3, bots=("easy", "easy")))
    late(later, at)
    bots.play_on(at.pk)
    number = at.game.number
    later(days=5)
    bots.play_on(at.pk)
    assert (at.game.number, at.game.status, at.wait().seat) == (number, Game.Status.RUNNING, 0)
    Player.objects.filter(game=at.pk, seat=0).update(mode="bot")
    bots.play_on(at.pk)
    assert at.game.number == number


# 35
def test_a_turn_that_opens_five_minutes_after_a_slot_is_due_at_the_next_one(anne, mary, time_machine):
    time_machine.move_to(datetime(2026, 1, 5, 20, 5, tzinfo=UTC), tick=False)
    at = with_terms(anne, mary, pace=Slots())
    assert at.wait().due_at == datetime(2026, 1, 7, 20, tzinfo=UTC)


def test_a_turn_is_due_at_the_very_slot_whatever_fraction_of_a_second_it_was_asked_at(anne, mary, client, sign_in, time_machine, golden):
    time_machine.move_to(datetime(2026, 1, 5, 20, 5, 0, 613000, tzinfo=UTC), tick=False)
    at = with_terms(anne, mary, pace=Slots())
    assert at.wait().due_at == datetime(2026, 1, 7, 20, tzinfo=UTC)
    assert golden("pages/clock", part(sign_in(client, mary).get(f"/games/{at.pk}/clock/"), "[aria-labelledby=now] li p"), dated=True)
    at.turn(0)
    assert at.wait().due_at == datetime(2026, 1, 7, 20, tzinfo=UTC)


# -- other paces --------------------------------------------------------------------------------------
def test_without_a_clock_nobody_is_played_for_and_after_a_month_the_table_is_closed(later, anne, mary):
    game = lobby.create(anne, "toy", {"rounds": 100}, seats=2, clock=Terms(Untimed()))
    lobby.join(game.pk, mary, token=game.join_token)
    at = At(game)
    assert at.wait().due_at is None
    for _ in range(4):
        later(days=7, seconds=1)
    assert (Notice.objects.filter(kind="reminder").count(), at.game.number) == (4, 0)
    later(days=2)
    assert (at.game.status, at.game.is_rated) == (Game.Status.OVER, False)


def test_a_table_without_a_clock_cannot_be_open_to_all(anne, golden):
    with golden.refused("refusals/clock", NotAllowed):
        lobby.create(anne, "toy", seats=2, open_to_all=True, clock=Terms(Untimed()))


# -- who plays when time is out -----------------------------------------------------------------------
def test_a_helmsman_plays_where_the_captain_wants_one(later, at, toy, monkeypatch):
    monkeypatch.setitem(toy.bots, "middle", lambda view, asked, below: asked[0].seat == 0 and helmsman(asked))
    standing_orders.save_orders(at.pk, 0, {}, "helmsman")
    late(later, at)
    assert list(Move.objects.filter(game=at.pk, seat=0).order_by("number").values_list("answer", "by")) == [
        ("north", "clock"),
        ("yes", "clock"),
    ]


def helmsman(asked):
    from games.engine import Action

    wish = {"steer": "north", "dig": "yes"}[asked[0].name]
    return Action(asked[0].seat, asked[0].name, wish)


def test_a_game_that_was_set_aside_is_looked_at_once_more_and_then_left_alone(later, at):
    Game.objects.filter(pk=at.pk).update(status=Game.Status.STUCK)
    later(hours=37, sweep=False)
    due = sweeping.due_waits(timezone.now())
    assert [sweeping.do_step(*wait) for wait in due] == [False]
    assert (sweeping.due_waits(timezone.now()), at.wait().next_at, at.game.number) == ([], None, 0)


# -- all together -------------------------------------------------------------------------------------
def test_the_sweep_looks_after_everything_in_one_go(later, at):
    later(minutes=1)
    assert tasks.sweep() == 0
