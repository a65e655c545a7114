"""What letters tell about time: leave of the others, answers in advance that did not fit, and reminders that keep quiet hours."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from games import tasks
from games.clocks.paces import Steady
from games.clocks.terms import Terms
from games.deadlines import absences, recalculation
from games.models import Hand, Heartbeat, Pause
from games.play import standing_orders
from notifications.models import Notice, Preference
from notifications.sending import write_letter
from notifications.telling import Telling
from tests.games.conftest import At, two_people
from tests.games.test_clock_faults import late
from tests.letters import of_kind, tidy
from tests.reading import opening, paragraphs, part, parts, text

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
HOUR = timedelta(hours=1)


def both_forms(letter) -> tuple[str, str]:
    return tidy(letter), " ".join(letter.alternatives[0].content.split())


def letter_to(post, person, **minutes):
    """The letter that goes to this person now."""
    [letter] = [letter for letter in post.letters(**minutes) if letter.to == [person.email]]
    return letter


def test_the_next_letter_and_the_page_tell_when_somebody_else_is_on_leave(post, at, anne, mary, client, sign_in, golden):
    mary.date_joined -= timedelta(days=300)
    mary.save()
    begin, end = timezone.now() + 5 * HOUR, timezone.now() + 60 * HOUR
    absences.declare_absence(mary, begin, end)
    told = f"{begin:%a %-d %b, %H:%M} (UTC) until {end:%a %-d %b, %H:%M} (UTC)"
    letter = letter_to(post, anne)
    assert golden("letters/turn", [opening(letter), *parts(letter, "h2")])
    assert all(f"Mary, from {told}" in form for form in both_forms(letter))
    assert golden("pages/table", part(sign_in(client, anne).get(f"/games/{at.pk}/"), "p.state"))
    at.turn(0)
    assert "Mary, from" not in tidy(letter_to(post, mary)), "they know"


def test_the_letter_of_the_turn_tells_which_answers_in_advance_did_not_fit(post, at, mary, golden):
    post.letters()
    standing_orders.save_queue(at.pk, 1, [("steer", "nowhere", False), ("dig", "yes", False)])
    at.turn(0)
    letter = letter_to(post, mary)
    assert golden("letters/turn", paragraphs(letter))
    assert golden("letters/turn", part(letter, "body"))
    at.turn(1)
    at.turn(0)
    assert golden("letters/turn", paragraphs(letter_to(post, mary)))


def test_what_was_told_with_a_turn_that_ran_out_is_not_told_with_the_next(later, at):
    standing_orders.save_queue(at.pk, 1, [("steer", "nowhere", False)])
    at.turn(0)
    assert Hand.objects.get(player__game=at.game, player__seat=1).dropped != []
    late(later, at)
    assert Hand.objects.get(player__game=at.game, player__seat=1).dropped == []


@pytest.mark.parametrize(
    ("asked", "gone"),
    [
        ("2026-11-02T10:00Z", ["2026-11-03T21:50Z", "2026-11-04T07:00Z"]),  # not at ten in the evening, when her quiet hours begin
        ("2026-11-02T19:00Z", ["2026-11-04T07:00Z", "2026-11-04T16:00Z"]),  # when they end
        ("2026-11-01T23:30Z", ["2026-11-03T11:30Z", "2026-11-03T20:30Z"]),
        ("2026-11-02T02:30Z", ["2026-11-03T14:30Z", "2026-11-03T21:50Z"]),  # her time is up within them
        ("2026-11-02T08:30Z", ["2026-11-03T20:30Z", "2026-11-03T21:50Z"]),  # and shortly after them
        ("2026-11-02T07:30Z", ["2026-11-03T19:30Z", "2026-11-03T21:50Z"]),
    ],
)
def test_reminders_go_before_quiet_hours_and_never_in_them(post, anne, mary, asked, gone):
    """A turn of two days is reminded of 12 and 3 hours before its end; Anne wants no letters from ten to seven."""
    Preference.objects.create(user=anne, topic="", quiet_from=22, quiet_to=7)
    post.now = datetime.fromisoformat(asked)
    post.letters(0)
    at = At(two_people(anne, mary))
    post.letters()
    post.letters(8 * 60)  # the letter of the turn, at the latest when her quiet hours end
    found = []
    while at.wait().next_step in ("remind1", "remind2"):
        Heartbeat.objects.update_or_create(pk=1, defaults={"at": at.wait().next_at})
        post.now = at.wait().next_at
        post.clock.move_to(post.now, tick=False)
        tasks.sweep()
        if of_kind("reminder", post.letters()):
            found.append(post.now - timedelta(minutes=3))
    assert found == [datetime.fromisoformat(moment) for moment in gone]


def test_who_is_asked_in_quiet_hours_is_still_reminded(post, anne, mary):
    """A turn of twelve hours that was asked at eleven in the evening would be reminded of at eight: by then her quiet hours hold."""
    Preference.objects.create(user=anne, topic="", quiet_from=22, quiet_to=9)
    post.now = datetime.fromisoformat("2026-11-02T23:00Z")
    post.letters(0)
    at = At(two_people(anne, mary, clock=Terms(Steady(12 * 3600))))
    assert (at.wait().next_step, at.wait().next_at) == ("remind1", datetime.fromisoformat("2026-11-03T08:00Z"))


def test_letters_and_the_pages_of_a_table_that_sleeps_say_when_it_is_closed(later, at, anne, client, sign_in, golden):
    late(later, at)
    late(later, at)
    closes = f"{at.wait().next_at:%a %-d %b, %H:%M}"
    for kind in ("played", "turn"):
        letter = write_letter(Telling.of(Notice.objects.filter(kind=kind).order_by("-pk")[0]))
        assert golden(f"letters/{kind}", opening(letter))
        assert [f"{closes} (UTC)" in words for words in (text(letter), part(letter, "body"))] == [True, True]
    table, clock = (sign_in(client, anne).get(address) for address in (f"/games/{at.pk}/", f"/games/{at.pk}/clock/"))
    assert golden("pages/table", part(table, "p.state"))
    assert golden("pages/clock", part(clock, "main"))
    assert [closes in part(page, "main") for page in (table, clock)] == [True, True]


def test_a_deadline_that_moves_to_where_it_has_been_before_is_told_once_more(later, at, anne):
    now, told = timezone.now(), Notice.objects.filter(kind="clock-moved", user=anne)
    for count in (1, 3):
        row = recalculation.pause(at.game, Pause.Reason.ORGANISER, now, now + timedelta(days=2))
        assert told.count() == count
        row.delete()
        recalculation.recompute(at.pk, "organiser")
        assert told.count() == count + 1
