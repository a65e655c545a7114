"""The pages that people read first, in the repository: no link of theirs leads nowhere. `make check` looks after docs/ itself."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "CHANGELOG.md")
LINK = re.compile(r'\]\((?!https?:)([^)#\s]+)|src="([^"]+)"')


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_to_a_file(page):
    path = ROOT / page
    wanted = [first or second for first, second in LINK.findall(path.read_text())]
    assert [link for link in wanted if not (path.parent / link).exists()] == []


def test_the_readme_shows_the_game_and_both_commands():
    text = (ROOT / "README.md").read_text()
    assert {"docs/images/table.png", "docs/images/letter.png", "docs/images/turn.gif"} <= set(re.findall(r"docs/images/[a-z.]+", text))
    assert "make run" in text
    assert "make test" in text
    assert len(text.splitlines()) < 90
