"""What is said at a table reaches those who are away, and they can speak by letter; a friendly nudge."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from games.agreements import extensions
from games.editions.errors import NotAllowed
from games.models import ChatLine
from games.tables import chat
from notifications.models import LetterIn, Preference, Stop
from tests.games.conftest import two_people
from tests.games.test_clock_people import friends
from tests.letters import codes, of_kind
from tests.reading import alert, flash, opening, part

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def private(post, anne, mary):
    """A table of friends; the letter about Anne’s first turn has gone."""
    at = friends(anne, mary)
    post.letters()
    return at


def talk(letters):
    return of_kind("talk", letters)


def test_what_is_said_at_a_table_of_friends_is_told_after_a_quarter_of_an_hour(private, post, anne, mary, golden):
    chat.post_line(private.pk, mary, "Ahoy!")
    chat.post_line(private.pk, mary, "Anyone <b>there</b>?")
    assert talk(post.letters(minutes=14)) == []
    [letter] = talk(post.letters(minutes=2))
    assert letter.to == [anne.email]
    assert golden("letters/talk", opening(letter))
    assert "&lt;b&gt;there" in letter.alternatives[0].content
    assert talk(post.letters(minutes=30)) == []


def test_who_has_been_at_the_table_meanwhile_gets_no_letter_about_it(private, post, client, sign_in, anne, mary):
    chat.post_line(private.pk, mary, "Ahoy!")
    post.letters(minutes=5)
    sign_in(client, anne).get(f"/games/{private.pk}/")
    assert talk(post.letters(minutes=30)) == []


def test_at_a_table_open_to_everyone_only_those_are_told_who_asked_for_it(post, anne, mary):
    game = two_people(anne, mary)
    chat.post_line(game.pk, mary, "Ahoy!")
    assert talk(post.letters(minutes=20)) == []
    Preference.objects.create(user=anne, open_talk=True)
    chat.post_line(game.pk, mary, "Ahoy again!")
    assert [letter.to for letter in talk(post.letters(minutes=20))] == [[anne.email]]


def test_the_wish_to_hear_of_open_tables_is_kept(client, sign_in, anne):
    page = sign_in(client, anne).post(
        "/letters/", {"mode": "each", "every": 3, "digest_hour": 8, "quiet_from": "", "quiet_to": "", "kinds": ["turns"], "open_talk": "on"}
    )
    assert page.status_code == 302
    assert Preference.objects.get(user=anne, topic="").open_talk
    assert Stop.objects.filter(user=anne, category="talk").exists()


@pytest.fixture
def heard(private, post, mary):
    """The letter that tells Anne what Mary said."""
    chat.post_line(private.pk, mary, "Ahoy!")
    [letter] = talk(post.letters(minutes=20))
    return letter


@pytest.mark.parametrize(
    "text",
    [
        "Hallo Mary,\nschön hier!\n\nGruß\nAnne",
        "On Saturday, Buccaneer wrote:\n> Ahoy Anne\n> more\n\nHallo Mary,\nschön hier!\n-- \nAnne\n",
        "Hallo Mary,\nschön hier!\n________________________________\nFrom: Buccaneer\n",
    ],
)
def test_the_first_lines_of_an_answer_are_said_at_the_table(heard, private, post, anne, text):
    kept = post.answer(heard, text)
    assert (kept.state, kept.reason) == (LetterIn.State.APPLIED, "said")
    line = ChatLine.objects.last()
    assert (line.user, line.text) == (anne, "Hallo Mary, schön hier!")
    assert mail.outbox == []


@pytest.mark.parametrize(
    ("text", "reason", "words"),
    [
        ("> Ahoy Anne\n", "unread", "no words of yours"),
        ("Anne Bonny, anne@example.org", "private", "looks like an address"),
        ("call me: +49 (30) 1234567", "private", "looks like an address"),
        ("x" * 600, "too-long", "longer than 500"),
        ("1 KX", "an-order", "look like an order"),
        ("sail to X 16", "an-order", "look like an order"),
        ("Try X16\n> Ahoy", "an-order", "look like an order"),
        ("Board!", "an-order", "look like an order"),
        ("Well done, Mary!\n\n1 KX: M9\n", "an-order", "look like an order"),
    ],
)
def test_what_cannot_be_said_is_answered_with_why(heard, post, text, reason, words, golden):
    kept = post.answer(heard, text)
    assert (kept.state, kept.reason) == (LetterIn.State.REFUSED, reason)
    assert golden("letters/receipt-talk", opening(mail.outbox[-1]))
    assert ChatLine.objects.count() == 1


def test_an_order_that_was_sent_in_answer_to_talk_is_carried_out_in_answer_to_its_receipt(heard, private, post, anne):
    assert post.answer(heard, "board").reason == "an-order"
    assert post.answer(mail.outbox[-1], "board").reason == "board"


def test_two_machines_that_answer_everything_do_not_talk_to_each_other_for_ever(heard, private, post, anne, mary):
    latest = {anne: heard}
    for _ in range(12):
        for letter in list(latest.values()):
            post.answer(letter, "Thank you for your letter. I am away until Monday.")
        sent = talk(post.letters(minutes=20))
        latest = {person: letter for person in (anne, mary) for letter in sent if letter.to == [person.email]}
    assert latest == {}
    assert ChatLine.objects.count() == 5


@pytest.mark.parametrize("text", ["Try the north passage!", "M9 is where I lost my ship.", "Yes", "No!\n--\nX16", "Again\n> X16"])
def test_ordinary_talk_is_no_order(heard, post, text):
    assert post.answer(heard, text).reason == "said"


@pytest.mark.parametrize("word", ["Stop", "Please stop.", "stop, thanks", "Unsubscribe"])
def test_stop_ends_letters_about_talk_and_no_others(heard, post, private, anne, mary, word):
    assert post.answer(heard, word).state == LetterIn.State.APPLIED
    assert list(Stop.objects.filter(user=anne).values_list("category", flat=True)) == ["talk"]
    chat.post_line(private.pk, mary, "Still there?")
    assert talk(post.letters(minutes=20)) == []


def test_stop_in_answer_to_talk_is_taken_back_by_start_in_answer_to_the_same_letter(heard, post, anne, golden):
    post.answer(heard, "stop")
    assert golden("letters/receipt-talk", opening(mail.outbox[-1]))
    assert post.answer(heard, "Start!").reason == "start"
    assert golden("letters/receipt-talk", opening(mail.outbox[-1]))
    assert not Stop.objects.filter(user=anne).exists()
    assert post.answer(heard, "Start!").reason == "said"


@pytest.mark.parametrize(
    ("text", "reason"),
    [("away 3 Dec to 10 Dec", "an-order"), ("letters daily", "an-order"), ("Away from my desk until lunch", "said"), ("Back", "said")],
)
def test_leave_in_answer_to_talk_is_not_taken_for_talk_alone(heard, post, text, reason):
    assert post.answer(heard, text).reason == reason


def test_an_answer_from_somewhere_else_is_not_said(heard, post):
    assert post.answer(heard, "Hello!", sender="eve@example.org").state == LetterIn.State.HELD
    assert ChatLine.objects.count() == 1


# -- nudges ---------------------------------------------------------------------------------------
def test_after_half_a_day_an_opponent_may_nudge_once_a_day(private, post, client, sign_in, anne, mary, golden):
    mine = sign_in(client, mary)
    refused = mine.post(f"/games/{private.pk}/clock/nudge/", {"seat": 0}, follow=True)
    assert golden("pages/clock", alert(refused))
    post.letters(minutes=13 * 60)
    assert golden("pages/clock", part(mine.get(f"/games/{private.pk}/clock/"), "main button.small", 1))
    assert golden("pages/clock", flash(mine.post(f"/games/{private.pk}/clock/nudge/", {"seat": 0}, follow=True)))
    [letter] = post.letters(minutes=1)
    assert letter.to == [anne.email]
    assert golden("letters/nudge", opening(letter))
    again = mine.post(f"/games/{private.pk}/clock/nudge/", {"seat": 0}, follow=True)
    assert golden("pages/clock", alert(again))
    assert post.answer(letter, codes(letter)["stay"]).state == LetterIn.State.APPLIED


def test_nobody_nudges_themselves_a_bystander_or_without_a_chair(private, post, anne, mary, jack, client, sign_in):
    post.letters(minutes=13 * 60)
    for user, seat in ((anne, 0), (anne, 1), (mary, 7)):
        with pytest.raises(NotAllowed):
            extensions.nudge(private.pk, user, seat)
    assert sign_in(client, jack).post(f"/games/{private.pk}/clock/nudge/", {"seat": 0}).status_code == 404


def test_a_nudge_is_not_sent_when_the_answer_came_first(private, post, mary):
    post.letters(minutes=13 * 60)
    extensions.nudge(private.pk, mary, 0)
    private.turn(0)
    assert not any("glad of it" in letter.body for letter in post.letters(minutes=1))
    assert private.wait().asked_at <= timezone.now() - timedelta(minutes=1)
