"""What the wheel holds, and what it says of itself. `make try-wheel` installs it and plays."""

import re
import subprocess
import tomllib
import zipfile
from datetime import datetime
from email import message_from_string
from email.message import Message
from pathlib import Path

import pytest
import yaml

from games import __version__
from scripts import try_wheel

ROOT = try_wheel.ROOT
OF_A_CHECKOUT = {"games/management/commands/scenario.py"}
FOLDERS = ("core", "accounts", "notifications", "games", "leagues", "buccaneer_site")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> zipfile.ZipFile:
    return zipfile.ZipFile(try_wheel.build(tmp_path_factory.mktemp("dist")))


@pytest.fixture
def metadata(wheel) -> Message:
    [name] = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
    return message_from_string(wheel.read(name).decode())


def stored(*folders: str) -> set[str]:
    """The files of these folders that are not made by running programs, whether added to git yet or not."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *folders]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    return {name for name in names if name and (ROOT / name).is_file()}


def test_the_wheel_holds_every_file_of_its_folders_with_all_templates_and_static_files(wheel):
    beside = {f"buccaneer_site/files/{name}" for name in stored("templates", "static")}
    assert {name for name in wheel.namelist() if ".dist-info/" not in name} == stored(*FOLDERS) - OF_A_CHECKOUT | beside


def test_without_an_extra_it_needs_no_library(metadata):
    assert [line for line in metadata.get_all("Requires-Dist") if "extra ==" not in line] == []


def test_the_rules_that_are_tried_without_django_are_those_that_import_linter_keeps_pure():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    [pure] = [contract for contract in contracts if contract["name"].startswith("The rules without the site")]
    assert set(pure["source_modules"]) == {f"games.{folder}" for folder in try_wheel.RULES}


def test_it_names_its_licences_and_holds_their_texts(wheel, metadata):
    assert metadata["License-Expression"] == "MIT AND 0BSD AND OFL-1.1 AND Bitstream-Vera"
    texts = sorted(Path(name).name for name in wheel.namelist() if "/licenses/" in name)
    assert texts == ["Alegreya-LICENSE.txt", "DejaVu-LICENSE.txt", "LICENSE", "LICENSE"]


def test_it_gives_two_commands_and_its_version(wheel, metadata):
    [name] = [name for name in wheel.namelist() if name.endswith("entry_points.txt")]
    scripts = wheel.read(name).decode()
    assert "buccaneer-rules = games.standalone.command_line:main" in scripts
    assert "buccaneer = buccaneer_site.cli:main" in scripts
    assert metadata["Version"] == __version__


def test_the_newest_release_of_the_changelog_has_this_version_and_the_citation_has_its_date():
    sections = re.findall(r"^## (.*)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    version, date = next(name for name in sections if name != "Unreleased").split(" · ")
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert version == __version__ == cited["version"]
    assert datetime.strptime(date, "%d %B %Y").date() == cited["date-released"]


def test_what_is_not_released_stands_first_in_the_changelog():
    sections = re.findall(r"^## (.*)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert "Unreleased" not in sections[1:]
