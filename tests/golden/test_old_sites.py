"""The database of an earlier release is migrated, verified, played on, and verified again.

A site is a SQLite dump: games of every edition some way on, with people and bots, standing orders, answers in advance, moves that may
be taken back, open votes and a table of a league. `tests/golden/play_on.py` plays larger ones to their ends.
"""

import lzma
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from tests.depth import DEPTH

pytestmark = pytest.mark.long

SITES = sorted(Path(__file__).parent.glob("sites/*.sql.xz"))
OF_A_TOWN = ("DATABASE_URL", "REDIS_URL", "EMAIL_URL", "SECRET_KEY", "SITE_URL")
ON = 4 * DEPTH
"""Moves played in each game: more would take long."""


@pytest.fixture(params=SITES, ids=lambda path: path.name.split(".")[0])
def folder(request, tmp_path) -> Path:
    """A site's folder with the old database in it."""
    database = sqlite3.connect(tmp_path / "buccaneer.sqlite3")
    database.executescript(lzma.decompress(request.param.read_bytes()).decode())
    database.close()
    return tmp_path


def run(folder: Path, *words: str) -> str:
    """Python with these words at that site, as an operator runs it; what it says."""
    env = {key: value for key, value in os.environ.items() if key not in OF_A_TOWN} | {"BUCCANEER_DATA": str(folder), "LOG_LEVEL": "ERROR"}
    done = subprocess.run([sys.executable, *words], cwd=settings.BASE_DIR, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def asked(folder: Path, query: str) -> list[tuple]:
    database = sqlite3.connect(folder / "buccaneer.sqlite3")
    try:
        return database.execute(query).fetchall()
    finally:
        database.close()


def test_games_begun_under_an_earlier_release_go_on_after_the_upgrade(folder):
    before = dict(asked(folder, "select id, number from games_game where status = 'running'"))
    hashes = set(asked(folder, "select game_id, number, hash from games_move"))
    run(folder, "manage.py", "migrate", "--verbosity", "0")
    assert "none differ" in run(folder, "manage.py", "verify_games", "--processes", "0")
    said = run(folder, "-m", "tests.golden.play_on", str(ON))
    assert "stuck" not in said
    assert "none differ" in run(folder, "manage.py", "verify_games", "--processes", "0")
    after = {pk: (number, status) for pk, number, status in asked(folder, "select id, number, status from games_game")}
    assert {status for _number, status in after.values()} <= {"running", "over", "open"}
    assert all(after[pk][0] >= number + ON or after[pk][1] == "over" for pk, number in before.items())
    assert hashes <= set(asked(folder, "select game_id, number, hash from games_move"))


def test_every_edition_is_among_the_games_of_a_site(folder):
    editions = {slug for (slug,) in asked(folder, "select distinct ruleset from games_game where status = 'running'")}
    assert editions >= {"bounty", "buccaneer", "buccaneer-classic", "buccaneer-family", "piracy", "trade-winds"}
    for rows in ("games_undo", "games_vote where result = ''", "leagues_fixture", "games_hand where queue != '[]'"):
        assert asked(folder, f"select count(*) from {rows}") > [(0,)]
