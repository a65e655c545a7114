"""No other site can send a form of ours in the name of a person who is signed in here (CSRF)."""

import pytest
from asgiref.sync import async_to_sync
from channels.testing import WebsocketCommunicator
from django.test import Client
from django.urls import URLPattern, get_resolver

from games.models import Game
from games.tables import lobby
from tests.site.test_every_address import PLACE, belongings, templates

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

NOWHERE = 4404
"""What a socket at an unknown address is told."""
OPEN = {
    "receive_webhook": "the provider's signature is the proof",
    "stop": "the token of the letter is the proof, as RFC 8058 asks",
    "answer": "programs: a key in a header, which no form sends",
}
"""Views that take a POST without our token, and what proves there who asks."""


def patterns(resolver=None) -> list[URLPattern]:
    found: list[URLPattern] = []
    for one in (resolver or get_resolver()).url_patterns:
        found += [one] if isinstance(one, URLPattern) else patterns(one)
    return found


def name_of(view) -> str:
    owner = getattr(view, "__self__", None)
    return type(owner).__name__ if owner is not None else getattr(view, "__name__", type(view).__name__)


def is_open(pattern: URLPattern) -> bool:
    return getattr(pattern.callback, "csrf_exempt", False)


def test_only_what_has_another_proof_takes_a_form_without_our_token():
    opened = {name_of(one.callback) for one in patterns() if is_open(one)}
    assert opened - OPEN.keys() == set(), opened


@pytest.fixture
def table(anne, mary) -> Game:
    game = lobby.create(anne, "buccaneer", seats=2)
    lobby.join(game.pk, mary, token=game.join_token)
    return game


def test_every_form_without_our_token_is_refused_and_changes_nothing(sign_in, anne, mary, table):
    browser = sign_in(Client(enforce_csrf_checks=True), anne)
    before = belongings(anne, mary)
    tried = ["/" + PLACE.sub(str(table.pk), form) for form in templates() if not form.startswith(("api/", "letters/", "u/"))]
    answers = {address: browser.post(address, {"what": "x"}).status_code for address in tried}
    assert {address: code for address, code in answers.items() if code not in (403, 404)} == {}
    assert sum(code == 403 for code in answers.values()) > 100
    assert belongings(anne, mary) == before


def test_a_token_of_another_browser_does_not_help(sign_in, anne, mary, table):
    hers, his = (sign_in(Client(enforce_csrf_checks=True), person) for person in (anne, mary))
    his.get("/account/profile/")
    form = {"csrfmiddlewaretoken": his.cookies["csrftoken"].value, "text": "Ahoy"}
    assert hers.post(f"/games/{table.pk}/say/", form).status_code == 403


def test_signing_in_and_signing_up_ask_for_the_token_too():
    browser = Client(enforce_csrf_checks=True)
    for path in ("login/", "signup/", "2fa/webauthn/login/", "password/reset/"):
        assert browser.post(f"/account/{path}", {"email": "a@b.example"}).status_code == 403


@pytest.mark.parametrize(("page", "is_let_in"), [("https://elsewhere.example", False), ("http://testserver", True)])
def test_a_page_elsewhere_opens_no_socket_here(page, is_let_in, settings):
    """Browsers name the page in Origin; the wiring refuses those that are not ours, before it asks what the socket is for."""
    from buccaneer_site.asgi import application

    settings.ALLOWED_HOSTS = ["testserver"]

    async def answer() -> int:
        talk = WebsocketCommunicator(application, "/ws/nowhere/", headers=[(b"host", b"testserver"), (b"origin", page.encode())])
        _, code = await talk.connect()
        return code

    assert (async_to_sync(answer)() == NOWHERE) == is_let_in
