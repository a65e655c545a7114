"""What the two wheels hold, and what they say of themselves. `make try-wheels` installs and plays them."""

import re
import subprocess
import zipfile
from datetime import datetime
from email import message_from_string
from email.message import Message
from pathlib import Path

import pytest
import yaml

from games import __version__
from scripts import wheels

ROOT = wheels.ROOT
FOLDERS = ("core", "accounts", "notifications", "games", "leagues", "buccaneer_site")
OF_THE_RULES = (
    "games/__init__.py",
    "games/py.typed",
    *(f"games/{part}/" for part in ("engine", "kit", "rulesets", "formats", "standalone")),
)
FOR_DEVELOPERS = {"buccaneer_site/management/commands/simulate.py"}


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> list[zipfile.ZipFile]:
    return [zipfile.ZipFile(wheel) for wheel in wheels.build(tmp_path_factory.mktemp("dist"))]


def files(wheel: zipfile.ZipFile) -> set[str]:
    return {name for name in wheel.namelist() if ".dist-info/" not in name}


def said(wheel: zipfile.ZipFile) -> Message:
    [name] = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
    return message_from_string(wheel.read(name).decode())


def stored(*folders: str) -> set[str]:
    """The files of these folders that are not made by running programs, whether added to git yet or not."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *folders]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    return {name for name in names if name and (ROOT / name).is_file()}


def test_the_rules_hold_every_file_of_their_folders_and_nothing_else(built):
    rules, _site = built
    assert files(rules) == {name for name in stored("games") if name.startswith(OF_THE_RULES)}


def test_the_rules_hold_the_templates_styles_and_texts_of_every_edition(built):
    rules, _site = built
    kinds = {(name.split("/")[2], Path(name).suffix) for name in files(rules) if name.startswith("games/rulesets/") and name.count("/") > 2}
    editions = {"buccaneer", "bounty", "piracy", "trade_winds"}
    assert {(edition, suffix) for edition in editions for suffix in (".py", ".md", ".json", ".css", ".html")} <= kinds


def test_the_site_holds_every_other_file_of_its_folders_with_all_templates_and_static_files(built):
    _rules, site = built
    own = {name for name in stored(*FOLDERS) if not name.startswith(OF_THE_RULES)} - FOR_DEVELOPERS
    beside = {f"buccaneer_site/files/{name}" for name in stored("templates", "static")}
    assert files(site) == own | beside


def test_no_file_is_in_both(built):
    rules, site = built
    assert files(rules) & files(site) == set()


def test_the_site_needs_the_rules_at_its_own_version(built):
    rules, site = built
    assert said(rules)["Version"] == said(site)["Version"] == __version__
    assert [line for line in said(site).get_all("Requires-Dist") if line.startswith("buccaneer")] == [f"buccaneer-rules=={__version__}"]


def test_the_rules_need_one_library_and_another_only_for_environments_of_learners(built):
    rules, _site = built
    assert [re.split(r"[>=]", line)[0] for line in said(rules).get_all("Requires-Dist")] == ["pyyaml", "pettingzoo"]
    assert "extra == 'pettingzoo'" in said(rules).get_all("Requires-Dist")[1]


def test_both_name_their_licences_and_hold_their_texts(built):
    assert [said(wheel)["License-Expression"] for wheel in built] == ["MIT", "MIT AND 0BSD AND OFL-1.1 AND Bitstream-Vera"]
    texts = [sorted(Path(name).name for name in wheel.namelist() if "/licenses/" in name) for wheel in built]
    assert texts == [["LICENSE"], ["Alegreya-LICENSE.txt", "DejaVu-LICENSE.txt", "LICENSE", "LICENSE"]]


def test_both_give_a_command(built):
    scripts = [wheel.read(next(name for name in wheel.namelist() if name.endswith("entry_points.txt"))).decode() for wheel in built]
    assert "buccaneer-rules = games.standalone.command_line:main" in scripts[0]
    assert "buccaneer = buccaneer_site.cli:main" in scripts[1]


def test_the_newest_release_of_the_changelog_has_this_version_and_the_citation_has_its_date():
    sections = re.findall(r"^## (.*)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    version, date = next(name for name in sections if name != "Unreleased").split(" · ")
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert version == __version__ == cited["version"]
    assert datetime.strptime(date, "%d %B %Y").date() == cited["date-released"]


def test_what_is_not_released_stands_first_in_the_changelog():
    sections = re.findall(r"^## (.*)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert "Unreleased" not in sections[1:]
