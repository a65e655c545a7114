"""A disk that is full: every way in says so in one sentence, and nothing is half stored."""

import json
from contextlib import contextmanager

import pytest
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection
from django.test import Client

from accounts import api_keys
from games.models import ChatLine
from games.rulesets import all_rulesets
from tests.games.conftest import two_people
from tests.games.toy import TOY
from tests.reading import part

pytestmark = pytest.mark.django_db
WRITES = ("INSERT", "UPDATE", "DELETE")


def refuses_writes(execute, sql, params, many, context):
    """What SQLite does when its disk is full."""
    if sql.lstrip().upper().startswith(WRITES):
        raise OperationalError("database or disk is full")
    return execute(sql, params, many, context)


@pytest.fixture
def full():
    """`with full():` nothing more can be stored."""

    @contextmanager
    def full():
        with connection.execute_wrapper(refuses_writes):
            yield

    return full


@pytest.fixture
def game(anne, mary, monkeypatch):
    monkeypatch.setitem(all_rulesets(), "toy", TOY)
    return two_people(anne, mary)


def said(page) -> str:
    return part(page, "main p")


def test_a_move_or_a_line_on_a_full_disk_is_refused_with_503_and_one_sentence(client, sign_in, anne, game, full, golden):
    sign_in(client, anne).get(f"/games/{game.pk}/")
    with full():
        page = client.post(f"/games/{game.pk}/say/", {"text": "Ahoy"})
    assert (page.status_code, page["Retry-After"], ChatLine.objects.count()) == (503, "600", 0)
    assert golden("pages/full-disk", said(page))
    assert client.post(f"/games/{game.pk}/say/", {"text": "Ahoy"}).status_code < 400


def test_a_session_that_cannot_be_stored_is_no_fault_of_the_request(client, anne, full):
    quiet = Client(raise_request_exception=False)
    anne.set_password("a long password of anne")
    anne.save()
    with full():
        page = quiet.post("/account/login/", {"login": anne.email, "password": "a long password of anne"})
    assert page.status_code == 503
    assert Session.objects.count() == 0


def test_a_first_page_of_the_day_on_a_full_disk_is_told_as_such(sign_in, anne, full):
    quiet = sign_in(Client(raise_request_exception=False), anne)
    with full():
        page = quiet.get("/account/profile/")
    assert page.status_code == 503


def test_a_program_reads_of_a_full_disk_in_json(client, anne, game, full, golden):
    key = api_keys.create_key(anne, "mine")
    with full():
        answer = client.post(
            f"/api/games/{game.pk}/talk", {"text": "Ahoy"}, content_type="application/json", headers={"Authorization": f"Bearer {key}"}
        )
    assert (answer.status_code, json.loads(answer.content)["code"]) == (503, "no-room")
    assert golden("pages/full-disk", json.loads(answer.content)["text"])
