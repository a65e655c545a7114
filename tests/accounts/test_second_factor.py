import re

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.core import mail

from tests.people import PASSWORD
from tests.reading import links, part

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("standing_clock")]
NEXT_CODE = 30
"""Seconds until the app shows another code."""


def code_for(secret: str) -> str:
    return format_hotp_value(hotp_value(secret, next(yield_hotp_counters_from_time())))


def come_in(client) -> None:
    """Sign in, and give the password once more for what is delicate."""
    client.post("/account/login/", {"login": "anne@example.org", "password": PASSWORD})
    client.post("/account/reauthenticate/", {"password": PASSWORD})


def switch_on(client) -> str:
    come_in(client)
    page = client.get("/account/2fa/totp/activate/")
    secret = re.search(r"<code>(\w+)</code>", page.content.decode()).group(1)
    client.post("/account/2fa/totp/activate/", {"code": code_for(secret)})
    return secret


def test_with_a_second_factor_the_password_alone_opens_nothing(client, anne, golden):
    switch_on(client)
    client.post("/account/logout/")
    answer = client.post("/account/login/", {"login": "anne@example.org", "password": PASSWORD})
    assert answer.url == "/account/2fa/authenticate/"
    assert golden("pages/second-factor", part(client.get(answer.url), "h1"))
    assert client.get("/account/profile/").status_code == 302


def test_an_emergency_code_opens_the_account_once(client, anne):
    switch_on(client)
    code = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()[0]
    for opens in (True, False):
        client.post("/account/logout/")
        client.post("/account/login/", {"login": "anne@example.org", "password": PASSWORD})
        client.post("/account/2fa/authenticate/", {"code": code})
        assert (client.get("/account/profile/").status_code == 200) is opens


@pytest.mark.parametrize("path", ["", "recovery-codes/", "recovery-codes/generate/", "totp/deactivate/"])
def test_the_pages_of_the_second_factor_are_ours(client, anne, path):
    switch_on(client)
    page = client.get(f"/account/2fa/{path}")
    assert page.status_code == 200
    assert b"card stack account" in page.content


def test_an_address_is_changed_with_a_second_factor_too_by_its_link(client, anne, golden):
    switch_on(client)
    page = client.post("/account/email/", {"email": "Bonny@example.org", "action_add": ""}, follow=True)
    assert golden("pages/addresses", part(page, "section.account p", 1))
    assert Authenticator.objects.filter(user=anne, type="totp").exists()
    link = re.search(r"https?://\S+", mail.outbox[-1].body)[0]
    client.post(link)
    assert [(one.email, one.verified) for one in anne.emailaddress_set.all()] == [("bonny@example.org", True)]
    again = client.get(link)
    assert golden("pages/confirm-address", part(again, "section.account"))
    assert "/account/email/" in links(again)


def test_who_has_confirmed_no_address_does_not_take_one_behind_a_second_factor(client, anne, golden):
    switch_on(client)
    anne.emailaddress_set.update(verified=False)
    page = client.post("/account/email/", {"email": "bonny@example.org", "action_add": ""})
    assert page.status_code == 422
    assert golden("pages/addresses", part(page, "#id_email_error"))
    assert not anne.emailaddress_set.filter(email="bonny@example.org").exists()


def test_a_wrong_code_is_refused_in_our_words(client, anne, golden):
    switch_on(client)
    client.post("/account/logout/")
    client.post("/account/login/", {"login": "anne@example.org", "password": PASSWORD})
    assert golden("pages/second-factor", part(client.post("/account/2fa/authenticate/", {"code": "nonsense"}), "#id_code_error"))


def test_the_secret_picture_needs_no_address_beyond_our_own(client, anne):
    come_in(client)
    page = client.get("/account/2fa/totp/activate/")
    assert b'src="data:image/svg+xml' in page.content
    assert "img-src 'self' data:" in page["Content-Security-Policy"]


def test_a_second_factor_is_not_set_up_by_someone_at_a_browser_left_open(client, anne, sign_in):
    assert sign_in(client, anne).get("/account/2fa/totp/activate/").url.startswith("/account/reauthenticate/")


def test_staff_sign_in_with_their_second_factor_too(client, anne):
    switch_on(client)
    client.post("/account/logout/")
    assert client.get("/admin/login/").url.startswith("/account/login/")
