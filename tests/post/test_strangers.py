"""A person with nothing but a mailbox and the site's address, and an impostor."""

import smtplib

import pytest
from django.conf import settings

from accounts.models import User
from games.models import Game

from .conftest import NUMBERS, MailProgram, everything_has_come, tidy, world
from .reader import Reader

pytestmark = pytest.mark.post


@pytest.fixture
def bess(site):
    """She has no account."""
    return MailProgram("Bess", f"bess.{next(NUMBERS)}")


def saying(*words: str):
    return lambda letter: all(word in tidy(letter) for word in words)


def test_a_stranger_opens_an_account_begins_a_game_and_plays_a_turn_by_letter_alone(bess, clock):
    bess.write(settings.DESK, "Ahoy! How does one play with you?")
    bess.reply(bess.take(saying("Write “yes” on the first line")), "yes, call me Bess of Bristol")
    opened = bess.take(saying("You have an account here, and go by the name of Bess of Bristol."))
    begun = bess.reply(opened, "new piracy chart two for 2 called Tortuga")
    assert "“Tortuga” (Piracy) has begun." in tidy(bess.take(lambda found: found["In-Reply-To"] == begun["Message-ID"]))

    reader = Reader(bess, clock)
    receipt = reader.answer(reader.next_letter())
    assert "- You " in tidy(receipt)
    assert Game.objects.get().moves.filter(by="mail").count() >= 1
    user = User.objects.get()
    assert (user.email, user.last_login, user.has_usable_password()) == (bess.address, None, False)


def test_who_is_not_proved_to_be_her_opens_nothing_and_she_is_not_written_to(bess):
    with smtplib.SMTP("127.0.0.1", int(world("RELAY")), timeout=20) as line:
        verdict = f"Authentication-Results: {world('EDGE')}; dmarc=pass header.from={world('PEOPLE')}"
        head = [verdict, f"From: {bess.address}", f"To: {settings.DESK}", "Subject: Ahoy", "Message-ID: <1@elsewhere.example>"]
        line.sendmail("jack@elsewhere.example", settings.DESK, "\r\n".join([*head, "", "yes", ""]).encode())
    everything_has_come()
    assert bess.look() == []
    assert not User.objects.exists()
