"""Leave, quiet hours and when letters come are had by letter, and “stop” is taken back by letter."""

from datetime import date, timedelta

import pytest
from django.core import mail

from games.deadlines import absences
from games.editions.errors import NotAllowed
from games.mail.grammar.day_words import days_of, hours_of
from notifications.models import Preference, Stop
from tests.letters import feedback, receipt, tidy

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
TODAY = date(2026, 11, 18)
"""A Wednesday, the day on which these tests begin."""


@pytest.mark.parametrize("words", [
    "3 dec to 10 dec", "from 3 december until 10 december", "dec 3 to dec 10", "3rd dec to 10th dec", "3 to 10 dec", "3.12. to 10.12.",
    "3.12.2026 - 10.12.2026", "2026-12-03 to 2026-12-10", "2026-12-03 – 2026-12-10", "thu 3 dec to thu 10 dec",
    "thursday, 3 dec to 10 dec 2026",
])  # fmt: skip
def test_days_are_read_in_the_usual_forms(words):
    assert days_of(words, TODAY) == (date(2026, 12, 3), date(2026, 12, 10))


def test_days_without_a_month_or_a_year_are_the_next_ones():
    assert days_of("tomorrow to friday", TODAY) == (date(2026, 11, 19), date(2026, 11, 20))
    assert days_of("monday till wednesday", TODAY) == (date(2026, 11, 23), date(2026, 11, 25))
    assert days_of("30 dec to 3 jan", TODAY) == (date(2026, 12, 30), date(2027, 1, 3))
    assert days_of("until 25 nov", TODAY) == (TODAY, date(2026, 11, 25))
    assert days_of("13/12 to 12/13", TODAY) == (date(2026, 12, 13), date(2026, 12, 13))


@pytest.mark.parametrize(
    "words",
    [
        "soon",
        "3 to 10",
        "31 feb to 3 mar",
        "3/12 to 4/12",
        "10 dec 2026 to 3 dec 2026",
        "we go",
        "3 dec to 4 dec to 5 dec",
        "0 dec to 1 dec",
    ],
)
def test_words_that_are_no_days_are_refused_with_an_example(words):
    with pytest.raises(NotAllowed, match="away 3 Dec to 10 Dec"):
        days_of(words, TODAY)


@pytest.mark.parametrize(
    ("words", "last"), [("10 dec to 3 dec", "3 Dec 2026"), ("10 dec 2026 to 3 dec", "3 Dec 2026"), ("20 nov to 18 nov", "18 Nov 2026")]
)
def test_a_last_day_before_the_first_is_not_called_too_far_ahead(words, last):
    with pytest.raises(NotAllowed, match=f"{last}, lies before the first"):
        days_of(words, TODAY)


def test_hours_are_read_as_full_hours():
    assert [hours_of(words) for words in ("22:00 to 7:00", "22 to 7", "from 22-7", "22:30 to 7", "25 to 7", "7 to 7")] == [
        (22, 7), (22, 7), (22, 7), None, None, None,
    ]  # fmt: skip


@pytest.fixture
def berlin(anne):
    """Anne lives in Berlin, has been here for long, and plays."""
    anne.time_zone = "Europe/Berlin"
    anne.date_joined -= timedelta(days=400)
    anne.save()
    return anne


def test_leave_is_taken_and_ended_by_an_answer_to_a_turn_letter(at, berlin, post, golden):
    letter = post.letters()[-1]
    kept = post.answer(letter, "away 3 Dec to 10 Dec")
    [leave] = absences.absences_of(berlin)
    assert (kept.state, at.game.number) == ("applied", 0)
    assert (f"{leave.begin:%d %H:%M}", f"{leave.end:%d %H:%M}") == ("02 23:00", "10 23:00")
    assert "Thu 3 Dec, 00:00 to the end of Thu 10 Dec (Berlin)" in tidy(receipt())
    assert post.answer(letter, "back").state == "applied"
    assert not absences.absences_of(berlin).exists()


def test_leave_by_letter_brings_its_receipt_and_no_letter_about_each_clock_that_it_moved(at, berlin, post):
    letter, due = post.letters()[-1], at.game.waits.get(closed_at=None).due_at
    post.answer(letter, "away tomorrow")
    assert at.game.waits.get(closed_at=None).due_at > due
    assert [feedback(letter)[0] for letter in [*mail.outbox, *post.letters()]] == ["receipt"]


def test_leave_is_taken_by_a_letter_to_the_address_that_all_know(at, berlin, post):
    assert post.write(berlin.email, "away 2026-12-03 to 2026-12-10").state == "applied"
    assert "[join 12]" not in receipt().body
    assert absences.absences_of(berlin).count() == 1
    assert post.write(berlin.email, "away off").state == "applied"
    assert not absences.absences_of(berlin).exists()


@pytest.mark.parametrize("words", ["away soon", "away 3 Dec to 30 Dec", "away 3 May to 9 May", "back"])
def test_leave_that_cannot_be_is_refused_with_the_reason(at, berlin, post, words):
    kept = post.write(berlin.email, words)
    assert kept.state == "refused"
    assert kept.facts["said"] in tidy(receipt())
    assert not absences.absences_of(berlin).exists()


def test_an_order_below_such_words_is_told_not_to_have_been_played(at, berlin, post):
    kept = post.answer(post.letters()[-1], "quiet 22:00 to 7:00\nnorth")
    assert (kept.state, at.game.number) == ("applied", 0)
    assert kept.facts["rest"] == "north"
    assert "north" in tidy(receipt())


def test_quiet_hours_and_when_letters_come_are_chosen_by_letter(at, berlin, post):
    post.write(berlin.email, "quiet 22:00 to 7:00")
    post.write(berlin.email, "letters every 3 hours")
    wishes = Preference.objects.get(user=berlin, topic="")
    assert (wishes.quiet_from, wishes.quiet_to, wishes.mode, wishes.every) == (22, 7, "batched", 3)
    post.write(berlin.email, "quiet off")
    post.write(berlin.email, "letters daily at 9")
    wishes.refresh_from_db()
    assert (wishes.quiet_from, wishes.quiet_to, wishes.mode, wishes.digest_hour) == (None, None, "digest", 9)
    post.write(berlin.email, "letters reminders")
    wishes.refresh_from_db()
    assert wishes.mode == "reminders"


@pytest.mark.parametrize(
    ("words", "zone"),
    [
        ("zone Berlin", "Europe/Berlin"),
        ("Zone europe/kiev, please", "Europe/Kyiv"),
        ("zone buenos aires", "America/Argentina/Buenos_Aires"),
        ("zone Calcutta", "Asia/Kolkata"),
        ("zone UTC", "UTC"),
    ],
)
def test_a_member_without_a_password_chooses_the_time_zone_by_letter(at, anne, post, words, zone):
    assert post.answer(post.letters()[-1], words).reason == "zone"
    anne.refresh_from_db()
    assert anne.time_zone == zone
    post.write(anne.email, "away tomorrow")
    assert f"({zone.split('/')[-1].replace('_', ' ')})" in tidy(receipt())


@pytest.mark.parametrize("words", ["zone Atlantis", "zone Eastern", "zone"])
def test_a_zone_that_is_unknown_or_of_several_places_is_refused(at, berlin, post, words):
    assert post.write(berlin.email, words).reason == "unread-words"
    berlin.refresh_from_db()
    assert berlin.time_zone == "Europe/Berlin"


def test_stop_by_letter_is_taken_back_by_letter(at, anne, post):
    letter = post.letters()[-1]
    post.answer(letter, "stop")
    assert Stop.objects.filter(user=anne, category="turns").exists()
    assert "“start”" in tidy(receipt())
    assert post.answer(letter, "start").state == "applied"
    assert not Stop.objects.filter(user=anne).exists()
    post.write(anne.email, "stop")
    assert post.write(anne.email, "start").state == "applied"
    assert not Stop.objects.filter(user=anne).exists()


def test_start_from_an_address_that_is_not_proved_starts_nothing(at, anne, post):
    post.write(anne.email, "stop")
    post.write(anne.email, "start", auth="none")
    assert Stop.objects.filter(user=anne).exists()


@pytest.mark.parametrize("word", ["away", "quiet", "Letters?"])
def test_a_word_that_our_letters_list_is_understood_alone_and_asks_for_the_rest(at, berlin, post, word):
    kept = post.answer(post.letters()[-1], word)
    assert (kept.state, kept.reason) == ("refused", "unread-words")
    assert f"“{word.lower().rstrip('?')}" in tidy(receipt())
    assert post.write(berlin.email, word).reason == "unread-words"
    assert not absences.absences_of(berlin).exists()
