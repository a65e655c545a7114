"""The command `buccaneer-rules`. Its Django cousins (playout, verify_game) are tested where games are stored."""

import json
import lzma
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from games.standalone.command_line import main

ROOT = Path(__file__).resolve().parents[2]
QUICKSTART = (ROOT / "docs" / "rules-in-python.md").read_text()
pytestmark = pytest.mark.one_database


@pytest.fixture(scope="module")
def record(tmp_path_factory) -> Path:
    """The record that the quickstart writes, run as its reader runs it."""
    folder = tmp_path_factory.mktemp("quickstart")
    [script] = re.findall(r"```python\n(.*?)```", QUICKSTART, re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=True
    )
    assert "Anne is asked" in done.stdout
    return folder / "game.json"


def test_the_record_of_the_quickstart_is_verified(record, capsys):
    assert main(["verify", str(record)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 4


def test_a_record_with_another_answer_is_not(record, tmp_path, capsys):
    changed = json.loads(record.read_text())
    changed["moves"][1][3] = next(move[3] for move in changed["moves"][2:] if move[2] == "sail" and move[3] != changed["moves"][1][3])
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(changed))
    assert main(["verify", str(path)]) == 1
    assert capsys.readouterr().out.splitlines()[-1].startswith("NO  ")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"format": 1}', "“ruleset” is missing"),
        ('{"format": 1,', "line 1 is not JSON"),
        ('{"format": 1, "ruleset": [], "version": 1}', "something in it does not have the form"),
    ],
)
def test_what_is_no_record_is_called_so_in_words(text, says, tmp_path, capsys):
    path = tmp_path / "game.json"
    path.write_text(text)
    assert main(["verify", str(path)]) == 1
    assert says in capsys.readouterr().out


def test_a_record_as_text_is_verified_and_a_changed_line_is_named(tmp_path, capsys):
    with lzma.open(ROOT / "tests/golden/version-1-format-1/piracy.json.xz", "rt") as file:
        text = min(json.load(file)["records"], key=len)
    path = tmp_path / "game.txt"
    path.write_text(text)
    assert main(["verify", str(path)]) == 0
    lines = text.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("2 "))
    path.write_text("\n".join(lines[:at] + lines[at + 1 :]))
    assert main(["verify", str(path)]) == 1
    assert f"Line {at + 1}:" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["verify", "nowhere.json"], "nowhere.json"),
        (["playout", "--ruleset", "chess"], "chess"),
        (["playout", "--ruleset", "bounty", "--players", "30"], "Bounty"),
    ],
)
def test_what_cannot_be_done_is_a_sentence_and_2(words, reason, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert reason in err


def test_bots_play_a_game(capsys):
    assert main(["playout", "--ruleset", "trade-winds", "--seed", "3"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["seed"] == 3


def test_every_edition_is_named(capsys):
    assert main(["editions"]) == 0
    named = {line.split()[0] for line in capsys.readouterr().out.splitlines()}
    assert {"buccaneer", "buccaneer-classic", "buccaneer-family", "bounty", "piracy", "trade-winds"} <= named
