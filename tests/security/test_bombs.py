"""Small things that would become large when they are read are refused, in a moment and with a sentence."""

import json
from time import thread_time

import pytest

from accounts import api_keys
from games.formats.notation import BadRecord
from games.tables import lobby, record_import
from notifications.inbound.prescan import problem_with
from tests.scenario_language.reading import ScenarioError, read_file

DEEP = 100_000
YAML = {
    "lists in lists": "[" * 20_000,
    "closed lists in lists": "title: x\ngiven: " + "[" * 5_000 + "]" * 5_000,
    "a billion laughs": "a: &a [x,x,x,x,x,x,x,x,x]\n"
    + "".join(f"{here}: &{here} [{','.join([f'*{before}'] * 9)}]\n" for before, here in zip("abcdefgh", "bcdefghi", strict=True)),
    "a number without end": "title: " + "9" * 10_000,
    "itself": "title: &a [*a]",
    "a program": "!!python/object/apply:os.system ['true']",
    "bytes": "\x00\x01",
    "merged without end": "x: &x {a: 1}\n" + "y: {<<: *x}\n" * 1000,
}


@pytest.mark.parametrize("what", YAML)
def test_a_scenario_that_is_built_to_hurt_is_refused_with_its_name(tmp_path, what):
    path = tmp_path / "bomb.yaml"
    path.write_text(YAML[what])
    start = thread_time()
    with pytest.raises(ScenarioError):
        read_file(path)
    assert thread_time() - start < 5


RECORDS = ["(" * DEEP, "[" * DEEP, "1 " * DEEP, "\n" * DEEP, ";" * DEEP, '"' * DEEP, "9" * DEEP, "\x1f\x8b\x08" + "\x00" * 1000, "%PDF-1.7"]


@pytest.mark.one_database
@pytest.mark.django_db
@pytest.mark.parametrize("text", RECORDS, ids=lambda text: repr(text[:3]))
def test_a_record_that_is_none_is_refused_in_a_moment(anne, text):
    start = thread_time()
    with pytest.raises(BadRecord):
        record_import.take_in(anne, text)
    assert thread_time() - start < 2


PICTURES = [
    b"\x89PNG\r\n\x1a\n" + b"\x00" * 64,
    b"GIF89a\xff\xff\xff\xff",
    b"\xff\xd8\xff\xe0",
    b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    b"PK\x03\x04",
]


@pytest.mark.one_database
@pytest.mark.django_db
@pytest.mark.parametrize("picture", PICTURES)
def test_a_picture_instead_of_a_record_is_refused_with_a_sentence(client, sign_in, anne, picture):
    """No form takes pictures, and none that people send is ever opened."""
    from django.core.files.uploadedfile import SimpleUploadedFile

    answer = sign_in(client, anne).post("/records/", {"file": SimpleUploadedFile("x.png", picture), "text": ""})
    assert answer.status_code == 422


def mail(inside: bytes, head: bytes = b"Content-Type: multipart/mixed; boundary=x") -> bytes:
    return b"From: a@b.example\r\nMIME-Version: 1.0\r\n" + head + b"\r\n\r\n" + inside


PART = b"--x%d\r\nContent-Type: multipart/mixed; boundary=x%d\r\n\r\n"
LETTERS = {
    "parts without end": mail(b"--x\r\n\r\n" * 20_000),
    "letters in letters": mail(b"Content-Type: message/rfc822\r\n\r\n" * 5_000, b"Content-Type: message/rfc822"),
    "boundaries in boundaries": mail(b"".join(PART % (n, n + 1) for n in range(2_000))),
    "headers without end": b"".join(b"X-%d: y\r\n" % number for number in range(50_000)) + b"\r\n",
    "a header without end": b"Subject: " + b"x" * 1_000_000 + b"\r\n\r\nhi",
}  # fmt: skip


@pytest.mark.parametrize("what", LETTERS)
def test_a_letter_that_is_built_to_hurt_is_looked_at_in_a_moment(what):
    start = thread_time()
    problem_with(LETTERS[what].replace(b"\r\n", b"\n"))
    assert thread_time() - start < 1


BODIES = [
    "[" * DEEP,
    '{"seen":' * 20_000,
    '{"seen": ' + "9" * 5_000 + ', "decision": "x", "answer": "x"}',
    '{"seen": 1e999, "decision": "x", "answer": "x"}',
    '"' + "\\u0000" * 20_000 + '"',
    json.dumps({"seen": 0, "decision": "x", "answer": [["x"] * 200] * 200}),
]


@pytest.mark.one_database
@pytest.mark.django_db
@pytest.mark.parametrize("body", BODIES, ids=lambda body: body[:12])
def test_json_that_is_built_to_hurt_is_refused_as_malformed(client, anne, mary, body):
    game = lobby.create(anne, "buccaneer", seats=2)
    lobby.join(game.pk, mary, token=game.join_token)
    headers = {"Authorization": f"Bearer {api_keys.create_key(anne, 'x')}"}
    answer = client.post(f"/api/games/{game.pk}/moves", body, content_type="application/json", headers=headers)
    assert answer.status_code in (400, 409, 422)
    assert set(answer.json()) >= {"code", "text"}
