"""Letters about accounts: short lines, a time with its zone, and sentences that end once."""

import re

import pytest
from django.core import mail
from django.urls import reverse

from tests.people import PASSWORD

pytestmark = pytest.mark.django_db
NEW = "a-better-word-for-the-locker"
DOOR, ANNE = reverse("account_signup"), "anne@example.org"
NEWCOMER = {"username": "Nell", "password1": NEW, "password2": NEW}


def changes_password(client):
    client.post(reverse("account_change_password"), {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW})


def forgets_the_password(client):
    client.logout()
    client.post(reverse("account_reset_password"), {"email": ANNE})


def signs_up_again(client):
    client.logout()
    client.post(DOOR, NEWCOMER | {"email": ANNE})


def signs_up(client):
    client.logout()
    client.post(DOOR, NEWCOMER | {"email": "nell@example.org"})


DEEDS = [changes_password, forgets_the_password, signs_up_again, signs_up]


@pytest.fixture
def letter_after(client, sign_in, anne):
    """The one letter that somebody gets after doing that."""

    def letter_after(deed):
        mail.outbox.clear()
        deed(sign_in(client, anne))
        [letter] = mail.outbox
        return letter

    return letter_after


@pytest.mark.parametrize("deed", DEEDS)
def test_every_letter_about_an_account_has_short_lines_and_sentences_that_end_once(letter_after, deed):
    body = letter_after(deed).body
    assert [line for line in body.splitlines() if len(line) > 78 and "://" not in line] == []
    assert [line for line in body.splitlines() if ".." in line or line.endswith((" ,", " ."))] == []
    assert body.rstrip().splitlines()[-2].rstrip() == "--"


def test_a_change_of_the_password_says_when_it_was_done_in_which_zone_and_from_where(letter_after):
    text = " ".join(letter_after(changes_password).body.split())
    assert re.search(r"It was done on \w{3} \d{1,2} \w{3} \d{4}, \d\d:\d\d UTC, from the network address 127\.0\.0\.1\.", text)
