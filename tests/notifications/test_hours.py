"""When letters go: each, batched, once a day, reminders only; quiet hours, presence, and a cap. Nothing is lost by it."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.utils import timezone

from notifications import Letter, notify, presence, writes
from notifications.delivery_times import next_hour, quiet_until
from notifications.models import Delivery, Preference, State, Stop
from notifications.tasks import sweep

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]
NOON = datetime(2026, 1, 6, 12, 0, tzinfo=UTC)


class Watch:
    """A clock that can be set, and turns whose deadline is some hours after noon."""

    def __init__(self, mover, person):
        self.mover, self.person, self.count = mover, person, 0
        self.open: dict[int, datetime] = {}
        self.at(0)

    def at(self, hours):
        """So many hours after noon: sweep, and give the subjects that went."""
        self.mover.move_to(NOON + timedelta(hours=hours), tick=False)
        mail.outbox.clear()
        sweep()
        return [letter.subject for letter in mail.outbox]

    def turn(self, due=100, kind="test-turn", game=7, after=0):
        self.count += 1
        self.open[self.count] = NOON + timedelta(hours=due)
        about = {"n": self.count, "game": game}
        notify(kind, self.person, f"{kind}:{self.count}", about, not_before=timezone.now() + timedelta(minutes=after))
        return self.count

    def write(self, notice):
        number = notice.facts["n"]
        also = "".join(f", also {said.subject}" for said in notice.also)
        return Letter(f"turn {number}{also}", "Ahoy\n") if number in self.open else None


@pytest.fixture
def watch(anne, hail, time_machine):
    watch = Watch(time_machine, anne)

    def due(notice):
        return watch.open.get(notice.facts["n"])

    writes("test-turn", "turns", role="turn", deadline=due)(watch.write)
    writes("test-reminder", "reminders", role="reminder", deadline=due)(watch.write)
    writes("test-news", "results")(watch.write)
    writes("test-now", "receipts", role="now")(watch.write)
    return watch


def wants(anne, **wishes):
    Preference.objects.update_or_create(user=anne, topic=wishes.pop("topic", ""), defaults=wishes)


def test_by_default_each_turn_has_its_letter(watch):
    watch.turn()
    assert watch.at(0) == ["turn 1"]
    watch.turn()
    assert watch.at(1) == ["turn 2"]


def test_turns_that_come_together_are_told_in_one_letter(watch):
    for _ in range(4):
        watch.turn()
    assert watch.at(0.1) == ["turn 1"]
    assert set(Delivery.objects.values_list("state", flat=True)) == {State.SENT}
    assert Delivery.objects.filter(last_code="with-another").count() == 3


def test_a_turn_that_is_answered_meanwhile_is_not_told_along(watch):
    watch.turn()
    del watch.open[watch.turn()]
    watch.at(0.1)
    assert list(Delivery.objects.order_by("pk").values_list("state", flat=True)) == [State.SENT, State.CANCELLED]


def test_an_old_turn_without_an_answer_never_stands_in_the_way_of_a_new_one(watch):
    watch.turn()
    watch.at(0)
    watch.turn(game=8)
    assert watch.at(30) == ["turn 2"]


def test_batched_is_at_most_one_letter_in_so_many_hours(watch, anne):
    wants(anne, mode="batched", every=3)
    watch.turn()
    assert watch.at(0.1) == ["turn 1"]
    watch.turn()
    watch.turn()
    assert watch.at(1) == watch.at(3) == []
    assert watch.at(3.2) == ["turn 2"]
    assert watch.at(6.5) == []


def test_batched_does_not_wait_when_time_is_short(watch, anne):
    wants(anne, mode="batched", every=6)
    watch.turn()
    watch.at(0)
    watch.turn(due=5)
    assert watch.at(0.5) == ["turn 2"]
    watch.turn(due=8)
    assert watch.at(1) == []
    assert watch.at(2.1) == ["turn 3"]


def test_a_digest_comes_once_a_day_at_the_hour_of_the_reader(watch, anne):
    anne.time_zone = "Asia/Kolkata"
    anne.save()
    wants(anne, mode="digest", digest_hour=8)
    watch.turn()
    watch.turn()
    assert watch.at(0) == watch.at(14) == []
    assert watch.at(14.6) == ["turn 1"]


def test_a_digest_does_not_wait_for_the_last_day_before_the_deadline(watch, anne):
    wants(anne, mode="digest", digest_hour=8)
    watch.turn(due=23)
    assert watch.at(0) == ["turn 1"]


def test_reminders_only_means_no_letters_about_turns(watch, anne):
    wants(anne, mode="reminders")
    watch.turn()
    watch.turn(kind="test-reminder")
    assert watch.at(0) == ["turn 2"]
    assert Delivery.objects.get(notice__kind="test-turn").last_code == "reminders-only"


def test_one_game_can_have_wishes_of_its_own(watch, anne):
    wants(anne, mode="reminders")
    wants(anne, mode="each", topic="game:8")
    watch.turn(game=7)
    watch.turn(game=8)
    assert watch.at(0) == ["turn 2"]


def test_quiet_hours_put_letters_off_and_no_letter_is_lost(watch, anne):
    wants(anne, quiet_from=11, quiet_to=15)
    watch.turn()
    watch.turn(kind="test-news")
    watch.turn(kind="test-now")
    assert watch.at(0) == ["turn 3"]
    assert watch.at(2.9) == []
    assert sorted(watch.at(3)) == ["turn 1", "turn 2"]


def test_a_reminder_does_not_wait_for_the_morning_when_it_would_come_too_late(watch, anne):
    wants(anne, quiet_from=11, quiet_to=15)
    watch.turn(kind="test-reminder", due=8)
    watch.turn(kind="test-reminder", due=30)
    assert watch.at(0) == ["turn 1"]
    assert watch.at(3) == ["turn 2"]


def test_who_looks_at_the_table_gets_the_letter_later_but_gets_it_though_they_look_on(watch, anne):
    presence.mark_looking(anne, "game:7")
    watch.turn()
    assert watch.at(0) == watch.at(0.1) == []
    watch.mover.move_to(NOON + timedelta(hours=0.2), tick=False)
    presence.mark_looking(anne, "game:7")
    assert watch.at(0.2) == ["turn 1"]


def test_a_tab_left_open_costs_no_more_than_ten_minutes_though_the_letter_was_due_after_two(watch, anne):
    watch.turn(after=2)
    presence.mark_looking(anne, "game:7")
    watch.mover.move_to(NOON + timedelta(minutes=2), tick=False)
    presence.mark_looking(anne, "game:7")
    assert watch.at(2 / 60) == []
    assert watch.at(9.75 / 60) == ["turn 1"]


def test_after_sixty_letters_a_day_they_come_in_batches(watch, anne):
    for number in range(60):
        watch.turn(game=number)
        watch.at(0.01 * number)
    watch.turn(due=90)
    assert watch.at(1) == []
    assert watch.at(4) == ["turn 61"]


def test_all_wishes_end_with_a_letter_within_ten_minutes_of_the_hour(watch, anne):
    """The invariant: each turn is in some letter, or was answered."""
    wants(anne, mode="batched", every=3, quiet_from=22, quiet_to=7)
    sent = []
    for minutes in range(0, 60 * 48, 10):
        if minutes % 130 == 0:
            watch.turn(due=200, game=minutes)
        sent += watch.at(minutes / 60)
    watch.at(68)
    assert set(Delivery.objects.values_list("state", flat=True)) == {State.SENT}
    assert len(sent) <= 16


@pytest.mark.parametrize(
    ("after", "hour", "zone", "expected"),
    [
        ("2026-03-28T12:00+00:00", 2, "Europe/Berlin", "2026-03-29T01:00+00:00"),
        ("2026-10-24T12:00+00:00", 2, "Europe/Berlin", "2026-10-25T00:00+00:00"),
        ("2026-01-06T12:00+00:00", 13, "Europe/Berlin", "2026-01-07T12:00+00:00"),
        ("2026-01-06T12:00+00:00", 8, "Pacific/Kiritimati", "2026-01-06T18:00+00:00"),
    ],
)
def test_an_hour_of_the_day_is_found_on_the_days_the_clocks_change(after, hour, zone, expected):
    assert next_hour(datetime.fromisoformat(after), hour, ZoneInfo(zone)) == datetime.fromisoformat(expected)


def test_a_daily_letter_whose_hour_is_quiet_goes_each_morning_when_quiet_hours_end(watch, anne):
    wants(anne, mode="digest", digest_hour=23, quiet_from=22, quiet_to=8)
    for morning in (20, 44, 68):
        watch.turn(due=1000)
        assert watch.at(morning - 9) == []
        assert watch.at(morning + 0.1) == [f"turn {watch.count}"]
        watch.open.clear()


def test_quiet_hours_may_go_over_midnight():
    wishes = Preference(quiet_from=22, quiet_to=7)
    night, day = NOON.replace(hour=23), NOON
    assert quiet_until(wishes, ZoneInfo("UTC"), night) == (NOON + timedelta(days=1)).replace(hour=7)
    assert quiet_until(wishes, ZoneInfo("UTC"), day) is None
    assert quiet_until(Preference(quiet_from=5, quiet_to=5), ZoneInfo("UTC"), night) is None


# -- the letter of the day ------------------------------------------------------------------------
def dates(zones: list[str]) -> list[str]:
    """The date of each letter of the day where its reader was when it came."""
    went = Delivery.objects.filter(state=State.SENT).exclude(last_code="with-another").order_by("ended_at")
    return [f"{row.ended_at.astimezone(ZoneInfo(zone)):%d %H}" for row, zone in zip(went, zones, strict=True)]


def moves_to(anne, zone):
    anne.time_zone = zone
    anne.save()


def test_there_is_one_digest_a_local_date_when_the_zone_was_changed_today(watch, anne):
    """Eight in the morning in Kolkata, and some hours later again in London: that is the same date."""
    moves_to(anne, "Asia/Kolkata")
    wants(anne, mode="digest", digest_hour=8)
    watch.turn()
    assert watch.at(14.6) == ["turn 1"]
    moves_to(anne, "Europe/London")
    watch.turn(due=200)
    assert watch.at(20.1) == watch.at(35) == []
    assert watch.at(44.1) == ["turn 2"]
    assert dates(["Asia/Kolkata", "Europe/London"]) == ["07 08", "08 08"]


@pytest.mark.parametrize(
    ("first", "at", "then", "silent", "next_one", "days"),
    [
        ("Pacific/Auckland", 7.1, "Pacific/Honolulu", 30.1, 54.1, ["07 08", "08 08"]),
        ("Pacific/Honolulu", 6.1, "Pacific/Auckland", 7.1, 31.1, ["06 08", "08 08"]),
    ],
)
def test_a_date_that_is_lived_twice_or_begins_early_over_the_date_line_has_one_digest(watch, anne, first, at, then, silent, next_one, days):
    """Eastwards it is the same date once more. Westwards the letter of eight o’clock came at seven of the next date."""
    moves_to(anne, first)
    wants(anne, mode="digest", digest_hour=8)
    watch.turn()
    assert watch.at(at) == ["turn 1"]
    moves_to(anne, then)
    watch.turn(due=300)
    assert watch.at(silent) == []
    assert watch.at(next_one) == ["turn 2"]
    assert dates([first, then]) == days


def test_another_hour_for_the_digest_does_not_bring_a_second_one_today(watch, anne):
    wants(anne, mode="digest", digest_hour=13)
    watch.turn()
    assert watch.at(1) == ["turn 1"]
    wants(anne, mode="digest", digest_hour=20)
    watch.turn()
    assert watch.at(8.1) == []
    assert watch.at(32.1) == ["turn 2"]


@pytest.mark.parametrize(("start", "hours"), [("2026-03-27T12:00+00:00", 72), ("2026-10-23T12:00+00:00", 75)])
def test_there_is_one_digest_a_local_date_at_half_past_two_when_the_clocks_change(watch, anne, start, hours):
    """Where two o’clock is left out, and where it comes twice."""
    moves_to(anne, "Europe/Berlin")
    wants(anne, mode="digest", digest_hour=2)
    begin = (datetime.fromisoformat(start) - NOON) / timedelta(hours=1)
    sent = watch.at(begin)
    for half_hours in range(2 * hours):
        if half_hours % 3 == 0:
            watch.turn(due=begin + 500)
        sent += watch.at(begin + half_hours / 2)
    went = Delivery.objects.filter(state=State.SENT).exclude(last_code="with-another")
    days = [row.ended_at.astimezone(ZoneInfo("Europe/Berlin")).date() for row in went]
    assert len(days) == len(set(days)) == len(sent) == 3


def test_a_digest_that_is_put_off_never_leaves_less_than_a_day_to_answer(watch, anne):
    wants(anne, mode="digest", digest_hour=11)
    watch.turn(due=40)
    assert watch.at(15.9) == []
    assert watch.at(16.1) == ["turn 1"]


def test_the_digest_tells_all_other_news_in_a_line_each(watch, anne):
    wants(anne, mode="digest", digest_hour=13)
    watch.turn()
    watch.turn(kind="test-news")
    watch.turn(kind="test-news")
    assert watch.at(0) == []
    assert watch.at(1) == ["turn 1, also turn 2, also turn 3"]
    assert watch.at(2) == watch.at(25) == []
    assert set(Delivery.objects.values_list("state", flat=True)) == {State.SENT}


def test_news_that_nobody_wants_any_more_or_that_is_stopped_is_no_line_of_the_digest(watch, anne):
    wants(anne, mode="digest", digest_hour=13)
    watch.turn()
    del watch.open[watch.turn(kind="test-news")]
    Stop.objects.create(user=anne, category="results", by="settings")
    watch.turn(kind="test-news")
    assert watch.at(1) == ["turn 1"]


def test_news_with_a_deadline_does_not_wait_for_a_digest_after_it(watch, anne):
    wants(anne, mode="digest", digest_hour=11)
    writes("test-vote", "results", deadline=lambda notice: watch.open[notice.facts["n"]])(watch.write)
    watch.turn(kind="test-vote", due=20)
    assert watch.at(0) == ["turn 1"]
