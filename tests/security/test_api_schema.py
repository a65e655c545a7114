"""Whatever a program sends to the API, the answer is one that the API's own description promises, and never a fault of ours.

Schemathesis makes the requests from /api/openapi.json, valid ones and others: API_CASES of them (300; 2,000 in `make nightly`).
"""

import json
import os

import pytest
import schemathesis
from django.conf import settings
from django.core.cache import cache
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance, status_code_conformance

from accounts import api_keys
from games.models import Game
from games.tables import lobby

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.long]

CASES = int(os.environ.get("API_CASES", "300"))
PROMISES = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
WAYS = [
    "GET /api/games", "GET /api/games/{pk}", "GET /api/games/{pk}/moves", "POST /api/games/{pk}/moves", "POST /api/games/{pk}/undo",
    "GET /api/games/{pk}/talk", "POST /api/games/{pk}/talk",
]  # fmt: skip


PLAYED = ("POST /api/games/{pk}/moves", "POST /api/games/{pk}/undo")
"""What is made up hardly ever fits the table: it has changed since, or there is nothing to take back."""


@pytest.fixture
def schema(client):
    """The description of the API, and the site itself behind it, in this process."""
    found = schemathesis.openapi.from_dict(json.loads(client.get("/api/openapi.json").content))
    found.app = WSGIHandler()
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)  # the test's transaction lasts for many requests
    yield found
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def table(anne, mary) -> Game:
    game = lobby.create(anne, "buccaneer", seats=2, open_to_all=True)
    lobby.join(game.pk, mary)
    return game


def operations(schema) -> dict:
    return {found.ok().label: found.ok() for found in schema.get_all_operations()}


def test_every_way_in_is_tried(schema):
    assert sorted(operations(schema)) == sorted(WAYS)


@pytest.mark.parametrize("way", WAYS)
def test_what_a_program_sends_gets_an_answer_that_was_promised(schema, way, anne, table):
    operation, tried = operations(schema)[way], []
    key = api_keys.create_key(anne, "fuzz")
    case_of = st.one_of([operation.as_strategy(generation_mode=mode) for mode in MODES])

    @hypothesis_settings(max_examples=-(-CASES // len(WAYS)), phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(case=case_of, here=st.booleans(), known=st.integers(0, 9))
    def send(case, here, known):
        cache.clear()  # else most of them would be too many
        if here and "pk" in (case.path_parameters or {}):
            case.path_parameters["pk"] = table.pk
        headers = {"Accept-Encoding": "identity"} | ({"Authorization": f"Bearer {key}"} if known else {})
        answer = case.call(headers=headers, base_url=settings.SITE_URL)
        case.validate_response(answer, checks=PROMISES)
        assert answer.status_code == 200 or known == 0 or {"code", "text"} <= answer.json().keys()
        tried.append(answer.status_code)

    send()
    assert len(tried) >= CASES // len(WAYS)
    assert {401, 409 if way in PLAYED else 200} <= set(tried)
