"""A vote and a ready check answered by letter, as far as letters can come in."""

from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from games.agreements import votes
from games.clocks.terms import Terms
from games.mail.grammar.reply_grammar import speaks
from games.models import Vote
from games.tables import lobby, starting
from notifications.models import LetterIn, Stop
from tests.games.conftest import At
from tests.games.test_clock_people import friends, hours
from tests.letters import of_kind, receipt, tidy
from tests.reading import opening

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def to(post, user, kind: str):
    """The letter of this kind to this person."""
    return next(letter for letter in of_kind(kind, post.letters()) if letter.to == [user.email])


@pytest.fixture
def asked(post, anne, mary):
    """Anne asks whether the table should pause for three days; Mary’s letter about it."""
    at = friends(anne, mary)
    votes.propose(at.pk, anne, "pause", timezone.now() + hours(72))
    return at, to(post, mary, "vote")


def test_the_letter_of_a_vote_says_what_is_asked_by_whom_until_when_and_how_to_answer(asked, golden):
    _, letter = asked
    text = tidy(letter)
    assert golden("letters/vote", opening(letter))
    assert "/letters/answer/" in text
    assert not any(speaks(line, ("yes", "no").__contains__) for line in letter.body.splitlines())


def test_every_moment_in_the_letter_of_a_vote_is_in_the_zone_of_its_reader(post, anne, mary, golden):
    mary.time_zone = "Asia/Kolkata"
    mary.save()
    until = timezone.now() + hours(72)
    votes.propose(friends(anne, mary).pk, anne, "pause", until)
    there = until.astimezone(ZoneInfo("Asia/Kolkata"))
    letter = to(post, mary, "vote")
    assert golden("letters/vote", opening(letter))
    assert f"{there:%a %-d %b, %H:%M} (Kolkata)" in opening(letter)


def test_yes_by_letter_is_counted_and_said_back(asked, post, golden):
    at, letter = asked
    kept = post.answer(letter, "Yes!\n\nHave a good time,\nMary")
    assert (kept.state, kept.reason) == (LetterIn.State.APPLIED, "counted")
    assert Vote.objects.get().result == "passed"
    assert at.wait().due_at > timezone.now() + hours(48 + 71)
    assert golden("letters/receipt-table", opening(receipt()))


def test_no_by_letter_below_a_quotation_is_counted(asked, post):
    _, letter = asked
    quoted = "\n".join(f"> {line}" for line in letter.body.splitlines())
    post.answer(letter, f"Buccaneer wrote:\n\n{quoted}\n\nno\n")
    assert Vote.objects.get().result == "failed"


def test_other_words_are_not_counted_and_the_receipt_says_what_can_be_said(asked, post, golden):
    _, letter = asked
    kept = post.answer(letter, "Well, yes and no.")
    assert kept.state == LetterIn.State.REFUSED
    assert Vote.objects.get().ballots.count() == 1
    assert golden("letters/receipt-table", opening(receipt()))


def test_an_answer_to_a_vote_that_is_over_is_told_so(asked, post, anne, golden):
    at, letter = asked
    votes.propose(at.pk, anne, "end")
    Vote.objects.filter(kind="pause").update(result="failed", closed_at=timezone.now())
    kept = post.answer(letter, "yes")
    assert kept.state == LetterIn.State.REFUSED
    assert golden("letters/receipt-table", opening(receipt()))


def test_a_forged_yes_is_not_counted(asked, post):
    _, letter = asked
    kept = post.answer(letter, "yes", auth="fail")
    assert kept.state != LetterIn.State.APPLIED
    assert Vote.objects.get().result == ""


def test_a_letter_about_a_vote_that_is_over_is_not_sent(post, anne, mary):
    at = friends(anne, mary)
    vote = votes.propose(at.pk, anne, "end")
    votes.cast_vote(at.pk, mary, vote.pk, False)
    assert not of_kind("vote", post.letters())


def test_stop_ends_the_letters_also_there(asked, post, mary):
    _, letter = asked
    post.answer(letter, "stop")
    assert Stop.objects.filter(user=mary, category="turns").exists()
    assert Vote.objects.get().ballots.count() == 1


def test_ready_by_letter_begins_the_game(post, anne, mary, golden):
    game = lobby.create(anne, "toy", seats=2, open_to_all=True, clock=Terms(ready_check=True))
    lobby.join(game.pk, mary)
    starting.say_ready(game.pk, anne)
    kept = post.answer(to(post, mary, "muster"), "Ready")
    assert kept.state == LetterIn.State.APPLIED
    assert At(game).game.status == "running"
    assert golden("letters/receipt-table", opening(receipt()))
