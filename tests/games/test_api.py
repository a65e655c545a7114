"""A program with a key of its own reads tables and plays at them: what a page shows and does, as JSON."""

import json
import re
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.cache import cache

from accounts import api_keys
from games.api import described
from games.api.site import api
from games.models import Game, Player
from games.moderation import blocks
from games.play.lessons import course
from games.rulesets import all_rulesets
from games.tables import arranged, chat, lobby
from tests import golden_words
from tests.games.conftest import two_people

FRESH_PROCESS = """
import sys
import django
django.setup()
from django.test import RequestFactory
from django.urls import resolve
told = resolve("/api/openapi.json").func(RequestFactory().get("/api/openapi.json"))
print(told.status_code, [name for name in ("ninja", "pydantic") if name in sys.modules])
"""

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


class Program:
    """Asks and posts with a key."""

    def __init__(self, client, user):
        self.client, self.key = client, api_keys.create_key(user, "test")

    def get(self, path):
        return self.client.get(f"/api{path}", headers={"Authorization": f"Bearer {self.key}"})

    def post(self, path, data):
        text = data if isinstance(data, str) else json.dumps(data)
        return self.client.post(f"/api{path}", text, content_type="application/json", headers={"Authorization": f"Bearer {self.key}"})

    def answer(self, pk, decision, answer, seen):
        return self.post(f"/games/{pk}/moves", {"seen": seen, "decision": decision, "answer": answer})


@pytest.fixture
def program(client):
    return lambda user: Program(client, user)


# -- who is let in --------------------------------------------------------------------------------
@pytest.mark.parametrize("key", ["", "Bearer ", "Bearer sail_wrong", "Basic YTpi", "Bearer \u2603"])
def test_without_a_key_nobody_is_let_in(client, at, key):
    answer = client.get("/api/games", headers={"Authorization": key} if key else {})
    assert (answer.status_code, answer.json()["code"]) == (401, "no-key")
    assert "/account/keys/" in answer.json()["text"]


def test_who_is_signed_in_at_the_pages_needs_a_key_all_the_same(client, sign_in, anne, at):
    assert sign_in(client, anne).get("/api/games").status_code == 401


def test_a_key_that_was_ended_opens_nothing(program, anne, at):
    mine = program(anne)
    assert mine.get("/games").status_code == 200
    anne.keys.all().delete()
    assert mine.get("/games").status_code == 401


def test_a_closed_account_has_no_keys(program, anne, at):
    mine = program(anne)
    anne.is_active = False
    anne.save()
    assert mine.get("/games").status_code == 401


def test_more_than_a_program_needs_is_refused_for_a_while(program, anne, mary, at, time_machine):
    mine, hers = program(anne), program(mary)
    assert {mine.get("/games").status_code for _ in range(120)} == {200}
    refused = mine.get("/games")
    assert (refused.status_code, refused.json()["code"]) == (429, "too-many")
    assert 1 <= int(refused.headers["Retry-After"]) <= 61
    assert program(anne).get("/games").status_code == 429
    assert hers.get("/games").status_code == 200


# -- reading --------------------------------------------------------------------------------------
def test_ones_tables_come_the_most_urgent_first_and_those_of_others_not_at_all(program, anne, mary, jack, at):
    two = two_people(mary, anne)
    waiting = program(anne).get("/games?waiting=true").json()
    assert [found["id"] for found in waiting] == [at.pk]
    assert {found["id"] for found in program(anne).get("/games").json()} == {at.pk, two.pk}
    assert program(jack).get("/games").json() == []
    assert waiting[0] | {"name": "", "due": ""} == {
        "id": at.pk, "name": "", "ruleset": "toy", "status": "running", "number": 0, "seat": 0, "waits_for_you": True, "due": "",
    }  # fmt: skip


def test_a_table_tells_what_is_asked_with_the_words_of_the_page(program, anne, mary, at):
    found = program(anne).get(f"/games/{at.pk}").json()
    asked = {question["decision"]: question for question in found["asked"]}
    assert list(asked) == ["steer", "boast"]
    assert asked["steer"]["question"] == "Steer?"
    assert {"value": "north", "label": "north", "worth": None} in asked["steer"]["options"]
    assert (found["seat"], found["waits"][0]["seat"], found["can_undo"]) == (0, 0, False)
    assert program(mary).get(f"/games/{at.pk}").json()["asked"] == []


def test_what_happened_is_told_as_its_reader_may_know_it(program, anne, mary, at):
    at.turn(0, "yes")
    hers, mine = (program(user).get(f"/games/{at.pk}/moves?after=0").json() for user in (mary, anne))
    assert [(move["decision"], move["answer"]) for move in mine] == [("steer", "stay"), ("dig", "yes")]
    assert [move["answer"] for move in hers] == [None, None]
    assert hers[0]["told"] == mine[0]["told"] != []
    assert program(anne).get(f"/games/{at.pk}/moves?after=99999999999999999999").json() == []


def test_a_private_table_is_not_there_for_a_stranger(program, jack, anne, mary):
    game = two_people(anne, mary)
    Game.objects.filter(pk=game.pk).update(open_to_all=False)
    for path in ("", "/moves", "/talk"):
        answer = program(jack).get(f"/games/{game.pk}{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


def test_talk_is_read_and_said_but_not_that_of_who_is_kept_away(program, anne, mary, at):
    chat.post_line(at.pk, mary, "Ahoy")
    said = program(anne).post(f"/games/{at.pk}/talk", {"text": "<b>Belay</b>"})
    assert (said.status_code, said.json()["text"]) == (200, "<b>Belay</b>")
    assert [line["text"] for line in program(mary).get(f"/games/{at.pk}/talk").json()] == ["Ahoy", "<b>Belay</b>"]
    blocks.block(anne, mary)
    assert [line["text"] for line in program(anne).get(f"/games/{at.pk}/talk").json()] == ["<b>Belay</b>"]
    assert program(anne).post(f"/games/{at.pk}/talk", {"text": "  "}).json()["code"] == "empty"


# -- playing --------------------------------------------------------------------------------------
def test_an_answer_is_played_and_the_table_comes_back(program, anne, at):
    answer = program(anne).answer(at.pk, "steer", "north", 0)
    assert (answer.status_code, answer.json()["number"], answer.json()["can_undo"]) == (200, 1, True)
    assert [question["decision"] for question in answer.json()["asked"]] == ["dig", "boast"]
    assert at.game.moves.get(number=1).answer == "north"


def test_sent_twice_it_is_played_once(program, anne, at):
    mine = program(anne)
    assert [mine.answer(at.pk, "steer", "north", 0).status_code for _ in range(2)] == [200, 200]
    assert at.game.number == 1
    assert mine.answer(at.pk, "steer", "stay", 0).status_code == 409


def test_the_move_that_ends_a_game_sent_twice_is_played_once(program, client, anne, mary, sign_in):
    game = lobby.create(anne, "toy", {"rounds": 1}, seats=2, open_to_all=True)
    lobby.join(game.pk, mary)
    programs, sent = {user.pk: program(user) for user in (anne, mary)}, None
    while (game := Game.objects.get(pk=game.pk)).status == Game.Status.RUNNING:
        captain = game.players.get(seat=game.waits.filter(closed_at=None).get().seat).user
        asked = programs[captain.pk].get(f"/games/{game.pk}").json()["asked"][0]
        sent = (game.pk, asked["decision"], asked["example"], game.number)
        assert programs[captain.pk].answer(*sent).status_code == 200
    assert programs[captain.pk].answer(*sent).status_code == 200
    form = {"decision": sent[1], "answer": sent[2], "seen": sent[3]}
    assert sign_in(client, captain).post(f"/games/{game.pk}/move/", form).status_code in (200, 302)
    assert programs[captain.pk].answer(game.pk, "steer", "raid", sent[3]).status_code == 422
    assert Game.objects.get(pk=game.pk).number == sent[3] + 1


@pytest.mark.parametrize("method", ["put", "patch", "delete", "trace"])
def test_a_method_that_an_address_does_not_take_is_refused_as_programs_read_it(client, at, method):
    answer = getattr(client, method)(f"/api/games/{at.pk}/moves")
    assert (answer.status_code, answer.json()["code"]) == (405, "method")
    assert set(answer["Allow"].split(", ")) == {"GET", "POST"}


@pytest.mark.parametrize("path", ["/api/nothing", "/api/games/1/nothing/"])
def test_an_address_that_does_not_exist_is_no_table_that_is_missing(client, db, path):
    answer = client.get(path)
    assert (answer.status_code, answer.json()) == (404, {"code": "not-found", "text": "There is no such address.", "law": ""})


def test_a_page_of_another_site_may_use_a_key_but_no_cookie(client, program, anne, at):
    asks = {"Origin": "https://tools.example", "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    preflight = client.options(f"/api/games/{at.pk}/moves", headers=asks)
    assert (preflight.status_code, preflight["Access-Control-Allow-Origin"]) == (204, "*")
    assert {"Authorization", "Content-Type"} <= set(preflight["Access-Control-Allow-Headers"].split(", "))
    assert "POST" in preflight["Access-Control-Allow-Methods"]
    for answer in program(anne).get("/games"), client.get("/api/games"):
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer


def test_a_choice_is_taken_back_as_on_the_page(program, anne, at):
    mine = program(anne)
    mine.answer(at.pk, "steer", "north", 0)
    assert mine.post(f"/games/{at.pk}/undo", {"seen": 1}).json()["number"] == 2
    assert mine.post(f"/games/{at.pk}/undo", {"seen": 2}).json()["code"] == "no-undo"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"seen": 0, "decision": "steer", "answer": "to the moon"}, 422, "not-offered"),
        ({"seen": 0, "decision": "dig", "answer": "yes"}, 422, "not-asked"),
        ({"seen": 7, "decision": "steer", "answer": "north"}, 409, "stale"),
        ({"seen": -1, "decision": "steer", "answer": "north"}, 422, "malformed"),
        ({"seen": "0", "decision": "steer", "answer": "north"}, 422, "malformed"),
        ({"seen": 10**30, "decision": "steer", "answer": "north"}, 422, "malformed"),
        ({"seen": 0, "decision": "steer", "answer": None}, 422, "malformed"),
        ({"seen": 0, "decision": "steer", "answer": {"north": 1}}, 422, "malformed"),
        ({"seen": 0, "decision": "steer", "answer": True}, 422, "malformed"),
        ({"seen": 0, "decision": "steer", "answer": 3}, 422, "not-offered"),
        ({"seen": 0, "decision": "steer", "answer": ["north"]}, 422, "not-offered"),
        ({"seen": 0, "decision": "steer", "answer": [["north"], [["x"]]]}, 422, "malformed"),
        ({"seen": 0, "decision": "steer", "answer": ["x"] * 201}, 422, "malformed"),
        ({"seen": 0, "decision": "s" * 401, "answer": "north"}, 422, "malformed"),
        ({"seen": 0, "decision": "steer\x00\u202e", "answer": "north"}, 422, "not-asked"),
        ({"decision": "steer", "answer": "north"}, 422, "malformed"),
        ([], 422, "malformed"),
    ],
)
def test_nonsense_is_refused_with_a_name_and_a_sentence_and_nothing_changes(program, anne, at, body, status, code):
    answer = program(anne).post(f"/games/{at.pk}/moves", body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert len(answer.json()["text"]) > 8
    assert at.game.number == 0


@pytest.mark.parametrize(
    "text", ["", "{", "\x00", "[" * 100_000, '{"seen": NaN}', '{"seen": 0, "decision": "\\ud800", "answer": "\\ud800"}']
)
def test_what_is_no_json_is_no_fault_of_ours(program, anne, at, text):
    answer = program(anne).post(f"/games/{at.pk}/moves", text)
    assert (answer.status_code in (400, 422), answer.json()["code"]) == (True, "malformed")
    assert at.game.number == 0


def test_nobody_plays_for_another(program, mary, jack, at):
    assert program(mary).answer(at.pk, "steer", "north", 0).status_code == 422
    assert program(jack).answer(at.pk, "steer", "north", 0).status_code == 404
    assert at.game.number == 0


def test_a_question_names_the_answer_when_time_runs_out_under_its_newer_and_its_older_name(program, at, anne):
    asked = program(anne).get(f"/games/{at.pk}").json()["asked"]
    assert [(one["decision"], one["default"], one["in_your_place"]) for one in asked] == [("steer", "stay", "stay"), ("boast", None, None)]


def test_before_a_game_has_begun_nothing_can_be_played(program, anne):
    game = lobby.create(anne, "toy", seats=2, open_to_all=True)
    mine = program(anne)
    assert mine.get(f"/games/{game.pk}").json() | {"chairs": []} == mine.get(f"/games/{game.pk}").json() | {"view": None, "chairs": []}
    assert mine.answer(game.pk, "steer", "north", 0).json()["code"] == "not-begun"


def test_a_lesson_is_kept_to_as_on_the_page(program, anne):
    game = arranged.open_lesson(anne, "buccaneer")
    mine, step = program(anne), course(game, 0).step
    [asked] = mine.get(f"/games/{game.pk}").json()["asked"]
    assert asked["decision"] == step.decision
    assert mine.answer(game.pk, "nonsense", "x", game.number).json()["code"] == "lesson"
    assert mine.answer(game.pk, step.decision, asked["example"], game.number).status_code == 200


@pytest.mark.parametrize("slug", list(all_rulesets()))
def test_every_edition_is_played_by_a_program_that_says_what_stands_first(slug, program, anne, mary):
    first, second = all_rulesets()[slug].first_places(2)
    game = lobby.create(anne, slug, {}, seats=2, place=first, open_to_all=True)
    lobby.join(game.pk, mary, place=second)
    programs = {player.seat: program(player.user) for player in Player.objects.filter(game=game).select_related("user")}
    for _ in range(25):
        cache.clear()
        found = programs[0].get(f"/games/{game.pk}").json()
        if found["status"] != "running":
            break
        seat = found["waits"][0]["seat"]
        found = programs[seat].get(f"/games/{game.pk}").json()
        asked = found["asked"][0]
        assert not asked["optional"]
        answer = programs[seat].answer(game.pk, asked["decision"], asked["example"], found["number"])
        assert answer.status_code == 200, answer.content
        assert answer.json()["number"] > found["number"]
    assert found["board"]
    assert found["view"]["seat"] == seat


# -- how it is described --------------------------------------------------------------------------
def test_every_way_in_is_described_for_programs(client):
    found = client.get("/api/openapi.json").json()
    assert {path: sorted(ways) for path, ways in found["paths"].items()} == {
        "/api/games": ["get"],
        "/api/games/{pk}": ["get"],
        "/api/games/{pk}/moves": ["get", "post"],
        "/api/games/{pk}/undo": ["post"],
        "/api/games/{pk}/talk": ["get", "post"],
    }
    assert found["components"]["securitySchemes"]["WithKey"] == {"type": "http", "scheme": "bearer"}
    assert found["openapi"].startswith("3.1")
    assert api.version == "1"


@pytest.mark.usefixtures("golden")
def test_the_description_says_what_the_code_does(client):
    """`make golden` writes it anew."""
    said = json.dumps(api.get_openapi_schema(), indent=1, ensure_ascii=False) + "\n"
    if golden_words.RENEW:
        described.FILE.write_text(said)
    assert client.get("/api/openapi.json").json() == json.loads(said)


def test_a_process_that_tells_how_the_api_is_described_loads_no_library_of_it():
    done = subprocess.run([sys.executable, "-c", FRESH_PROCESS], cwd=settings.BASE_DIR, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "200 []"


@pytest.mark.django_db(transaction=True)
def test_the_captain_of_the_docs_plays_on_until_another_is_asked(anne, mary, live_server, monkeypatch, at):
    [script] = re.findall(r"```python\n(.*?)```", (settings.BASE_DIR / "docs" / "api.md").read_text(), re.DOTALL)
    monkeypatch.setenv("KEY", api_keys.create_key(anne, "docs"))
    monkeypatch.setenv("SITE", live_server.url)
    rounds = iter("12")
    monkeypatch.setattr("time.sleep", lambda seconds: next(rounds))
    with pytest.raises(StopIteration):
        exec(script, {})
    assert list(at.game.moves.filter(seat=0).values_list("decision", flat=True)) == ["steer", "dig"]
    assert at.wait().seat == 1


def test_a_refusal_leads_to_its_law_in_the_rules(program, client, anne, mary, settings):
    game = lobby.create(anne, "buccaneer", {}, seats=2, place="bombay", open_to_all=True)
    lobby.join(game.pk, mary, place="london")
    told = program(anne).answer(game.pk, "sail", "A1", Game.objects.get(pk=game.pk).number)
    assert told.status_code == 422
    page, anchor = told.json()["law_link"].removeprefix(settings.SITE_URL).split("#")
    assert f'id="{anchor}"' in client.get(page).content.decode()
    assert program(anne).get("/games/999999").json().get("law_link", "") == ""
