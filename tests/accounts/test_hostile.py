"""Whatever is sent to the account pages, the answer is a page, and nobody gains anything by it."""

import pytest
from django.core import mail

from accounts.models import User
from tests.people import PASSWORD

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]

ADDRESSES = [
    "password/reset/key/zzzzzzzzzzzzz-x/",  # a number no database holds
    "password/reset/key/0-set-password/",
    "confirm-email/:::/",
    "confirm-email/" + "x" * 5000 + "/",
    "login/code/confirm/",
    "2fa/authenticate/",
    "password/set/",
    "login/?next=javascript:alert(1)",
]
BODIES = [
    {},
    {"login": ["a", "b"], "email": ["a", "b"]},
    {"login": "\x00@x.de", "email": "\x00@x.de", "username": "\x00\u202e", "password": "\x00", "password1": "\x00"},
    {"login": "x" * 100_000, "email": "x" * 100_000, "username": "x" * 9_000, "password": "x" * 90_000},
    {"login": "a@b.de\nBcc: c@d.de", "email": "a@b.de\nBcc: c@d.de", "username": "Eve\nBcc: c@d.de", "password1": PASSWORD},
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_that_makes_no_sense_gets_a_page(client, address):
    page = client.get(f"/account/{address}", follow=True)
    assert page.status_code in (200, 404)
    assert b'="javascript:' not in page.content.replace(b'value="javascript:', b"")


@pytest.mark.parametrize("path", ["login", "signup", "password/reset"])
@pytest.mark.parametrize("body", BODIES)
def test_a_form_that_makes_no_sense_is_refused_and_changes_nothing(client, anne, path, body):
    assert client.post(f"/account/{path}/", body).status_code in (400, 422)
    assert list(User.objects.all()) == [anne]
    assert mail.outbox == []


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)"])
def test_signing_in_never_leads_elsewhere(client, anne, elsewhere):
    form = {"login": "anne@example.org", "password": PASSWORD, "next": elsewhere}
    assert client.post("/account/login/", form).url == "/"
