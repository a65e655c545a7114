"""`manage.py scenario`: one line each, a count at the end, and an exit code."""

import io
import re

import pytest
from django.core.management import CommandError, call_command

from tests.scenarios.test_running import SOUND


def scenario(*paths):
    """(exit code, what was printed)."""
    out = io.StringIO()
    try:
        call_command("scenario", *map(str, paths), stdout=out)
    except SystemExit as end:
        return end.code, out.getvalue()
    return 0, out.getvalue()


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "buccaneer" / "scenarios"
    folder.mkdir(parents=True)
    (folder / "good.yaml").write_text(SOUND, encoding="utf-8")
    return folder


def test_what_passes_takes_one_line_and_is_counted(folder, golden):
    code, said = scenario(folder)
    assert code == 0
    assert golden("programs/scenario", said.replace(str(folder), "‹folder›"))


def test_what_fails_says_what_was_expected_and_what_came(folder, golden):
    (folder / "bad.yaml").write_text(SOUND.replace("{at: S21", "{at: S22"), encoding="utf-8")
    (folder / "broken.yaml").write_text("title: [", encoding="utf-8")
    code, said = scenario(folder / "good.yaml", folder / "bad.yaml", folder / "broken.yaml")
    assert code == 1
    ours = re.sub(r"( as YAML: ).*", r"\1…", said)  # the rest is said by the library
    assert golden("programs/scenario", ours.replace(str(folder), "‹folder›"))


def test_a_path_that_is_not_there_is_an_error(folder, golden):
    with pytest.raises(CommandError) as refusal:
        scenario(folder / "missing.yaml")
    assert golden("programs/scenario", str(refusal.value).replace(str(folder), "‹folder›"))


def test_where_there_is_no_scenario_nothing_has_passed(tmp_path, golden):
    with golden.refused("programs/scenario", CommandError):
        scenario(tmp_path)


def test_a_file_that_names_no_game_and_lies_in_no_folder_of_scenarios_is_not_understood(tmp_path, golden):
    (tmp_path / "idea.yaml").write_text(SOUND, encoding="utf-8")
    code, said = scenario(tmp_path / "idea.yaml")
    assert code == 1
    assert golden("programs/scenario", said.replace(str(tmp_path), "‹folder›"))
