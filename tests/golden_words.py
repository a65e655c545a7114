"""Golden words: what pages and letters say, one file for each kind of them in tests/golden/words, one section for each test.

    def test_a_table_that_sails_has_no_free_chair(golden, page): assert golden("pages/lobby", alert(page))

The section is that of the test. `make golden` (GOLDEN=renew) writes all sections anew; what has changed is reviewed as a diff.
A section that is much like an earlier one of its file is written as the difference from it (`golden_files.py`).
"""

import calendar
import fcntl
import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from difflib import unified_diff
from functools import lru_cache
from itertools import groupby
from pathlib import Path

import pytest

from tests.golden_files import parsed, written

TESTS = Path(__file__).parent
FOLDER = TESTS / "golden" / "words"
PART = re.compile(r" \([^()]*\)$")
"""Which part of what a test found: a number, or whose."""
RENEW = os.environ.get("GOLDEN") == "renew"
COLLECTED = pytest.StashKey[dict[str, set[str]]]()
"""Files of tests of which all tests were collected, with the names of those that have golden words."""

WEEKDAYS = "|".join(f"{name}|{name[:3]}" for name in calendar.day_name)
MONTHS = "|".join(f"{name}|{name[:3]}" for name in calendar.month_name[1:])
DATES = [
    (re.compile(r"\b\d{1,2}:\d\d(?::\d\d)?\b"), "‹time›"),
    (re.compile(rf"\b(?:(?:{WEEKDAYS}),? )?\d{{1,2}} (?:{MONTHS})(?: \d{{4}})?\b"), "‹date›"),
    (re.compile(r"\b\d{4}-\d\d-\d\d\b"), "‹date›"),
    (re.compile(r"\bhere since [A-Z][a-z]+ \d{4}\b"), "here since ‹month›"),
]
"""Tests run at any hour: golden words do not say which, unless asked to."""
CHANGING = [
    (re.compile(r"http://testserver\b"), "http://127.0.0.1:8000"),  # a town's
    (
        re.compile(
            r"(/(?:games|captains|held|keys|channels|mailbox|reports|history|table|captain|player|leagues|seasons|tables|letters|divisions|entries|fixtures)/)\d+"
        ),
        r"\1‹number›",
    ),
    (re.compile(r"(/(?:join|u|do|answer|letters/orders|wishes|leave|c|confirm-email|reset/key)/)[^/\s<>\"”]+"), r"\1‹secret›"),
    (re.compile(r"\b([Tt]able|[Gg]ame|join|leave|start) \d+\b"), r"\1 ‹number›"),
    (re.compile(r"\b(invite \S+ to|remove \S+ from) \d+\b"), r"\1 ‹number›"),
    (re.compile(r"\br-[a-z0-9]{16,}@"), "r-‹secret›@"),
    (re.compile(r"\bin \d+\.\d s\b"), "in ‹seconds›"),
    (re.compile(r"\(UTC[+−][\d:]+ now\)"), "(‹shift›)"),
    (re.compile(r"\b(\d{1,2}) [A-Z]{2}\b"), r"\1 ‹code›"),
]
"""Where the site is, numbers of rows and drawn secrets, in addresses and codes."""


def settled(words: str | Iterable[str], dated: bool) -> str:
    """Return words without what is another each time. Of a line that is repeated they say how often."""
    text = words if isinstance(words, str) else "\n".join(words)
    for found, instead in CHANGING + ([] if dated else DATES):
        text = found.sub(instead, text)
    runs = [(line, len(list(run))) for line, run in groupby(line.rstrip() for line in text.strip("\n").split("\n"))]
    return "\n".join(f"{line} ×{count}" if line and count > 1 else "\n".join([line] * count) for line, count in runs)


# -- files ----------------------------------------------------------------------------------------
def file_of(kind: str) -> Path:
    return FOLDER / f"{kind}.txt"


def sections(path: Path) -> dict[str, str]:
    """Name of a test -> the words it found."""
    return dict(parsed(path.read_text()) if path.exists() else {})


@contextmanager
def closed(opened: int) -> Iterator[int]:
    yield opened
    os.close(opened)


@contextmanager
def renewing(path: Path) -> Iterator[dict[str, str]]:
    """The sections of a file, to be changed; they are written afterwards, by one process after the other. A file without any goes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closed(os.open(FOLDER, os.O_RDONLY)) as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = sections(path)
        before = dict(found)
        yield found
        if found and found != before:
            path.write_text(written(found))
        elif not found:
            path.unlink(missing_ok=True)


# -- tests ----------------------------------------------------------------------------------------
def name_of(item: pytest.Item) -> str:
    return f"{item.path.relative_to(TESTS)} {item.name}"


class Golden:
    """The golden words of one test."""

    def __init__(self, name: str):
        self.name = name
        self.asked: list[tuple[str, str]] = []
        """Files and names of sections."""

    def __call__(self, kind: str, words: str | Iterable[str] | None, dated: bool = False, of: str = "") -> bool:
        """Are these the words in this test's section of that file? Fails with the difference.

        `dated` leaves dates as they are; `of` names the part, which has a number otherwise.
        """
        assert words, f"{self.name}: there is no such part"
        count = 1 + sum(kind == file for file, _ in self.asked)
        part = of or (str(count) if count > 1 else "")
        name, found = self.name + (f" ({part})" if part else ""), settled(words, dated)
        assert (kind, name) not in self.asked, f"{self.name} asks twice for {name}"
        self.asked.append((kind, name))
        if RENEW:
            with renewing(file_of(kind)) as kept:
                kept[name] = found
        wanted = sections(file_of(kind)).get(name)
        assert wanted is not None, f"{kind}.txt has no section for this test, which found:\n{found}\n`make golden` writes it."
        assert wanted == found, "\n".join(
            ["not the golden words:", *unified_diff(wanted.split("\n"), found.split("\n"), kind, "now", "", "", 3, "")]
        )
        return True

    @contextmanager
    def refused(self, kind: str, error: type[Exception]) -> Iterator[None]:
        """What is done inside raises this error, with the golden words."""
        with pytest.raises(error) as refusal:
            yield
        self(kind, " ".join(getattr(refusal.value, "messages", [str(refusal.value)])))

    def end(self) -> None:
        """A section of this test that it asked nothing of is stale; renewing takes it away."""
        for kind, name in of_test(self.name):
            if (kind, name) in self.asked:
                continue
            assert RENEW, f"{kind}.txt has a section that nothing asks for: {name}\n`make golden` takes it away."
            with renewing(file_of(kind)) as kept:
                kept.pop(name, None)


def all_sections(folder: Path) -> list[tuple[str, str]]:
    """Every kind, and the name of each section in its file."""
    return [(str(path.relative_to(folder).with_suffix("")), name) for path in sorted(folder.rglob("*.txt")) for name in sections(path)]


@lru_cache(maxsize=2)
def by_test(folder: Path) -> dict[str, list[tuple[str, str]]]:
    """Name of a test -> its sections in this folder, as kind and name. Reading all files takes as long as a small test."""
    found: dict[str, list[tuple[str, str]]] = {}
    for kind, name in all_sections(folder):
        found.setdefault(PART.sub("", name), []).append((kind, name))
    return found


def of_test(name: str) -> list[tuple[str, str]]:
    """The sections of this test. While words are renewed, the files are read anew each time."""
    return (by_test.__wrapped__ if RENEW else by_test)(FOLDER).get(name, [])


@pytest.fixture
def golden(request) -> Iterator[Callable[..., bool]]:
    """`golden("pages/lobby", alert(page))`: are these the words in the section of this test?"""
    words = Golden(name_of(request.node))
    failed = request.session.testsfailed
    yield words
    if request.session.testsfailed == failed:  # a test that failed on its way did not come to ask for all
        words.end()


# -- the whole run --------------------------------------------------------------------------------
def remember(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What was collected, before anything is left out; when renewing, nothing but what has golden words stays."""
    golden = [item for item in items if "golden" in getattr(item, "fixturenames", ())]
    names: dict[str, set[str]] = {str(item.path.relative_to(TESTS)): set() for item in items}
    for item in golden:
        names[str(item.path.relative_to(TESTS))].add(name_of(item))
    config.stash[COLLECTED] = {} if any("::" in arg for arg in config.args) else names
    if RENEW:
        for kind, name in stale(config):
            with renewing(file_of(kind)) as kept:
                kept.pop(name, None)
        config.hook.pytest_deselected(items=[item for item in items if item not in golden])
        items[:] = golden


def stale(config: pytest.Config) -> list[tuple[str, str]]:
    """Sections of tests that are not there any more, as far as one knows from what was collected."""
    found, known = [], config.stash[COLLECTED]
    for kind, name in all_sections(FOLDER):
        module, test = name.split(" ", 1)[0], PART.sub("", name)
        if not (TESTS / module).exists() or (module in known and test not in known[module]):
            found.append((kind, name))
    return found
