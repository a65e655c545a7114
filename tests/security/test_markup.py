"""What people write is text on every page and in every letter, never markup: not in one of all the fields they write in."""

import re

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.db import models
from django.test import Client
from django.utils import timezone

from accounts import api_keys
from accounts.models import User
from leagues.models import Appeal, Entry, Season
from tests.people import PASSWORD
from tests.site.test_golden_pages import PAGES, browsers, noon, people, site  # noqa: F401  fixtures

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.long]

OUR_APPS = ("accounts", "games", "leagues", "notifications", "account", "mfa", "usersessions")
SHOWN = {
    "accounts.User.name", "accounts.User.formerly", "accounts.User.silent_because",
    "accounts.Key.name", "games.Game.name", "games.Player.own_name",
    "games.ChatLine.text", "games.Report.said", "games.Report.words", "games.Report.why", "games.Notes.text", "games.Pause.note",
    "leagues.League.name", "leagues.League.about", "leagues.Entry.own_name", "leagues.Correction.reason", "leagues.Sanction.reason",
    "leagues.Appeal.text", "leagues.Appeal.answer", "leagues.Act.what", "leagues.Act.reason", "leagues.Division.name",
    "leagues.SubCall.answer", "leagues.Snapshot.cause", "notifications.LocalLetter.subject", "notifications.LetterIn.text",
    "notifications.Channel.address", "usersessions.UserSession.user_agent",
}  # fmt: skip
"""Every field that holds what somebody typed, or what a stranger's browser or mail program sent."""
OURS = re.compile(
    r"\.(password|email|skeleton|time_zone|digest|what|about|kind|key|address|transport|last_code|message_id|category|by|to|ident|purpose"
    r"|sha256|envelope_\w+|sender|slow_by|reason|topic|code|site_url|host|fault|turn_key|decision|closed_by|result|boot|part|error|ruleset"
    r"|join_token|commitment|bot|place|fallback|name|hash|slug|seed|cause|why|session_key)$"
)
"""Names of the other text fields: hashes, codes, addresses that were checked, words of our own."""
PROBE = "\"'><i-xss>"
TEXT = (models.CharField, models.TextField)


def text_fields() -> dict[str, models.Field]:
    found = (model for model in apps.get_models() if model._meta.app_label in OUR_APPS)
    return {
        f"{model._meta.label}.{field.name}": field
        for model in found
        for field in model._meta.concrete_fields
        if isinstance(field, TEXT) and not field.choices
    }


def number_of(name: str) -> int:
    return sorted(SHOWN).index(name)


def fill(names: set[str] = SHOWN) -> None:
    """Write markup into every row of these fields; the number after it tells the field, the next one the row."""
    fields = text_fields()
    for name in names:
        model, column = fields[name].model, fields[name].name
        for pk in model._default_manager.values_list("pk", flat=True):
            model._default_manager.filter(pk=pk).update(**{column: f"{PROBE}{number_of(name)}.{pk}"})


def shown(content: str) -> set[str]:
    """The fields that this page or letter shows, escaped."""
    return {sorted(SHOWN)[int(number)] for number in re.findall(r"(?:&lt;|\\u003C)i-xss(?:&gt;|\\u003E)(\d+)\.", content)}


def test_of_every_text_somebody_decided_whether_people_write_it():
    assert {name for name in text_fields() if name not in SHOWN and not OURS.search(name)} == set()
    assert text_fields().keys() >= SHOWN


@pytest.fixture
def more(site, people):  # noqa: F811
    """What the site of the golden pages lacks: an appeal, a sanction, a key, a passkey, sessions, silence."""
    season = Season.objects.get(league__slug="cup-of-tortuga")
    entry = Entry.objects.get(season=season, user=people["anne"])
    Appeal.objects.create(entry=entry, text="x", answer="y")
    api_keys.create_key(people["anne"], "x")
    User.objects.filter(pk=people["anne"].pk).update(silent_until=timezone.now() + timezone.timedelta(days=3))
    UserSession.objects.create(user=people["anne"], ip="203.0.113.7", user_agent="x", session_key="x")
    fill()
    return site


def test_no_page_shows_as_markup_what_somebody_wrote(more, browsers):  # noqa: F811
    seen: set[str] = set()
    browsers["anne"].post("/account/reauthenticate/", {"password": PASSWORD})
    for address, readers in PAGES.values():
        there = address.format(**more)
        for reader in readers.split():
            content = browsers[reader].get(there).content.decode(errors="replace")
            assert "<i-xss" not in content, (there, reader)
            seen |= shown(content)
    assert {"accounts.User.name", "games.Game.name", "games.ChatLine.text", "games.Report.words", "games.Notes.text"} <= seen
    assert {"leagues.League.name", "leagues.League.about", "leagues.Appeal.text", "accounts.Key.name"} <= seen
    assert len(seen) >= 12, sorted(seen)


FEEDS = [
    "/games/{running}/feed/",
    "/games/{ended}/feed/",
    "/games/{ended}/film/",
    "/games/{running}/",
]


def test_no_feed_no_part_and_no_refusal_shows_markup_either(more, browsers):  # noqa: F811
    for address in FEEDS:
        for reader in ("anne", "nobody"):
            for headers in ({}, {"HX-Request": "true"}):
                answer = browsers[reader].get(address.format(**more), headers=headers)
                content = b"" if answer.streaming else answer.content
                assert b"<i-xss" not in content, (address, reader)
    for path in ("/account/login/", "/account/signup/", "/games/{running}/say/", "/friends/", "/tables/new/buccaneer/"):
        form = dict.fromkeys(("login", "email", "username", "text", "name", "password", "who", "next", "line"), PROBE)
        answer = browsers["jack"].post(path.format(**more), form)
        assert b"<i-xss" not in answer.content, path


def test_the_name_of_a_passkey_is_text(client, sign_in, anne):
    Authenticator.objects.create(user=anne, type="webauthn", data={"name": f"{PROBE}passkey", "credential": {}})
    page = sign_in(client, anne).get("/account/2fa/webauthn/").content.decode()
    assert "&lt;i-xss&gt;passkey" in page
    assert "<i-xss" not in page


def test_an_address_with_markup_is_not_repeated_as_markup():
    page = Client().get("/nowhere/<i-xss>/?next=%22><i-xss>&q=<i-xss>")
    assert page.status_code == 404
    assert b"<i-xss" not in page.content
