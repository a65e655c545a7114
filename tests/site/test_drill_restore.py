"""The restore drill proves itself over the real database: it finds nothing at peace, and each kind of difference where there is one."""

import re

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from buccaneer_site.drill import Print, differences
from games.engine import commitment
from games.models import Game, Move, Seed
from tests.in_play import in_play

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


@pytest.fixture
def played(make_person, monkeypatch):
    """A game that was played, in a database that other processes can open."""
    if connection.vendor == "sqlite":
        monkeypatch.setitem(settings.DATABASES["default"], "NAME", connection.settings_dict["NAME"])
    game, _ = in_play("bounty", [make_person("Anne"), make_person("Mary")], 1)
    Game.objects.filter(pk=game.pk).update(
        commitment=commitment(bytes(Seed.objects.get(game=game).secret))
    )  # its seed was set for the test
    return game


def drill(capsys, **options) -> str:
    call_command("drill_restore", processes=0, **options)
    return capsys.readouterr().out


def leftovers() -> list:
    if connection.vendor == "sqlite":
        return []
    with connection.cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database WHERE datname LIKE 'drill_%%'")
        return cursor.fetchall()


def test_a_drill_restores_everything_replays_every_game_and_leaves_only_what_it_was_asked_to_keep(played, capsys, tmp_path):
    kept = tmp_path / "kept"
    said = drill(capsys, keep=kept)
    assert re.search(r"verify_games: 1 games with \d+ moves played again .* none differ", said)
    assert said.splitlines()[-1].startswith("ok ")
    assert leftovers() == []
    assert kept.stat().st_mode & 0o777 == 0o600
    Move.objects.filter(game=played, number__gt=3).delete()
    older = drill(capsys, backup=kept)
    assert re.search(r"since the backup: games_move had \d+ rows and has \d+", older)
    assert older.splitlines()[-1].startswith("ok ")
    kept.write_bytes(kept.read_bytes()[: kept.stat().st_size // 2])
    with pytest.raises(CommandError):
        drill(capsys, backup=kept)
    assert leftovers() == []


def test_a_drill_fails_when_a_restored_game_cannot_be_played_again(played, capsys):
    Move.objects.filter(game=played, number=2).update(hash="0" * 64)
    with pytest.raises(CommandError, match="1 differ"):
        drill(capsys)
    assert leftovers() == []


def test_every_kind_of_difference_is_named():
    one, two, other = Print(1, "a"), Print(2, "b"), Print(1, "c")
    before = {"same": one, "gone": one, "shorter": two, "changed": one}
    after = {"same": one, "new": one, "shorter": one, "changed": other}
    found = [line.split()[0] for line in differences(before, after)]
    assert found == ["changed", "gone", "new", "shorter"]
    assert differences(before, before) == []
