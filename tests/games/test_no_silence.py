"""Everyone who writes to us hears of it: letters without a question, letters beyond a limit, letters that cannot be read."""

from datetime import timedelta

import pytest
from django.core import mail

import notifications
from games.models import Player
from notifications.inbound import limits, processing
from notifications.models import LetterIn, Notice
from tests.letters import codes, of_kind, receipt, relay_is_away
from tests.reading import opening

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]
WORDS = "letters/letters-limited"


@pytest.fixture
def letter(post, at):
    """Anne's letter about her turn."""
    return post.letters()[0]


def reasons() -> list[str]:
    """Why people were told of letters, in order."""
    return [notice.facts["why"] for notice in Notice.objects.filter(kind=limits.KIND).order_by("pk")]


def test_the_receipt_of_a_turn_takes_an_answer_when_another_is_on_turn(post, letter, at):
    post.answer(letter, f"{codes(letter)['stay']}\nno")
    assert at.wait().seat == 1
    answered = post.answer(receipt(), "board")
    assert (answered.state, answered.reason) == ("applied", "board")


@pytest.mark.parametrize(("text", "reason"), [("board", "board"), ("stay", "played")])
def test_a_letter_that_says_what_was_played_for_me_can_be_answered(post, at, anne, text, reason):
    notifications.notify("played", anne, "played", {"game": at.pk})
    [told] = [found for found in post.letters(0) if found.to == [anne.email]]
    assert post.answer(told, text).reason == reason


def test_an_answer_without_an_order_to_a_letter_that_asks_nothing_gets_help(post, letter, at, golden):
    post.answer(letter, f"{codes(letter)['stay']}\nno")
    post.answer(receipt(), "Thank you, that was quick!")
    assert golden("letters/receipt", opening(receipt()))


def test_the_second_unread_letter_of_an_hour_is_answered_with_when_the_next_answer_comes(post, letter, golden):
    for text in ("Hello there.", "Is anybody there?"):
        post.answer(letter, text)
    assert golden(WORDS, opening(mail.outbox[-1]))
    post.answer(letter, "Anyone?")
    assert mail.outbox == []


def test_after_an_hour_unread_letters_are_answered_as_was_said(post, letter):
    for text in ("Hello there.", "Is anybody there?"):
        post.answer(letter, text)
    post.letters(minutes=61)
    post.answer(letter, "Anyone?")
    assert len(mail.outbox) == 1
    assert reasons() == ["unread"]


def test_the_eleventh_refusal_of_a_day_is_answered_with_when_the_next_is_told(post, letter, golden):
    for _ in range(11):
        post.answer(letter, "77 KX")
    assert golden(WORDS, opening(mail.outbox[-1]))


def test_the_thirty_first_letter_of_an_hour_is_answered_with_when_letters_are_read_again(post, letter, golden):
    for _ in range(31):
        post.answer(letter, "board")
        letter.extra_headers["Reply-To"] = receipt().extra_headers["Reply-To"]
    assert golden(WORDS, opening(mail.outbox[-1]))
    post.answer(letter, "board")
    assert mail.outbox == []


def test_letters_that_were_not_read_do_not_put_off_when_letters_are_read_again(post, letter, anne):
    LetterIn.objects.bulk_create(
        LetterIn(sha256=str(n), envelope_to="x", received_at=post.now, raw=b"", user=anne, state="ignored") for n in range(30)
    )
    for _ in range(4):
        post.letters(minutes=14)
        assert post.answer(letter, "board").reason == "too-many"
    post.letters(minutes=5)
    assert post.answer(letter, "board").reason == "board"


def test_a_letter_without_proof_beyond_those_that_are_kept_is_told_of_once_a_day(post, anne):
    for _ in range(7):
        post.write(anne.email, "new toy", auth="none")
    assert reasons() == ["held"]
    told = Notice.objects.get(kind=limits.KIND)
    assert told.user == anne


def test_a_letter_that_fails_through_our_fault_is_told_to_its_writer(post, letter, monkeypatch):
    def broken(*_):
        raise RuntimeError("a bug")

    monkeypatch.setattr(processing, "decide", broken)
    post.answer(letter, codes(letter)["stay"])
    for _ in range(4):
        post.letters()
    monkeypatch.undo()
    assert LetterIn.objects.get().state == "failed"
    assert reasons() == ["failed"]


def test_a_letter_that_cannot_be_parsed_is_told_to_its_writer_once_an_hour(post, letter):
    for number in range(2):
        post.answer(letter, codes(letter)["stay"], **{f"X-{n}": str(number) for n in range(250)})
    assert reasons() == ["unreadable"]
    assert LetterIn.objects.filter(state="refused").count() == 2


def test_a_letter_that_is_encrypted_is_told_to_its_writer(post, letter, golden):
    post.answer(letter, "-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n")
    assert reasons() == ["encrypted"]
    assert golden(WORDS, opening(mail.outbox[-1]))


def test_a_letter_from_two_addresses_is_told_to_the_owner_of_the_letter_it_answers(post, letter, at, golden):
    assert post.answer(letter, "stay", sender="anne@example.org, mary@example.org").reason == "odd-from"
    assert golden(WORDS, opening(mail.outbox[-1]))
    assert at.game.number == 0


def test_an_order_for_a_seat_that_is_not_mine_any_more_is_told_so(post, letter, at, jack, golden):
    Player.objects.filter(game=at.pk, seat=0).update(user=jack)
    assert post.answer(letter, codes(letter)["stay"]).reason == "not-seated"
    assert golden(WORDS, opening(mail.outbox[-1]))


@pytest.mark.parametrize("text", ["go to the moon", "north"])
def test_nobody_is_left_without_a_word_because_the_relay_was_down_for_a_day(post, letter, anne, text, monkeypatch):
    post.letters()
    relay_is_away(monkeypatch, timedelta(hours=24))
    kept = post.answer(letter, text)
    assert [sent for sent in post.letters(minutes=23 * 60) if sent.to == [anne.email]] == []
    answers = [sent for sent in post.letters(minutes=61) if sent.to == [anne.email]]
    assert kept.message_id in [sent.extra_headers.get("In-Reply-To") for sent in answers]


def test_no_report_that_comes_back_is_answered(post, letter):
    post.answer(letter, "77 KX", sent_by="", **{f"X-{n}": "1" for n in range(250)})
    assert (reasons(), mail.outbox) == ([], [])


def test_further_letters_without_proof_within_the_hour_wait_on_the_page_that_is_told_of(post, letter, at, client, sign_in, anne):
    first, second = (post.answer(letter, text, auth="none") for text in ("stay", "stay\nno"))
    assert mail.outbox == []
    sign_in(client, anne)
    page = client.get(f"/letters/held/{first.pk}/")
    assert f"/letters/held/{second.pk}/" in page.content.decode()
    assert client.post(f"/letters/held/{first.pk}/", {"what": "discard"}).url == f"/letters/held/{second.pk}/"
    assert client.post(f"/letters/held/{second.pk}/", {"what": "play"}).url == f"/games/{at.pk}/"
    assert at.wait().seat == 1


@pytest.mark.parametrize(("every", "notices"), [(1, 2), (61, 11)], ids=["at once", "after an hour"])
def test_a_machine_that_answers_each_notice_of_a_held_letter_gets_few(post, letter, every, notices):
    answered, count = post.answer(letter, "I am away.", auth="none"), 0
    for _ in range(23):
        count += len(of_kind("held"))
        assert answered.state == "held"
        letter.extra_headers["Reply-To"] = mail.outbox[-1].extra_headers["Reply-To"] if mail.outbox else letter.extra_headers["Reply-To"]
        post.letters(minutes=every)
        answered = post.answer(letter, "I am away.", auth="none")
    assert 1 <= count < notices


def test_after_a_held_letter_is_confirmed_the_next_one_is_told_at_once(post, letter, at, client, sign_in, anne):
    first = post.answer(letter, "stay", auth="none")
    sign_in(client, anne).post(f"/letters/held/{first.pk}/", {"what": "play"})
    post.answer(letter, "no", auth="none")
    assert len(of_kind("held")) == 1
