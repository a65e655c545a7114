"""Passkeys: made and used in a real browser, with an authenticator that the browser itself plays (WebAuthn over DevTools)."""

import base64
import contextlib
import json

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.exceptions import ValidationError
from fido2.webauthn import AuthenticationResponse, RegistrationResponse
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import expect

from accounts.models import User
from accounts.passkeys import CredentialField
from accounts.services import make_guest
from tests.accounts.test_second_factor import come_in
from tests.people import PASSWORD
from tests.reading import part

PLATFORM = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip
NONSENSE = [
    "", "null", "[]", "1", '"x"', "{", "{}", '{"id": "x"}', '{"response": []}', '{"response": {"userHandle": "!"}}',
    json.dumps({"id": "AA", "rawId": "AA", "type": "public-key", "response": {
        "clientDataJSON": "AA", "authenticatorData": "AA", "signature": "AA", "userHandle": "enp6enp6enp6enp6enp6eg"}}),
    json.dumps({"id": "AA", "rawId": "AA", "type": "public-key", "response": {
        "clientDataJSON": "e30", "authenticatorData": "AA", "signature": "AA", "userHandle": 7}}),
]  # fmt: skip


@pytest.fixture
def tab(browser, live_server, settings):
    """A browser at the site under the name localhost, where passkeys work without https, with an authenticator of its own."""
    address = live_server.url.replace("127.0.0.1", "localhost")
    settings.ALLOWED_HOSTS, settings.SITE_URL = ["localhost"], address
    settings.CSRF_TRUSTED_ORIGINS = [address]
    with browser.new_context(base_url=address) as context:
        tab = context.new_page()
        tools = context.new_cdp_session(tab)
        tools.send("WebAuthn.enable")
        made = tools.send("WebAuthn.addVirtualAuthenticator", {"options": PLATFORM})
        tab.verified = lambda yes: tools.send(
            "WebAuthn.setUserVerified", {"authenticatorId": made["authenticatorId"], "isUserVerified": yes}
        )
        complaints: list[str] = []
        tab.on("console", lambda message: message.type == "error" and complaints.append(message.text))
        yield tab
        assert complaints == []


def sign_in_by_password(tab) -> None:
    tab.goto("/account/login/")
    tab.fill("#id_login", "anne@example.org")
    tab.fill("#id_password", PASSWORD)
    tab.click("section.account form:first-of-type button")


def sign_out(tab) -> None:
    tab.context.clear_cookies()


def make_passkey(tab) -> None:
    tab.goto("/account/2fa/")
    tab.click("section.account a.button[href$='webauthn/add/']")
    if "reauthenticate" in tab.url:
        tab.fill("#id_password", PASSWORD)
        tab.click("section.account form button")
    tab.click("#mfa_webauthn_add")
    tab.wait_for_url("**/recovery-codes/")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_passkey_is_made_in_the_browser_and_signs_in_alone(tab, anne):
    sign_in_by_password(tab)
    make_passkey(tab)
    assert [one.type for one in Authenticator.objects.order_by("type")] == ["recovery_codes", "webauthn"]
    sign_out(tab)
    tab.goto("/account/login/")
    tab.click("#passkey_login")
    expect(tab.locator("nav li.me")).to_have_text("Anne")
    sign_out(tab)
    sign_in_by_password(tab)
    expect(tab.locator("#mfa_webauthn_authenticate")).to_be_visible()  # the password alone opens nothing any more
    tab.click("#mfa_webauthn_authenticate")
    expect(tab.locator("nav li.me")).to_have_text("Anne")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_passkey_without_finger_face_or_number_signs_nobody_in_and_the_page_says_so(tab, anne):
    sign_in_by_password(tab)
    make_passkey(tab)
    sign_out(tab)
    tab.verified(False)
    tab.goto("/account/login/")
    tab.click("#passkey_login")
    expect(tab.locator("#no_passkey")).to_be_visible()
    expect(tab.locator("nav li.me")).to_have_count(0)


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_what_a_guest_did_comes_along_when_they_sign_in_with_a_passkey(tab, anne, client, sign_in):
    sign_in_by_password(tab)
    make_passkey(tab)
    sign_out(tab)
    guest = make_guest()
    sign_in(client, guest)
    tab.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "domain": "localhost", "path": "/"}])
    tab.goto("/account/login/")
    tab.click("#passkey_login")
    expect(tab.locator("nav li.me")).to_have_text("Anne")
    assert not User.objects.filter(pk=guest.pk).exists()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_passkey_of_somebody_who_was_shut_out_opens_nothing(tab, anne):
    sign_in_by_password(tab)
    make_passkey(tab)
    sign_out(tab)
    type(anne).objects.update(is_active=False)
    tab.goto("/account/login/")
    tab.click("#passkey_login")
    tab.wait_for_url("**/account/inactive/")
    tab.goto("/account/profile/")
    assert "/account/login/" in tab.url


@pytest.mark.one_database
@pytest.mark.django_db
@pytest.mark.parametrize("credential", NONSENSE)
def test_what_is_no_passkey_signs_nobody_in_and_is_no_fault_of_ours(client, anne, credential):
    client.get("/account/2fa/webauthn/login/", headers={"accept": "application/json", "x-requested-with": "XMLHttpRequest"})
    answer = client.post("/account/2fa/webauthn/login/", {"credential": credential})
    assert answer.status_code in (302, 422)
    assert client.get("/account/profile/").status_code == 302


@pytest.mark.one_database
@pytest.mark.django_db
@pytest.mark.parametrize("credential", NONSENSE)
def test_what_is_no_passkey_is_not_added(client, anne, credential):
    come_in(client)
    client.get("/account/2fa/webauthn/add/")
    assert client.post("/account/2fa/webauthn/add/", {"name": "x", "credential": credential}).status_code == 422
    assert not Authenticator.objects.exists()
    assert mail.outbox == []


BASE64 = st.binary(max_size=80).map(lambda said: base64.urlsafe_b64encode(said).rstrip(b"=").decode())
ANYTHING = st.recursive(st.none() | st.integers() | st.text(max_size=9) | BASE64, lambda inside: st.lists(inside, max_size=3), max_leaves=4)
PARTS = {"clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle", "transports"}
CREDENTIALS = st.fixed_dictionaries(
    {"id": st.just("AA"), "rawId": st.just("AA"), "type": st.just("public-key") | ANYTHING,
     "response": st.fixed_dictionaries({}, optional=dict.fromkeys(PARTS, BASE64 | ANYTHING))},
    optional={"clientExtensionResults": ANYTHING},
)  # fmt: skip


@given(said=ANYTHING | CREDENTIALS, kind=st.sampled_from([RegistrationResponse, AuthenticationResponse]))
def test_whatever_is_sent_as_a_passkey_is_read_or_refused(said, kind):
    with contextlib.suppress(ValidationError):
        CredentialField(kind).clean(json.dumps(said))


@pytest.mark.one_database
@pytest.mark.django_db
def test_a_passkey_is_not_made_by_someone_at_a_browser_left_open(client, anne, sign_in):
    assert sign_in(client, anne).get("/account/2fa/webauthn/add/").url.startswith("/account/reauthenticate/")


@pytest.mark.one_database
@pytest.mark.django_db
@pytest.mark.parametrize("path", ["", "add/"])
def test_the_pages_of_passkeys_are_ours(client, anne, path):
    come_in(client)
    page = client.get(f"/account/2fa/webauthn/{path}")
    assert page.status_code == 200
    assert part(page, "section.card.stack.account h1")


@pytest.mark.one_database
@pytest.mark.django_db
def test_nobody_renames_or_removes_the_passkey_of_another(client, anne, mary):
    key = Authenticator.objects.create(user=mary, type="webauthn", data={"name": "Ship", "credential": {}})
    come_in(client)
    for what in ("edit", "remove"):
        assert client.post(f"/account/2fa/webauthn/keys/{key.pk}/{what}/", {"name": "Mine"}).status_code == 404
    assert Authenticator.objects.get().data["name"] == "Ship"
