"""Records on the pages: saved, taken in, played on from, and their words typed at the table."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from games.engine import Action
from games.formats.replay import digest
from games.models import Game, Move, Seed
from games.play import acting
from games.queries.past import state_at
from tests.pages.conftest import answer
from tests.reading import alert, part

pytestmark = pytest.mark.one_database


def play_some(table, turns: int = 6) -> None:
    """Turns by default, then an agreed end."""
    for _ in range(turns):
        game = table.game
        state = state_at(game, game.number)
        waiting = next(decision for decision in game.rules.decisions(state) if not decision.optional)
        acting.act(game.pk, Action(waiting.seat, waiting.name, waiting.default), game.number)
    acting.end_as_it_stands(table.pk, "agreed")


@pytest.fixture
def ended(table):
    play_some(table)
    return table


@pytest.fixture
def record(as_anne, ended) -> str:
    return as_anne.get(f"{ended.address}record/").content.decode()


def test_a_running_game_gives_no_record_and_says_why(as_anne, table, golden):
    response = as_anne.get(f"{table.address}record/")
    assert response.status_code == 409
    assert golden("pages/no-record", part(response, "main p"))
    assert bytes(Seed.objects.get(game=table.pk).secret).hex() not in response.content.decode()


def test_the_history_of_an_ended_game_offers_its_record_as_a_file(as_anne, ended):
    assert reverse("record", args=[ended.pk]) in as_anne.get(f"{ended.address}history/").content.decode()
    response = as_anne.get(f"{ended.address}record/")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert "attachment" in response["Content-Disposition"]
    assert "Seat bombay: bombay / Anne" in response.content.decode()


def test_a_stranger_finds_no_record_of_a_private_game(client, jack, sign_in, ended):
    assert sign_in(client, jack).get(f"{ended.address}record/").status_code == 404


def test_a_record_taken_in_gives_the_same_record_back(as_anne, anne, record):
    response = as_anne.post("/records/", {"text": record, "seat": 1})
    game = Game.objects.latest("pk")
    assert response.url == f"/games/{game.pk}/"
    assert (game.status, game.is_rated, game.owner) == (Game.Status.OVER, False, anne)
    assert as_anne.get(f"/games/{game.pk}/record/").content.decode() == record


def test_a_record_may_come_as_a_file_with_the_line_ends_of_another_system(as_anne, record):
    file = SimpleUploadedFile("game.txt", record.replace("\n", "\r\n").encode())
    as_anne.post("/records/", {"file": file, "seat": 2})
    game = Game.objects.latest("pk")
    assert as_anne.get(f"/games/{game.pk}/record/").content.decode().replace("Mary", "Anne") == record.replace("Mary", "Anne")


def test_play_goes_on_from_any_move_against_bots(as_anne, anne, ended, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        as_anne.post(f"{ended.address}play-on/", {"at": 2})
    game = Game.objects.latest("pk")
    assert game.pk != ended.pk
    assert digest(game.rules.dump(state_at(game, 2))) == Move.objects.get(game=ended.pk, number=2).hash
    assert [(player.user, bool(player.bot)) for player in game.players.all()] == [(anne, False), (None, True)]
    assert game.status == Game.Status.RUNNING
    assert game.waits.get(closed_at=None).seat == 0, "the bot has played and waits for Anne"


@pytest.mark.parametrize("at", ["", "-1", "99999", "seven", "٣"])
def test_a_move_that_is_not_in_the_game_cannot_be_played_on_from(as_anne, ended, at):
    before = Game.objects.count()
    assert as_anne.post(f"{ended.address}play-on/", {"at": at}).status_code == 422
    assert Game.objects.count() == before


def test_nobody_plays_on_from_a_game_that_still_runs(as_anne, table):
    assert as_anne.post(f"{table.address}play-on/", {"at": 0}).status_code == 422
    assert Game.objects.count() == 1


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("Version: 2", "Version: 3", "Line 4"),
        ("Record: 1", "Record: 9", "Line 2"),
        ("Ruleset: buccaneer", "Ruleset: ../../etc", "Line 3"),
        ("End: agreed", "End: treasure", "Line "),
        ("\nEnd: agreed", "", "Line "),
        ("/ Mary", "/ " + "M" * 100, "Line "),
        ("1 bombay sail", "1 london sail", "Line "),
        ("\n2 ", "\n3 ", "Line "),
    ],
)
def test_a_record_that_was_spoiled_is_refused_with_the_line_and_nothing_is_stored(as_anne, record, old, new, line, golden):
    assert old in record
    response = as_anne.post("/records/", {"text": record.replace(old, new, 1), "seat": 1})
    assert response.status_code == 422
    assert golden("pages/take-in", alert(response))
    assert Game.objects.count() == 1


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"text": "<script>alert(1)</script>"},
        {"text": "x" * 250_000},
        {"text": "\0\0"},
        {"file": SimpleUploadedFile("a.txt", b"\xff\xfe\x00")},
    ],
)
def test_what_is_no_record_is_refused_in_a_sentence(as_anne, sent):
    response = as_anne.post("/records/", {"seat": 1, **sent})
    assert response.status_code in (400, 413, 422)
    assert "<script>alert" not in response.content.decode()
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        *({"at": at} for at in ("-1", "99999", "1e3")),
        *({"seat": seat} for seat in ("0", "x", "")),
        {"text": "Record: 1\0"},
        {"text": "x" * 200_001},
    ],
    ids=["at-negative", "at-too-large", "at-no-number", "seat-0", "seat-no-number", "seat-empty", "unreadable-signs", "too-long"],
)
def test_each_field_says_what_belongs_into_it_and_nothing_is_stored(as_anne, record, wrong, golden):
    before = Game.objects.count()
    refused = as_anne.post("/records/", {"text": record, "seat": "1"} | wrong)
    assert refused.status_code == 422
    assert golden("pages/take-in", alert(refused))
    assert Game.objects.count() == before


def test_far_too_much_is_refused_in_a_sentence_and_nothing_is_stored(as_anne, record, golden):
    before = Game.objects.count()
    refused = as_anne.post("/records/", {"text": "; much\n" * 150_000, "seat": "1"})
    assert refused.status_code == 400
    assert golden("pages/400", part(refused, "main p"))
    assert Game.objects.count() == before


def test_anyone_who_is_not_signed_in_takes_in_nothing(client, db):
    assert client.post("/records/", {"text": "x", "seat": 1}).status_code == 302
    assert not Game.objects.exists()


@pytest.mark.parametrize("line", ["sail V18", "V18", "SAIL  v18", "Sail v18"])
def test_a_move_may_be_typed_in_the_words_of_a_record(as_anne, table, line):
    square = next(option for option in table_options(table) if option not in ("stay",))
    response = as_anne.post(f"{table.address}move/", {"seen": 0, "line": line.replace("V18", square).replace("v18", square.lower())})
    assert response.status_code == 302
    assert Move.objects.get(game=table.pk, number=1).answer == square


def table_options(table) -> tuple[str, ...]:
    return next(decision.options for decision in table.game.rules.decisions(state_at(table.game, 0)) if decision.name == "sail")


@pytest.mark.parametrize("line", ["", "sail", "sail Atlantis", "sail V18, V19", "end yes", "x" * 301, "sail \0", "fly V18 for gold"])
def test_a_typed_line_that_means_nothing_is_refused_in_a_sentence_and_nothing_changes(as_anne, table, line):
    response = as_anne.post(f"{table.address}move/", {"seen": 0, "line": line})
    assert response.status_code == 422
    assert 'class="problem"' in response.content.decode()
    assert table.game.number == 0


def test_nobody_types_a_move_for_another_seat(client, mary, sign_in, table, golden):
    response = sign_in(client, mary).post(f"{table.address}move/", {"seen": 0, "line": "sail V18"})
    assert response.status_code == 422
    assert golden("pages/table", part(response, "div.controls"))


def test_the_form_of_a_typed_line_stands_beside_the_question(as_anne, table, golden):
    assert golden("pages/table", part(as_anne.get(table.address), "#typing"))
    assert answer(table, "sail")["seen"] == 0
