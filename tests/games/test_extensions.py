"""A day more: asked for by whose turn it is, on a page or by letter, and given by any one of the others."""

import pytest
from django.core import mail
from django.utils import timezone

from games.agreements import extensions
from games.announcements import arrangers
from games.clocks.paces import Untimed
from games.clocks.terms import Terms
from games.editions.errors import NotAllowed, StalePage
from games.models import ClockEntry, Game, Wait
from games.tables import lobby
from notifications.models import LetterIn, Notice
from tests.games.conftest import At
from tests.games.test_clock_by_mail import to
from tests.games.test_clock_people import friends, hours
from tests.games.test_clock_told import both_forms
from tests.letters import of_kind, tidy
from tests.reading import alert, has, opening, part, section

pytestmark = pytest.mark.django_db
ASKS = "Anne asks for another day."


@pytest.fixture
def three(anne, mary, jack):
    """Anne is on turn; Mary and Jack sit at her table."""
    return friends(anne, mary, jack)


@pytest.fixture
def read(client, sign_in):
    """`read(anne, "/games/1/")`: the page as she reads it."""
    return lambda person, path: " ".join(sign_in(client, person).get(path).content.decode().split())


def asked_by(at: At) -> list[str]:
    """Who has been told that somebody asks for a day."""
    return sorted(Notice.objects.filter(kind="day-asked", facts__game=at.pk).values_list("user__name", flat=True))


def told(user):
    """The letter that went to this person together with the receipt of the last one that came in."""
    [letter] = [letter for letter in mail.outbox if letter.to == [user.email]]
    return letter


def gifts(at: At) -> int:
    return at.game.players.get(seat=0).gifts


# -- asking -------------------------------------------------------------------------------------------
def test_whose_turn_it_is_asks_all_the_others_once_however_often_they_press(three, anne):
    assert [extensions.ask_for_extension(three.pk, anne) for _ in range(3)] == [True, False, False]
    assert asked_by(three) == ["Jack", "Mary"]
    assert ClockEntry.objects.filter(game=three.pk, kind="day-asked").count() == 1


def test_who_is_asked_nothing_needs_no_more_time(three, mary, golden):
    with golden.refused("refusals/clock", NotAllowed):
        extensions.ask_for_extension(three.pk, mary)
    assert asked_by(three) == []


def test_bots_give_no_time_and_the_page_says_so(read, client, anne, golden):
    at = At(lobby.create(anne, "toy", {"rounds": 100}, seats=2, bots=["easy"], place="bombay"))
    assert not has(read(anne, f"/games/{at.pk}/"), "form[action$='/clock/ask/']")
    assert golden("pages/clock", part(read(anne, f"/games/{at.pk}/clock/"), "div.wish p.soft"))
    refused = client.post(f"/games/{at.pk}/clock/ask/")
    assert refused.status_code == 422
    assert golden("pages/clock", part(refused, "div.wish p.soft"))
    assert at.wait().wants_day_at is None


def test_after_two_days_nobody_is_asked_for_a_third(read, three, anne, mary, golden):
    for seen in range(2):
        extensions.ask_for_extension(three.pk, anne)
        extensions.give_extension(three.pk, mary, three.wait().pk, seen)
    with golden.refused("refusals/clock", NotAllowed):
        extensions.ask_for_extension(three.pk, anne)
    assert not has(read(anne, f"/games/{three.pk}/clock/"), "form[action$='/clock/ask/']")


def test_without_a_clock_there_is_nothing_to_ask_for(anne, mary, golden):
    at = friends(anne, mary, clock=Terms(Untimed()))
    with golden.refused("refusals/clock", NotAllowed):
        extensions.ask_for_extension(at.pk, anne)


def test_in_a_league_captains_give_no_time(three, anne, mary, monkeypatch, golden):
    Game.objects.update(owner=None)
    monkeypatch.setattr(arrangers, "ARRANGERS", {"other": arrangers.Arranger(lambda game: True, lambda game: frozenset())})
    with golden.refused("refusals/clock", NotAllowed):
        extensions.ask_for_extension(three.pk, anne)


def test_a_request_ends_with_the_turn(read, three, anne, mary, golden):
    extensions.ask_for_extension(three.pk, anne)
    asked = three.wait()
    three.turn(0)
    assert not has(read(mary, f"/games/{three.pk}/"), "div.wish p")
    with golden.refused("refusals/clock", NotAllowed):
        extensions.give_extension(three.pk, mary, asked.pk, 0)
    three.turn(1)
    three.turn(2)
    assert three.wait().wants_day_at is None
    assert gifts(three) == 0


# -- giving -------------------------------------------------------------------------------------------
def test_two_who_answer_at_once_give_one_day(three, anne, mary, jack, golden):
    extensions.ask_for_extension(three.pk, anne)
    wait = three.wait()
    extensions.give_extension(three.pk, mary, wait.pk, 0)
    with golden.refused("refusals/clock", StalePage):
        extensions.give_extension(three.pk, jack, wait.pk, 0)
    assert (three.wait().due_at, gifts(three)) == (wait.due_at + hours(24), 1)


def test_a_day_that_was_given_may_be_followed_by_another_request(three, anne, mary):
    for seen in range(2):
        assert extensions.ask_for_extension(three.pk, anne)
        extensions.give_extension(three.pk, mary, three.wait().pk, seen)
    assert asked_by(three) == ["Jack", "Jack", "Mary", "Mary"]


def test_an_answer_after_the_deadline_still_counts_and_makes_the_turn_punctual(later, three, anne, mary):
    later(hours=49)
    assert three.wait().overdue_at is not None
    extensions.ask_for_extension(three.pk, anne)
    extensions.give_extension(three.pk, mary, three.wait().pk, 0)
    assert three.wait().overdue_at is None
    assert three.wait().due_at > timezone.now()


# -- pages --------------------------------------------------------------------------------------------
def test_the_button_at_the_table_asks_and_the_others_find_one_to_give(read, client, three, anne, mary, golden):
    path = f"/games/{three.pk}/"
    assert golden("pages/table", part(read(anne, path), "form[action$='/clock/ask/']"))
    assert not has(read(mary, path), "form[action$='/clock/day/']")  # it is offered unasked on the page of the clock alone
    assert client.post(f"{path}clock/ask/", {"at": "table"}).status_code == 422  # Mary is not asked
    read(anne, path)
    assert client.post(f"{path}clock/ask/", {"at": "table"})["Location"] == path
    assert golden("pages/table", part(read(anne, path), "div.wish p"))
    assert golden("pages/table", part(read(mary, path), "div.wish p"))
    said = {"wait": three.wait().pk, "days": 0, "at": "table"}
    assert client.post(f"{path}clock/day/", said)["Location"] == path
    again = client.post(f"{path}clock/day/", said)
    assert again.status_code == 409
    assert golden("pages/clock", alert(again))
    assert not has(read(mary, path), "div.wish p")
    assert gifts(three) == 1


def test_looking_gives_and_asks_nothing_and_a_stranger_finds_no_such_table(read, client, at, anne, make_person):
    read(anne, f"/games/{at.pk}/")
    assert client.get(f"/games/{at.pk}/clock/ask/").status_code == 405
    assert client.get(f"/games/{at.pk}/clock/day/").status_code == 405
    read(make_person("Bess"), "/my/")
    assert client.post(f"/games/{at.pk}/clock/ask/").status_code == 404
    assert client.post(f"/games/{at.pk}/clock/day/", {"wait": at.wait().pk, "days": 0}).status_code == 404
    assert at.wait().wants_day_at is None


@pytest.mark.parametrize("said", [{}, {"wait": "x", "days": "0"}, {"wait": "1", "days": "-1"}, {"wait": "9" * 30, "days": "0"}])
def test_a_form_that_makes_no_sense_gives_nothing(read, client, at, mary, said):
    read(mary, "/my/")
    assert client.post(f"/games/{at.pk}/clock/day/", said).status_code == 422
    assert gifts(at) == 0


def test_nobody_gives_themselves_a_day(at, anne, golden):
    with golden.refused("refusals/clock", NotAllowed):
        extensions.give_extension(at.pk, anne, at.wait().pk, 0)


# -- letters ------------------------------------------------------------------------------------------
def test_more_time_in_answer_to_a_turn_letter_asks_the_others_and_says_so(post, three, anne, golden):
    turn = to(post, anne, "turn")
    assert golden("letters/turn", section(turn, 1))
    kept = post.answer(turn, "More time!\n\nMy sister is here.\nAnne")
    assert (kept.state, kept.reason) == (LetterIn.State.APPLIED, "more-time")
    assert asked_by(three) == ["Jack", "Mary"]
    assert golden("letters/receipt", opening(told(anne)))


def test_more_time_that_nobody_can_give_is_refused_with_the_reason_and_not_offered(post, anne, golden):
    at = At(lobby.create(anne, "toy", {"rounds": 100}, seats=2, bots=["easy"], place="bombay"))
    turn = to(post, anne, "turn")
    assert golden("letters/turn", section(turn, 1))
    assert post.answer(turn, "more time").state == LetterIn.State.REFUSED
    assert golden("letters/receipt", opening(told(anne)))
    assert at.wait().wants_day_at is None


@pytest.fixture
def request_of_anne(post, three, anne):
    """The letter in which Mary and Jack read that Anne asks for a day: by name."""
    post.letters()
    extensions.ask_for_extension(three.pk, anne)
    return {letter.to[0]: letter for letter in of_kind("day-asked", post.letters())}


def test_yes_by_letter_gives_the_day_and_who_asked_is_told_by_whom_and_when(post, three, anne, mary, request_of_anne, golden):
    letter = request_of_anne[mary.email]
    assert golden("letters/day-asked", opening(letter))
    due = three.wait().due_at
    post.answer(letter, "Yes, with pleasure")
    assert gifts(three) == 0
    post.answer(letter, "Yes!")
    assert (three.wait().due_at, gifts(three)) == (due + hours(24), 1)
    given = ClockEntry.objects.get(game=three.pk, kind="clock-moved").at
    assert golden("letters/clock-moved", opening(told(anne)))
    for form in both_forms(told(anne)):
        assert f"{given:%a %-d %b, %H:%M} (UTC)" in form


def test_who_answers_second_is_told_that_it_was_given(post, three, mary, jack, request_of_anne, golden):
    post.answer(request_of_anne[mary.email], "yes")
    assert post.answer(request_of_anne[jack.email], "yes").state == LetterIn.State.REFUSED
    assert gifts(three) == 1
    assert golden("letters/receipt-table", opening(told(jack)))


def test_no_by_letter_leaves_it_to_the_others(post, three, mary, request_of_anne):
    assert post.answer(request_of_anne[mary.email], "no").state == LetterIn.State.APPLIED
    assert (gifts(three), three.wait().wants_day_at is None) == (0, False)


def test_a_letter_about_a_request_that_was_met_is_not_sent(post, three, anne, mary):
    post.letters()
    extensions.ask_for_extension(three.pk, anne)
    extensions.give_extension(three.pk, mary, three.wait().pk, 0)
    assert not [letter for letter in post.letters() if ASKS in tidy(letter)]
    assert Wait.objects.filter(game=three.pk, closed_at=None).count() == 1
