"""When letters come in an odd order, at odd times or from machines at war: what counts is when they reached us."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from games import tasks
from games.models import Heartbeat
from notifications import addresses
from notifications.inbound.store import store
from notifications.models import LetterIn, Notice, ReplyAddress
from tests.letters import codes, receipts, sweep
from tests.reading import opening

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]
State = LetterIn.State


def raw(letter, number: int, text: str, date: str = "") -> bytes:
    dated = f"Date: {date}\n" if date else ""
    head = f"From: {letter.to[0]}\nTo: {letter.extra_headers['Reply-To']}\nMessage-ID: <{number}@example.org>\n{dated}"
    return f"{head}Subject: Re: x\n\n{text}\n".encode()


def test_of_two_letters_the_one_that_reached_us_first_counts_whatever_their_dates_say(post, at):
    [letter] = post.letters()
    to, sender, said = letter.extra_headers["Reply-To"], letter.to[0], codes(letter)
    second = store(raw(letter, 2, said["stay"], "Mon, 02 Nov 2026 10:00:00 +0000"), to, sender, post.now + timedelta(seconds=9), "pass")
    first = store(raw(letter, 1, said["north"], "Mon, 09 Nov 2026 10:00:00 +0000"), to, sender, post.now, "pass")
    sweep()
    first.refresh_from_db()
    second.refresh_from_db()
    assert at.game.moves.get(number=1).answer == "north"
    assert (first.state, second.state) == (State.APPLIED, State.REFUSED)


@pytest.mark.parametrize("date", ["Thu, 01 Jan 1970 00:00:00 +0000", "Tue, 01 Dec 2099 12:00:00 +0000", "yesterday, or so", ""])
def test_the_date_in_a_letter_is_no_source_of_time(post, at, date):
    [letter] = post.letters()
    kept = store(raw(letter, 1, codes(letter)["north"], date), letter.extra_headers["Reply-To"], letter.to[0], post.now, "pass")
    sweep()
    kept.refresh_from_db()
    assert (kept.state, kept.ended_at) == (State.APPLIED, timezone.now())
    assert at.game.moves.get(number=1).made_at == timezone.now()


def test_two_machines_that_answer_each_other_get_ten_receipts_a_day_at_most_and_one_that_says_so_and_only_at_the_known_address(
    post, at, anne
):
    [letter] = post.letters()
    told = []
    for number in range(40):
        post.now += timedelta(minutes=61)
        post.clock.move_to(post.now, tick=False)
        post.answer(letter, f"I am away, number {number}")
        told += [(post.now, sent) for sent in receipts()]
    assert {tuple(sent.to) for _, sent in told} == {(anne.email,)}
    for when, _ in told:
        assert sum(timedelta() <= other - when < timedelta(days=1) for other, _ in told) <= 10 + 1


@pytest.mark.parametrize(
    ("count", "hours", "state"), [(29, 0.9, "applied"), (30, 0.9, "ignored"), (199, 23, "applied"), (200, 23, "ignored")]
)
def test_a_person_may_send_thirty_letters_an_hour_and_two_hundred_a_day(post, at, anne, count, hours, state):
    [letter] = post.letters()
    LetterIn.objects.bulk_create(
        LetterIn(sha256=str(n), envelope_to="x", received_at=post.now - timedelta(hours=hours), raw=b"", user=anne, state="applied")
        for n in range(count)
    )
    assert post.answer(letter, codes(letter)["north"]).state == state


def test_an_address_takes_twenty_answers(post, at):
    [letter] = post.letters()
    ident = addresses.verify(letter.extra_headers["Reply-To"])[1]
    for number in range(20):
        assert post.answer(letter, "help").state == State.APPLIED, number
    assert ReplyAddress.objects.get(ident=ident).uses_left == 0
    assert post.answer(letter, codes(letter)["north"]).reason == "used-up"
    assert at.game.number == 0


def test_letters_that_are_held_are_told_of_once_an_hour_by_a_letter_that_takes_commands(post, at, anne):
    [letter] = post.letters()
    told = []
    for number in range(8):  # 19, 38, … 152 minutes later: the first and the fifth are told
        post.now += timedelta(minutes=19)
        post.clock.move_to(post.now, tick=False)
        assert post.answer(letter, f"I am away, number {number}", sender="robot@elsewhere.example").state == State.HELD
        told += mail.outbox
    assert [sent.to for sent in told] == [[anne.email]] * 2
    assert all(sent.extra_headers["Reply-To"] for sent in told)


def test_a_letter_that_came_in_time_counts_when_nobody_was_at_work_for_hours(post, at):
    [letter] = post.letters()
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": post.now})
    due = at.wait().due_at
    post.now = due - timedelta(minutes=5)
    kept = store(raw(letter, 1, codes(letter)["north"]), letter.extra_headers["Reply-To"], letter.to[0], post.now, "pass")
    post.now = due + timedelta(hours=20)
    post.clock.move_to(post.now, tick=False)
    tasks.sweep()
    sweep()
    kept.refresh_from_db()
    assert (kept.state, at.game.moves.get(number=1).by) == (State.APPLIED, "mail")


def test_players_who_are_both_online_get_one_letter_for_a_dozen_quick_turns(post, at, anne, golden):
    for turn in range(12):
        post.now += timedelta(seconds=20)
        post.clock.move_to(post.now, tick=False)
        sweep()
        at.turn(turn % 2)
    [letter] = post.letters(minutes=4)
    assert letter.to == [anne.email]
    assert golden("letters/turn", opening(letter))
    assert Notice.objects.filter(kind="turn").count() == 13
