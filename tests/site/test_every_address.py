"""Every address of the site, found in its urlconf, with nonsense: an answer below 500 with a sentence, and nobody's things changed."""

import logging
import re

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import get_resolver

from accounts.models import User
from games.agreements import extensions
from games.api import site as api
from games.models import Game
from games.tables import chat, lobby
from leagues.models import League
from leagues.services import making

pytestmark = [pytest.mark.one_database, pytest.mark.django_db, pytest.mark.long]
once = pytest.mark.one_database

HUGE = "99999999999999999999"
PLACE = re.compile(r"%\((\w+)\)s")
BY_ITSELF = {"last_seen", "last_login", "seen_at", "read_talk_to"}
"""What changes merely because somebody looks."""
OUR_APPS = {"games", "leagues", "notifications", "accounts", "account", "mfa", "usersessions"}
OF_A_VISIT = {"accounts.Sign"}
"""Rows that merely looking leaves."""
MARKUP = "<script>alert(1)</script>\x00‮"
FIELDS = (
    "answer", "decision", "seen", "line", "give", "take", "text", "token", "place", "who", "bot", "at", "seat", "sure", "kind", "until",
    "say", "what", "vote", "begin", "end", "name", "slug", "email", "password", "code", "fallback", "captains", "bots", "pace", "next",
    "reason", "words", "resolution", "days", "why",
)  # fmt: skip
BODIES = {
    "nothing": {},
    "markup": dict.fromkeys(FIELDS, MARKUP),
    "twice": {field: ["1", "-1"] for field in FIELDS},
    "numbers": {field: HUGE for field in FIELDS if field != "text"},  # at a table one may say what one likes
    "a file": {field: SimpleUploadedFile("../x.exe", b"\x00\xff") for field in FIELDS[:6]},
}
WHAT_DATABASES_REFUSE = {"markup", "numbers"}
"""Bodies with what one database takes and another does not: the sign of number nought, numbers of any size."""
with_each_body = pytest.mark.parametrize(
    "body", [pytest.param(body, marks=() if body in WHAT_DATABASES_REFUSE else once) for body in BODIES]
)


def templates(resolver=None, before: str = "") -> list[str]:
    """The address of every page, with gaps where it takes a number or a word."""
    resolver = resolver or get_resolver()
    found = [before + form for key in resolver.reverse_dict for ways, *_ in resolver.reverse_dict.getlist(key) for form, _ in ways]
    for inside, further in [*resolver.namespace_dict.values(), *([("", api.addresses)] if resolver is get_resolver() else [])]:
        found += templates(further, before + inside)
    return sorted({form for form in found if form != "account/logout/"})  # who is signed out tries nothing more


def addresses(number: int) -> list[str]:
    """Every address there is; where it has gaps, with a number and with a word in them."""
    return [
        "/" + form for template in templates() for form in dict.fromkeys(PLACE.sub(word, template) for word in (str(number), "buccaneer"))
    ]


def belongings(*owners) -> dict[str, list[dict]]:
    """Every row that is about these people or their tables, so about nobody else."""
    people, found = {owner.pk for owner in owners}, {}
    tables_of = set(Game.objects.filter(owner__in=owners).values_list("pk", flat=True))
    for model in apps.get_models():
        if model._meta.app_label in OUR_APPS and model._meta.label not in OF_A_VISIT:
            rows = model._default_manager.order_by("pk").values()
            found[model._meta.label] = [kept(row) for row in rows if row.get("user_id") in people or row.get("game_id") in tables_of]
    return found | {"people": [kept(row) for row in User.objects.filter(pk__in=people).order_by("pk").values()]} | {
        "tables": list(Game.objects.filter(pk__in=tables_of).order_by("pk").values()), "leagues": list(League.objects.values()),
    }  # fmt: skip


def of_table(game: Game) -> dict[str, list[dict]]:
    """Every row of this one table."""
    models = [model for model in apps.get_models() if any(field.name == "game" for field in model._meta.concrete_fields)]
    found = {model._meta.label: [kept(row) for row in model._default_manager.filter(game=game).order_by("pk").values()] for model in models}
    return found | {"itself": list(Game.objects.filter(pk=game.pk).values())}


def kept(row: dict) -> dict:
    return {name: value for name, value in row.items() if name not in BY_ITSELF}


@pytest.fixture
def harbour(anne, mary) -> Game:
    """A running table of Anne and Mary, one that waits, a line of talk and a league: things that a stranger might wish to change."""
    game = lobby.create(anne, "buccaneer", seats=2)
    lobby.join(game.pk, mary, token=game.join_token)
    lobby.create(anne, "buccaneer", seats=3)
    chat.post_line(game.pk, anne, "Ahoy")
    extensions.ask_for_extension(game.pk, anne)  # that takes no more than a button; once more, it does nothing
    making.create_league(anne, "Cup of Tortuga", "buccaneer")
    return game


def try_all(harbour: Game, send, caplog) -> None:
    """Send it to every address: never a fault of ours, never two lines in the log."""
    for address in addresses(harbour.pk):
        caplog.clear()
        assert send(address).status_code < 500, address
        assert len([line for line in caplog.records if line.levelno >= logging.WARNING]) <= 1, address


@with_each_body
def test_strangers_change_nothing_of_others_with_nonsense(client, anne, mary, jack, sign_in, harbour, caplog, body):
    sign_in(client, jack)
    before = belongings(anne, mary)
    try_all(harbour, lambda address: client.post(address, BODIES[body]), caplog)
    assert belongings(anne, mary) == before


@once
def test_nobody_needs_an_account_to_change_nothing(client, anne, mary, harbour, caplog):
    before = belongings(anne, mary)
    try_all(harbour, lambda address: client.post(address, BODIES["twice"]), caplog)
    assert belongings(anne, mary) == before


@with_each_body
def test_captains_do_not_move_their_own_table_with_nonsense(client, anne, sign_in, harbour, caplog, body):
    sign_in(client, anne)
    before = of_table(harbour)
    try_all(harbour, lambda address: client.post(address, BODIES[body]), caplog)
    assert of_table(harbour) == before


def test_a_million_letters_move_nothing(client, anne, sign_in, harbour, caplog):
    sign_in(client, anne)
    before = of_table(harbour)
    try_all(harbour, lambda address: client.post(address, dict.fromkeys(FIELDS, "x" * 33_000)), caplog)
    assert of_table(harbour) == before


@once
def test_looking_changes_nothing(client, anne, mary, sign_in, harbour, caplog):
    sign_in(client, anne)
    before = belongings(anne, mary)
    try_all(harbour, client.get, caplog)
    assert belongings(anne, mary) == before


@pytest.mark.parametrize("number", [HUGE, str(2**63 - 1), str(2**31)])
def test_numbers_that_no_database_holds_name_nothing(client, anne, sign_in, harbour, caplog, number):
    """In addresses: 2**63 is too large for any column, 2**31 for some of PostgreSQL."""
    sign_in(client, anne)
    huge = ["/" + PLACE.sub(number, template) for template in templates() if PLACE.search(template)]
    for address in huge:
        assert client.get(address).status_code < 500, address
        assert client.post(address, {"seen": "0", "text": "x"}).status_code < 500, address


@once
@pytest.mark.parametrize("method", ["put", "delete"])
def test_methods_that_no_page_takes_are_refused_everywhere(client, anne, mary, sign_in, harbour, method):
    sign_in(client, anne)
    before = belongings(anne, mary)
    answers = {address: getattr(client, method)(address) for address in addresses(harbour.pk)}
    assert {address for address, answer in answers.items() if answer.status_code not in (404, 405)} == set()
    assert belongings(anne, mary) == before
