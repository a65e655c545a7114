"""Who guesses is stopped; who has lost something gets back in only as its owner."""

import re

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client

from tests.accounts.conftest import standing_clock  # noqa: F401  a fixture
from tests.accounts.test_second_factor import code_for, switch_on
from tests.people import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.usefixtures("standing_clock")]
RIGHT = {"login": "anne@example.org", "password": PASSWORD}
WRONG = {"login": "anne@example.org", "password": "wrong-wrong-wrong"}


def is_in(browser) -> bool:
    return browser.get("/account/profile/").status_code == 200


def test_guessing_one_password_from_many_networks_is_stopped_too(anne):
    for number in range(6):
        Client(REMOTE_ADDR=f"203.0.113.{number}").post("/account/login/", WRONG)
    browser = Client(REMOTE_ADDR="198.51.100.1")
    assert browser.post("/account/login/", RIGHT).status_code == 422
    assert not is_in(browser)


def test_twelve_wrong_passwords_from_twelve_addresses_do_not_shut_a_known_browser_out(anne):
    known = Client(REMOTE_ADDR="192.0.2.7", HTTP_USER_AGENT="Firefox Linux")
    known.post("/account/login/", RIGHT)
    known.get("/my/")
    known.post("/account/logout/")
    for number in range(12):
        Client(REMOTE_ADDR=f"203.0.113.{number}").post("/account/login/", WRONG)
    assert Client(REMOTE_ADDR="198.51.100.1").post("/account/login/", RIGHT).status_code == 422
    known.post("/account/login/", RIGHT)
    assert is_in(known)
    guesser = Client(REMOTE_ADDR="192.0.2.7", HTTP_USER_AGENT="Firefox Linux")
    for _ in range(5):
        guesser.post("/account/login/", WRONG)
    assert guesser.post("/account/login/", RIGHT).status_code == 422


def test_the_lock_opens_by_itself_after_five_minutes(anne, time_machine, standing_clock):  # noqa: F811
    browser = Client()
    for _ in range(6):
        browser.post("/account/login/", WRONG)
    assert browser.post("/account/login/", RIGHT).status_code == 422
    standing_clock.shift(5 * 60 + 1)
    browser.post("/account/login/", RIGHT)
    assert is_in(browser)


def test_one_network_that_tries_many_people_is_stopped(make_person):
    people = [make_person(f"Sailor {letter}") for letter in "abcdefghijkl"]
    browser = Client(REMOTE_ADDR="203.0.113.9")
    for person in people[:-1]:
        browser.post("/account/login/", {"login": person.email, "password": "wrong-wrong-wrong"})
    browser.post("/account/login/", {"login": people[-1].email, "password": PASSWORD})
    assert not is_in(browser)


def test_a_forwarded_address_that_the_sender_made_up_counts_for_nothing(anne):
    for number in range(6):
        Client(headers={"x-forwarded-for": f"10.0.0.{number}", "x-real-ip": f"10.0.1.{number}"}).post("/account/login/", WRONG)
    browser = Client()
    assert browser.post("/account/login/", RIGHT).status_code == 422


def to_the_code(browser) -> None:
    browser.post("/account/logout/")
    assert browser.post("/account/login/", RIGHT).url == "/account/2fa/authenticate/"


def test_guessing_codes_is_stopped_before_a_thousandth_of_them_was_tried(client, anne):
    secret = switch_on(client)
    to_the_code(client)
    for number in range(8):
        client.post("/account/2fa/authenticate/", {"code": f"{number:06}"})
    client.post("/account/2fa/authenticate/", {"code": code_for(secret)})
    assert not is_in(client)


def test_a_code_that_was_overheard_opens_nothing_a_second_time(client, anne, standing_clock):  # noqa: F811
    secret = switch_on(client)
    standing_clock.shift(30)
    code, thief = code_for(secret), Client()
    to_the_code(client)
    client.post("/account/2fa/authenticate/", {"code": code})
    assert is_in(client)
    to_the_code(thief)
    thief.post("/account/2fa/authenticate/", {"code": code})
    assert not is_in(thief)


def test_a_new_password_by_letter_does_not_go_round_the_second_factor(client, anne):
    switch_on(client)
    thief = Client()
    thief.post("/account/password/reset/", {"email": anne.email})
    link = re.search(r"https?://[^/]+(/account/password/reset/key/\S+)", mail.outbox[-1].body)[1]
    page = thief.get(link, follow=True)
    thief.post(page.request["PATH_INFO"], {"password1": "another-long-secret", "password2": "another-long-secret"})
    assert not is_in(thief)
    assert thief.post("/account/login/", RIGHT | {"password": "another-long-secret"}).url == "/account/2fa/authenticate/"
    assert not is_in(thief)
    assert Authenticator.objects.filter(user=anne, type="totp").exists()


def test_half_signed_in_nothing_opens(client, anne):
    switch_on(client)
    to_the_code(client)
    for path in ("/account/profile/", "/account/data/", "/account/keys/", "/account/sessions/", "/account/2fa/", "/my/"):
        assert client.get(path).status_code == 302, path
    assert client.post("/account/2fa/totp/deactivate/").status_code == 302
    assert Authenticator.objects.filter(user=anne, type="totp").exists()


def test_a_link_to_a_new_password_works_once_and_not_after_the_password_changed(client, anne):
    client.post("/account/password/reset/", {"email": anne.email})
    link = re.search(r"https?://[^/]+(/account/password/reset/key/\S+)", mail.outbox[-1].body)[1]
    first, second = Client(), Client()
    page = first.get(link, follow=True)
    first.post(page.request["PATH_INFO"], {"password1": "another-long-secret", "password2": "another-long-secret"})
    again = second.get(link, follow=True)
    second.post(again.request["PATH_INFO"], {"password1": "a-third-long-secret", "password2": "a-third-long-secret"})
    anne.refresh_from_db()
    assert anne.check_password("another-long-secret")


@pytest.mark.parametrize("path", ["password/change/", "2fa/totp/activate/", "2fa/webauthn/add/", "2fa/recovery-codes/generate/", "keys/"])
def test_at_a_browser_left_open_nothing_that_opens_the_account_is_made(client, anne, sign_in, path):
    answer = sign_in(client, anne).post(f"/account/{path}", {"name": "x", "code": "1"})
    assert answer.status_code in (302, 422)
    assert not anne.keys.exists()
    assert not Authenticator.objects.exists()
    anne.refresh_from_db()
    assert anne.check_password(PASSWORD)
