"""Letters about accounts: two forms that say the same, short lines, a time with its zone, and sentences that end once."""

import re

import html5lib
import pytest
from allauth.account import app_settings
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils.html import escape, strip_tags

from games.mail.grammar.reply_grammar import SINGLE, speaks
from tests.accounts.test_second_factor import switch_on
from tests.people import PASSWORD
from tests.reading import opening, paragraphs, part, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("standing_clock"), pytest.mark.one_database]
NEW = "a-better-word-for-the-locker"
DOOR, ANNE, BONNY = reverse("account_signup"), "anne@example.org", "bonny@example.org"
NEWCOMER = {"username": "Nell", "password1": NEW, "password2": NEW}
LINK = re.compile(r"https?://\S+")
THREE_DAYS = 3


def changes_password(client):
    client.post(reverse("account_change_password"), {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW})


def forgets_the_password(client):
    client.logout()
    client.post(reverse("account_reset_password"), {"email": ANNE})


def chooses_another_password(client):
    forgets_the_password(client)
    link = LINK.search(mail.outbox.pop().body)[0]
    form = client.get(link, follow=True).redirect_chain[-1][0]
    client.post(form, {"password1": NEW, "password2": NEW})


def signs_up_again(client):
    client.logout()
    client.post(DOOR, NEWCOMER | {"email": ANNE})


def signs_up(client):
    client.logout()
    client.post(DOOR, NEWCOMER | {"email": "nell@example.org"})


def asks_for_another_address(client):
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    client.post(reverse("account_email"), {"email": BONNY, "action_add": ""})


def has_another_address(client):
    asks_for_another_address(client)
    client.post(LINK.search(mail.outbox.pop().body)[0])


def switches_the_second_factor_off(client):
    client.logout()
    switch_on(client)
    client.post("/account/2fa/totp/deactivate/")


def is_helped_by_a_host(client):
    switch_on(client)
    anne = get_user_model().objects.get(email=ANNE)
    harbourmaster = Client()
    harbourmaster.force_login(get_user_model().objects.create_superuser(email="host@example.org", password=PASSWORD, name="Harbourmaster"))
    harbourmaster.post(reverse("admin:accounts_user_changelist"), {"action": "without_second_factor", "_selected_action": [anne.pk]})


ACTIONS = [changes_password, forgets_the_password, chooses_another_password, signs_up_again, signs_up, asks_for_another_address,
           has_another_address, switches_the_second_factor_off, is_helped_by_a_host]  # fmt: skip
"""Each makes the site send one letter of another kind."""


@pytest.fixture
def letter_after(client, sign_in, anne):
    """The last letter that somebody gets after doing that."""

    def letter_after(action):
        mail.outbox.clear()
        action(sign_in(client, anne))
        return mail.outbox[-1]

    return letter_after


def words_of(text: str) -> list[str]:
    """The words of a letter, without what only one of its forms has: rules, and the addresses of links."""
    return re.findall(r"[\w'@.]+", LINK.sub("", text))


@pytest.mark.parametrize("action", ACTIONS)
def test_every_letter_about_an_account_has_short_lines_and_sentences_that_end_once(letter_after, action):
    body = letter_after(action).body
    assert [line for line in body.splitlines() if len(line) > 66 and "://" not in line] == []
    assert [line for line in body.splitlines() if ".." in line or line.endswith((" ,", " ."))] == []
    assert body.startswith("Ahoy")
    assert body.rstrip().splitlines()[-2] == "--------"


@pytest.mark.parametrize("action", ACTIONS)
def test_every_letter_about_an_account_says_what_it_says(letter_after, action, golden):
    letter = letter_after(action)
    assert golden("letters/account", f"Subject: {letter.subject}\n\n{text(letter)}")


@pytest.mark.parametrize("action", ACTIONS)
def test_no_line_of_a_letter_about_an_account_is_an_order(letter_after, action):
    assert [line for line in letter_after(action).body.splitlines() if speaks(line, SINGLE.__contains__)] == []


@pytest.mark.parametrize("action", ACTIONS)
def test_the_two_forms_of_a_letter_about_an_account_say_the_same(letter_after, action):
    letter = letter_after(action)
    [(html, kind)] = letter.alternatives
    parser = html5lib.HTMLParser()
    parser.parse(html)
    shown = strip_tags(html.partition("<body")[2].partition(">")[2])
    assert (kind, parser.errors) == ("text/html", [])
    assert words_of(shown) == words_of(letter.body)
    assert re.findall(r'href="([^"]+)"', html) == LINK.findall(letter.body)


@pytest.mark.parametrize("action", ACTIONS)
def test_letters_about_accounts_are_marked_as_sent_by_a_machine(letter_after, action):
    letter = letter_after(action)
    assert letter.extra_headers["Auto-Submitted"] == "auto-generated"
    assert letter.message()["Auto-Submitted"] == "auto-generated"


def test_an_address_is_confirmed_by_a_button_that_is_good_for_three_days(letter_after, golden):
    assert golden("letters/account", part(letter_after(signs_up), "a[href*=confirm-email]"))
    assert app_settings.EMAIL_CONFIRMATION_EXPIRE_DAYS == THREE_DAYS
    assert settings.PASSWORD_RESET_TIMEOUT == THREE_DAYS * 24 * 3600


def test_a_name_is_never_markup_in_a_letter_about_an_account(client, anne, sign_in):
    anne.name = "Anne & <i>Bonny</i>"
    anne.save()
    mail.outbox.clear()
    changes_password(sign_in(client, anne))
    [letter] = mail.outbox
    assert anne.name in letter.body.split("\n")[0]
    assert escape(anne.name) in letter.alternatives[0].content
    assert anne.name not in letter.alternatives[0].content


def test_a_change_of_the_password_says_when_it_was_done_in_which_zone_and_from_where(letter_after, golden):
    assert golden("letters/account", paragraphs(letter_after(changes_password))[2])


def test_who_did_not_change_the_password_finds_the_way_to_a_new_one(letter_after):
    assert f"\n{settings.SITE_URL}{reverse('account_reset_password')}\n" in letter_after(changes_password).body


def test_the_old_address_hears_which_address_took_its_place(letter_after, golden):
    letter = letter_after(has_another_address)
    assert letter.to == [ANNE]
    assert golden("letters/account", opening(letter))


@pytest.mark.parametrize(("asks", "is_told"), [(signs_up, True), (signs_up_again, True), (forgets_the_password, False)])
def test_a_person_whose_letter_no_mail_server_takes_gets_a_page_and_no_fault(asks, is_told, client, sign_in, anne, settings):
    settings.EMAIL_BACKEND, settings.EMAIL_HOST, settings.EMAIL_PORT = "django.core.mail.backends.smtp.EmailBackend", "127.0.0.1", 1
    sign_in(client, anne)
    asks(client)
    page = client.get(reverse("account_email_verification_sent")).content.decode()
    assert ("could not send you a letter" in page) == is_told
