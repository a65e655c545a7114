"""Every card can be checked: replaying a stored game, and the record of an ended one."""

import io
import json
import re
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from games.engine import commitment
from games.formats.record import Mismatch, check
from games.models import Deck, Move, Seed
from games.play import acting
from games.queries import past
from games.tables import lobby


@pytest.fixture
def played(at):
    """A game with cards drawn, a raid, a move taken back and a captain who left; now over."""
    at.turn(0, dig="yes")
    at.act(1, "steer", "north")
    acting.take_back(at.pk, 1, at.game.number)
    at.act(1, "steer", "raid")
    at.act(1, "dig", "yes")
    acting.resign(at.pk, 0)
    return at


DRAWN = re.compile(r"[0-9a-f]{32,}|\d+(?= draws)")


def verify(pk) -> str:
    out = io.StringIO()
    call_command("verify_game", str(pk), stdout=out)
    return out.getvalue()


def test_a_game_that_was_played_fairly_verifies(played, golden):
    assert golden("programs/verify_game", DRAWN.sub("‹drawn›", verify(played.pk)))


def test_a_running_game_verifies_without_showing_its_seed(at, golden):
    at.turn(0, dig="yes")
    said = verify(at.pk)
    assert golden("programs/verify_game", DRAWN.sub("‹drawn›", said))
    assert bytes(Seed.objects.get(game=at.pk).secret).hex() not in said
    assert past.record(at.game) is None


def test_a_changed_answer_is_found(played, golden):
    Move.objects.filter(game=played.pk, number=2).update(answer="no")
    with golden.refused("programs/verify_games", CommandError):
        verify(played.pk)


def test_a_changed_pile_is_found(played, golden):
    Deck.objects.filter(game=played.pk).update(cards=[99])
    with golden.refused("programs/verify_games", CommandError):
        verify(played.pk)


def test_another_seed_than_the_promised_one_is_found(played, golden):
    Seed.objects.filter(game=played.pk).update(secret=bytes(32))
    with golden.refused("programs/verify_games", CommandError):
        verify(played.pk)


def test_another_seed_with_a_fitting_commitment_is_found_too(played, golden):
    Seed.objects.filter(game=played.pk).update(secret=bytes(32))
    type(played.game).objects.filter(pk=played.pk).update(commitment=commitment(bytes(32)))
    with golden.refused("programs/verify_games", CommandError):
        verify(played.pk)


def test_a_record_that_was_exported_can_be_checked_by_itself(played, tmp_path, toy):
    path = tmp_path / "game.json"
    call_command("verify_game", str(played.pk), export=str(path), stdout=io.StringIO())
    record = json.loads(path.read_text())
    assert any("ended as recorded" in line for line in check(record, toy))
    record["outcome"]["places"].reverse()
    with pytest.raises(Mismatch):
        list(check(record, toy))


def test_a_record_that_can_be_written_nowhere_is_told_in_a_line(played, tmp_path):
    with pytest.raises(CommandError, match=r"cannot write to .*: No such file or directory"):
        call_command("verify_game", str(played.pk), export=str(tmp_path / "nowhere" / "game.json"), stdout=io.StringIO())


def test_a_record_of_buccaneer_is_checked_by_the_program_alone(anne, mary, tmp_path):
    game = lobby.create(anne, "buccaneer", seats=2)
    lobby.join(game.pk, mary, token=game.join_token)
    acting.end_as_it_stands(game.pk, "agreed")
    game.refresh_from_db()
    path = tmp_path / "game.json"
    path.write_text(json.dumps(past.record(game)))
    run = subprocess.run(
        [sys.executable, "-m", "games.formats.record", str(path)],
        capture_output=True,
        text=True,
        cwd=settings.BASE_DIR,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert "ended as recorded" in run.stdout
    path.write_text("{}")
    run = subprocess.run(
        [sys.executable, "-m", "games.formats.record", str(path)],
        capture_output=True,
        text=True,
        cwd=settings.BASE_DIR,
        check=False,
    )
    assert run.returncode == 1
    assert run.stdout.startswith("NO ")


def test_a_record_of_another_format_is_not_called_right(played):
    record = past.record(played.game)
    for other in (2, "1"):
        with pytest.raises(Mismatch):
            list(check(record | {"format": other}))
