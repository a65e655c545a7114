"""SECURITY.md names a test for each promise: every one of them is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "SECURITY.md").read_text()
NAMED = re.findall(r"`(tests/[\w/]+\.py)(?:::(test_\w+))?`", TEXT)


def test_every_promise_names_a_test():
    rows = re.findall(r"^\| (.+) \| (.+) \|$", TEXT.partition("which test holds it")[2], re.M)[1:]
    assert len(rows) > 25
    assert [promise for promise, held in rows if promise != "---" and "`tests/" not in held] == []


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_every_test_that_is_named_is_there(path, name):
    found = re.findall(r"^(?:async )?def (test_\w+)\(", (ROOT / path).read_text(), re.M)
    assert found
    assert not name or name in found
