"""The picture of a link is drawn by a process of its own, which may fail, hang, or be missing."""

import subprocess
import sys
from pathlib import Path
from time import monotonic

import pytest
from django.conf import settings

from games.drawing import share_picture, share_process
from games.drawing.share_card import Card, Line, as_json, of_json
from games.drawing.share_process import HANDED_ON, NotDrawn
from games.rulesets import get_ruleset
from games.web.sharing import first_board

CARD = Card("Ærøskøbing & <b> 海 ⚓", "secret words", [Line("Anne", "#aa0000", "7"), Line("-c x")])
WEB_PROCESS = """
import sys
import buccaneer_site.asgi, buccaneer_site.urls
from django.test import RequestFactory
from games.web import sharing
assert sharing.as_png(RequestFactory().get("/"), sharing.Card("Pirate board games")).status_code == 200
print([name for name in ("PIL", "resvg_py", "deflate") if name in sys.modules])
"""


@pytest.fixture
def program(tmp_path, monkeypatch):
    """Let these lines of a shell stand in for the program that draws."""

    def stand_in(lines: str) -> None:
        path = tmp_path / "python"
        path.write_text(f"#!/bin/sh\n{lines}\n")
        path.chmod(0o755)
        monkeypatch.setattr(sys, "executable", str(path))

    return stand_in


def drawn(card: Card = CARD) -> bytes:
    return share_process.png(card, settings.SHIPPED)


def with_a_board() -> Card:
    return CARD._replace(board=first_board(get_ruleset("buccaneer"), 2))


def test_another_process_draws_the_same_picture():
    card = with_a_board()
    assert drawn(card) == share_picture.png(card)


def test_a_card_is_the_same_after_its_way_to_another_process():
    for card in (CARD, with_a_board()):
        found = of_json(as_json(card))
        assert found == card
        assert card.board is None or found.board.ground == card.board.ground != ""


@pytest.mark.parametrize("path", ["", "elsewhere"])
def test_it_finds_our_code_wherever_the_site_was_started(tmp_path, monkeypatch, path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games.py").write_text("raise SystemExit('not ours')")
    monkeypatch.setattr(sys, "path", [path, *(one for one in sys.path if one and Path(one) != settings.BASE_DIR)])
    assert drawn().startswith(b"\x89PNG")


def test_words_of_people_are_no_arguments_of_it_and_no_secrets_its_environment(program, monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "do not tell")
    program('echo "$@"; env; cat > /dev/null')
    said = drawn().decode()
    assert "-m games.drawing.share_process" in said
    assert not any(words in said for words in ("do not tell", "secret words", "Anne", "SECRET_KEY"))
    names = {line.partition("=")[0] for line in said.splitlines()[1:]}
    assert names <= {"PYTHONPATH", *HANDED_ON, "PWD", "SHLVL", "_", "OLDPWD"}


def test_one_that_hangs_is_ended(program, monkeypatch, tmp_path):
    monkeypatch.setattr(share_process, "TIME_LIMIT", 0.3)
    program(f"echo $$ > {tmp_path}/number; exec sleep 600")
    began = monotonic()
    with pytest.raises(NotDrawn, match="TimeoutExpired"):
        drawn()
    assert monotonic() - began < 60
    assert not Path(f"/proc/{int((tmp_path / 'number').read_text())}").exists()


@pytest.mark.parametrize("lines", ["exit 3", "cat > /dev/null; echo no ink >&2; exit 1", "cat > /dev/null", "kill -9 $$"])
def test_one_that_fails_or_says_nothing_is_no_picture(program, lines):
    program(lines)
    with pytest.raises(NotDrawn, match="no ink" if "ink" in lines else r"^-?\d+: $"):
        drawn()


def test_one_that_cannot_be_started_is_no_picture(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(NotDrawn, match="FileNotFoundError"):
        drawn()


def test_a_web_process_answers_with_a_picture_and_loads_no_library_that_draws():
    done = subprocess.run([sys.executable, "-c", WEB_PROCESS], cwd=settings.BASE_DIR, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
