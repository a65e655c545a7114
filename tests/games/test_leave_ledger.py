"""Leave is charged where it is honoured and never rises by use; grace is late; unread letters hold only their writer's clock."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from games.clocks.terms import Terms
from games.deadlines import absences
from games.models import Pause, Player
from games.queries import reliability
from games.timeouts import seats
from notifications import addresses
from notifications.models import LetterIn, ReplyAddress
from tests.games.conftest import At
from tests.games.test_clock_people import friends, hours

pytestmark = pytest.mark.one_database

JOINED = datetime(2026, 1, 1, tzinfo=UTC)
DAY = 86400
USES = st.lists(st.tuples(st.integers(0, 400 * DAY), st.integers(0, 14 * DAY)), max_size=8)


def moments(rows) -> list:
    return [(JOINED + timedelta(seconds=at), seconds) for at, seconds in rows]


@given(USES, st.tuples(st.integers(0, 400 * DAY), st.integers(0, 14 * DAY)), st.integers(0, 420 * DAY))
def test_leave_never_rises_by_use(rows, one_more, now):
    at = JOINED + timedelta(seconds=now)
    assert absences.saved_up(JOINED, at, moments([*rows, one_more])) <= absences.saved_up(JOINED, at, moments(rows))


@pytest.mark.django_db
def test_leave_that_is_planned_never_gives_days(anne):
    now = timezone.now()
    before = absences.days_left(anne, now)
    for month in range(1, 9):
        begin = now + timedelta(days=30 * month)
        Pause.objects.create(user=anne, reason="vacation", begin=begin, end=begin + timedelta(days=1))
        after = absences.days_left(anne, now)
        assert after == before - timedelta(days=1)
        before = after


def after_leave(later, user, days: int = 2) -> int:
    """Seconds that a leave of so many days has cost, once it is over."""
    user.date_joined = timezone.now() - timedelta(days=300)
    user.save()
    now = timezone.now()
    absences.declare_absence(user, now + hours(2), now + hours(2 + 24 * days))
    for _ in range(days * 4 + 2):
        later(hours=6)
    absences.settle_absences(user, timezone.now())
    return Pause.objects.get(user=user, reason="vacation").charged


@pytest.mark.django_db
@pytest.mark.parametrize(("honoured", "charged"), [("all", 2 * DAY), ("none", 0)])
def test_leave_is_charged_only_where_it_is_honoured(later, anne, mary, honoured, charged):
    friends(anne, mary, clock=Terms(vacation=honoured))
    assert after_leave(later, anne) == charged


@pytest.mark.django_db
def test_of_a_long_leave_only_the_days_are_charged_for_which_a_turn_has_waited(later, anne, mary):
    friends(anne, mary)
    assert after_leave(later, anne, days=9) == 7 * DAY


@pytest.mark.django_db
def test_who_sat_down_later_is_not_charged_for_what_was_asked_before_them(later, anne, mary):
    at = friends(anne, mary)
    at.game.players.filter(seat=0).update(joined_at=timezone.now() + timedelta(days=100))
    assert after_leave(later, anne) == 0


@pytest.mark.django_db
def test_leave_is_not_charged_for_time_in_which_the_clock_stood_anyway(later, anne, mary):
    game, now = friends(anne, mary).game, timezone.now()
    Pause.objects.create(game=game, reason="vote", begin=now, end=now + timedelta(days=9))
    assert after_leave(later, anne) == 0


@pytest.mark.django_db
def test_leave_is_not_charged_for_time_in_which_the_table_slept(later, anne, mary):
    at = friends(anne, mary)
    Player.objects.update(mode="away")
    seats.check_stalled(at.game, list(at.game.players.all()))
    assert after_leave(later, anne) == 0


# -- late is late -------------------------------------------------------------------------------------
def on_time(user) -> float:
    return reliability.reliability_of(user).on_time


@pytest.mark.django_db
def test_who_always_answers_in_the_last_minute_of_grace_is_late_and_the_record_says_so(later, anne, mary):
    tables = [friends(anne, mary) for _ in range(5)]
    for _ in range(10):
        later(hours=59, minutes=59)
        for at in tables:
            at.turn(0)
            at.turn(1)
    assert all(at.game.players.get(seat=0).strikes == 0 for at in tables)
    assert on_time(anne) < 0.5
    assert "45 % on time" in reliability.reliability_of(anne).words


@pytest.mark.django_db
def test_who_answers_after_the_deadline_is_late_although_no_sweep_had_come_by(later, at, anne):
    later(hours=50, sweep=False)
    at.turn(0)
    assert on_time(anne) == 9 / 11


@pytest.mark.django_db
def test_trouble_at_all_tables_on_one_day_is_one_trouble(later, anne, mary):
    tables = [friends(anne, mary) for _ in range(5)]
    later(hours=49)
    for at in tables:
        at.turn(0)
    assert on_time(anne) == 9 / 11


# -- letters that nobody has read ---------------------------------------------------------------------
def unread(to: str, auth: str = "none", raw: bytes = b"") -> LetterIn:
    return LetterIn.objects.create(sha256=to[:60], envelope_to=to, received_at=timezone.now(), raw=raw, auth=auth)


def plays_for_anne(later, at: At) -> bool:
    later(hours=12)
    return at.game.number > 0


@pytest.mark.django_db
def test_letters_of_strangers_hold_up_no_clock_however_many_lie_unread(later, at):
    later(hours=48)
    unread("r-" + "a" * 33 + "@example.org")
    unread("somebody@example.org")
    assert plays_for_anne(later, at)


@pytest.mark.django_db
def test_a_letter_to_an_address_of_ones_own_holds_the_clock_until_it_is_read(later, at, anne):
    ident = addresses.new_ident()
    ReplyAddress.objects.create(ident=ident, user=anne, purpose="turn", expires_at=timezone.now() + timedelta(days=9))
    later(hours=48)
    letter = unread(f"{addresses.mint('r', ident)}@example.org".upper())
    assert not plays_for_anne(later, at)
    LetterIn.objects.filter(pk=letter.pk).update(state="ignored")
    later(minutes=2)
    assert at.game.number > 0


@pytest.mark.django_db
@pytest.mark.parametrize(("sender", "holds"), [("anne", True), ("mary", False)])
def test_a_proved_command_holds_the_clock_of_its_writer_alone(later, at, anne, mary, settings, sender, holds):
    settings.DESK = "desk@example.org"
    later(hours=48)
    email = {"anne": anne, "mary": mary}[sender].email
    unread("desk@example.org", "pass", f"From: {email}\r\nTo: desk@example.org\r\n\r\nhelp\r\n".encode())
    assert plays_for_anne(later, at) is not holds
