"""What hangs on the very instant, and on whose turn it is; the number of the row in the design's table of faults stands above."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.clocks.paces import DAY, HOUR, Bank
from games.clocks.terms import Terms
from games.editions.errors import NotAllowed, StalePage
from games.models import Player, Wait
from games.queries import reliability
from games.timeouts import seats
from notifications.models import Notice
from tests.games.conftest import At, two_people
from tests.games.test_clock_faults import late

pytestmark = pytest.mark.django_db


# 3
def test_an_answer_at_the_very_deadline_is_in_time(later, at, anne):
    later(hours=48, sweep=False)
    assert timezone.now() == at.wait().due_at
    at.turn(0)
    later(minutes=1)
    assert Wait.objects.get(game=at.pk, seat=0).overdue_at is None
    assert reliability.reliability_of(anne).on_time == pytest.approx(10 / 11)


def test_an_answer_just_after_the_deadline_is_taken_and_is_late(later, at, anne):
    later(hours=48, microseconds=1)
    at.turn(0)
    assert Wait.objects.get(game=at.pk, seat=0).overdue_at is not None
    assert reliability.reliability_of(anne).on_time == pytest.approx(9 / 11)
    assert at.game.players.get(seat=0).strikes == 0


def test_an_answer_at_the_very_end_of_grace_is_taken_and_after_it_refused_with_the_times(later, at, golden):
    later(hours=48)
    later(hours=12, sweep=False)
    assert timezone.now() == at.wait().next_at
    at.turn(0)
    later(minutes=3)
    later(hours=48)
    out = at.wait().next_at
    later(hours=12, minutes=1)
    with pytest.raises(StalePage) as refused:
        at.act(1, "steer", "north", seen=2)
    due = timezone.localtime(out - timedelta(hours=12))
    assert golden("refusals/clock", refused.value.text)
    assert all(f"{moment:%a %-d %b, %H:%M}" in refused.value.text for moment in (due, timezone.localtime(timezone.now())))


# 17
def test_the_same_seat_two_turns_running_gets_a_second_wait_a_new_letter_and_all_its_time(later, at, anne, toy, monkeypatch):
    monkeypatch.setattr(type(toy), "next_seat", lambda self, state: state.turn)
    first = at.wait()
    later(hours=40)
    at.turn(0)
    second = at.wait()
    assert (second.pk != first.pk, second.seat, second.turn_key) == (True, 0, "2:0:turn")
    assert second.due_at == timezone.now() + timedelta(days=2)
    keys = Notice.objects.filter(kind="turn", user=anne).values_list("key", flat=True)
    assert set(keys) == {f"turn:{first.pk}", f"turn:{second.pk}"}


# 19
def test_a_bank_at_its_cap_gains_nothing_by_an_answer_at_once(later, anne, mary):
    at = At(two_people(anne, mary, clock=Terms(Bank(3 * DAY, 12 * HOUR, 5 * DAY, 12 * HOUR))))
    banks = []
    for _ in range(6):
        at.turn(0)
        at.turn(1)
        banks.append(at.game.players.get(seat=0).bank)
    assert banks == [3.5 * DAY, 4 * DAY, 4.5 * DAY, 5 * DAY, 5 * DAY, 5 * DAY]
    assert at.wait().allowance == 5 * DAY


# 31
def test_who_comes_back_to_their_own_seat_as_its_substitute_has_no_fresh_allowance(later, anne, mary, golden):
    at = At(two_people(anne, mary, clock=Terms(Bank(3 * DAY, 12 * HOUR, 5 * DAY, 12 * HOUR))))
    at.turn(0)
    late(later, at)
    Player.objects.filter(game=at.pk, seat=1).update(mode="open", open_until=timezone.now() + timedelta(days=1))
    before = at.game.players.get(seat=1)
    player = seats.substitute(at.pk, 1, mary)
    assert (player.mode, player.former_id, player.strikes, player.bank) == ("away", None, 1, before.bank)
    at.turn(0)
    assert (at.wait().seat, at.wait().allowance, at.wait().patience) == (1, 12 * HOUR, 0)
    with golden.refused("refusals/clock", NotAllowed):
        seats.substitute(at.pk, 0, mary)
