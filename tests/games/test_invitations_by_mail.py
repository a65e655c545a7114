"""An invitation is answered by one word of reply, and the answer to that says how it went."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.core import mail

from games.deadlines import absences
from games.mail.grammar.reply_grammar import speaks
from games.models import Game, Invitation
from games.tables import lobby
from notifications.addresses import verify
from notifications.inbound import reply_addresses
from notifications.tasks import sweep
from tests.reading import opening, section

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]


@pytest.fixture
def table(anne, mary):
    """Anne's table with one chair free, to which Mary is asked."""
    game = lobby.create(anne, "toy", {"rounds": 100}, seats=2, place="bombay", name="Port Royal")
    lobby.invite(game.pk, anne, "Mary")
    return game


@pytest.fixture
def letter(table):
    sweep()
    return mail.outbox[0]


def state(game) -> str:
    return Game.objects.get(pk=game.pk).status


def answers():
    """What was sent in answer to letters, newest last."""
    return [letter for letter in mail.outbox if "In-Reply-To" in letter.extra_headers]


def test_join_takes_a_chair_and_the_last_one_begins_the_game(post, table, letter, mary, golden):
    kept = post.answer(letter, "Join!\n\n> quoted")
    assert (kept.state, kept.reason, state(table)) == ("applied", "join", "running")
    assert table.players.filter(user=mary).exists()
    [receipt] = answers()
    assert golden("letters/invitation-receipt", opening(receipt))


def test_a_place_behind_the_word_is_taken_when_it_is_free(post, table, letter, mary):
    post.answer(letter, "join Genoa")
    assert table.players.get(user=mary).place == "genoa"


def test_a_place_that_somebody_has_is_refused_and_another_may_be_named(post, table, letter, mary, golden):
    kept = post.answer(letter, "join bombay")
    assert (kept.state, kept.reason, state(table)) == ("refused", "place-taken", "open")
    [receipt] = answers()
    assert golden("letters/invitation-receipt", opening(receipt))
    assert post.answer(receipt, "join london").state == "applied"
    assert table.players.get(user=mary).place == "london"


def test_decline_says_no_and_joining_afterwards_is_refused(post, table, letter, mary, golden):
    assert post.answer(letter, "decline").reason == "decline"
    assert Invitation.objects.get().declined_at is not None
    kept = post.answer(letter, "join")
    assert (kept.state, kept.reason, table.players.filter(user=mary).exists()) == ("refused", "gone", False)
    assert golden("letters/invitation-receipt", opening(answers()[0]))


def test_who_declined_and_changed_their_mind_is_invited_again_and_joins_by_answering_the_same_letter(post, table, letter, anne, mary):
    assert post.answer(letter, "decline").reason == "decline"
    lobby.invite(table.pk, anne, "Mary")
    assert post.answer(letter, "join").state == "applied"
    assert table.players.filter(user=mary).exists()


def test_a_table_that_is_full_meanwhile_says_so(post, table, letter, anne, jack, golden):
    lobby.invite(table.pk, anne, "Jack")
    lobby.join(table.pk, jack)
    kept = post.answer(letter, "join")
    assert (kept.state, kept.reason) == ("refused", "started")
    assert golden("letters/invitation-receipt", opening(answers()[0]))


def test_joining_twice_changes_nothing(post, table, letter, mary):
    post.answer(letter, "join")
    assert post.answer(letter, "join").state == "refused"
    assert table.players.filter(user=mary).count() == 1


@pytest.mark.parametrize("text", ["I would love to", "Dear Anne,\njoin", "try join", "1 KX", "", "joint"])
def test_other_words_are_not_guessed_at(post, table, letter, text):
    kept = post.answer(letter, text)
    assert (kept.state, kept.reason, state(table)) == ("refused", "unread", "open")


def test_help_says_how_to_answer(post, table, letter, golden):
    assert post.answer(letter, "help").reason == "help"
    assert golden("letters/invitation-receipt", opening(answers()[0]))


def test_stop_ends_invitations_by_letter(post, table, letter, anne, mary, golden):
    assert post.answer(letter, "stop").reason == "stop"
    assert golden("letters/invitation-receipt", opening(answers()[0]))
    lobby.invite(lobby.create(anne, "toy", {}, seats=2).pk, anne, "Mary")
    assert not [found for found in post.letters() if found.to == [mary.email]]


def test_stop_in_answer_to_an_invitation_is_taken_back_by_start_in_answer_to_the_same_letter(post, table, letter, anne, mary, golden):
    post.answer(letter, "stop")
    assert post.answer(letter, "start").reason == "start"
    assert golden("letters/invitation-receipt", opening(answers()[-1]))
    lobby.invite(lobby.create(anne, "toy", {}, seats=2).pk, anne, "Mary")
    assert [found for found in post.letters() if found.to == [mary.email]]
    assert post.answer(letter, "join").state == "applied"


def test_leave_is_taken_in_answer_to_an_invitation(post, table, letter, mary):
    mary.date_joined -= timedelta(days=400)
    mary.save()
    assert post.answer(letter, "away tomorrow").reason == "away"
    assert absences.absences_of(mary).count() == 1


def test_an_answer_from_elsewhere_is_held(post, table, letter):
    assert post.answer(letter, "join", sender="jack@example.org").state == "held"
    assert post.answer(letter, "join", auth="none").state == "held"
    assert state(table) == "open"


def test_no_line_of_an_invitation_is_an_answer_to_it(post, table, letter):
    post.answer(letter, "help")
    for found in (letter, *mail.outbox):
        assert not any(speaks(line, {"join", "decline"}.__contains__) for line in found.body.splitlines())


def test_a_stranger_is_asked_to_sign_up_instead(table, anne, golden):
    lobby.invite(table.pk, anne, "stranger@example.org")
    sweep()
    letter = next(found for found in mail.outbox if found.to == ["stranger@example.org"])
    assert letter.extra_headers["Reply-To"] == settings.DESK
    assert "join" not in letter.body.split()
    assert golden("letters/invitation", opening(letter))


def test_an_answer_ends_with_the_account_that_was_asked(post, table, letter, mary, golden):
    reply_addresses.revoke_all(mary)
    assert post.answer(letter, "join").reason == "revoked"
    assert state(table) == "open"
    assert golden("letters/invitation-receipt", opening(answers()[0]))
    assert verify(letter.extra_headers["Reply-To"])[0] == "r"


def test_an_invitation_says_which_places_are_free_and_what_the_table_has_agreed(anne, mary, settings, golden):
    settings.REPLY_DOMAIN = "localhost"
    game = lobby.create(anne, "piracy", {"target": 1, "events": "die"}, seats=3, place="red", name="Port Royal")
    lobby.invite(game.pk, anne, "Mary")
    sweep()
    letter = mail.outbox[0]
    assert golden("letters/invitation", opening(letter))
    assert golden("letters/invitation", section(letter, 1))


def test_an_invitation_to_a_usual_table_lists_no_options(anne, mary, golden):
    game = lobby.create(anne, "piracy", {}, seats=3)
    lobby.invite(game.pk, anne, "Mary")
    sweep()
    assert golden("letters/invitation", opening(mail.outbox[0]))
