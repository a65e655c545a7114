"""The frame serves every edition: no file of it names one, nor an event that only one of them knows."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from games.engine.facts import CLOSED, LAST_ROUND, WON
from games.rulesets import all_rulesets

ROOT = Path(__file__).parent.parent.parent
PURE = ("games/rulesets/", "games/kit/")
FRAME = sorted(
    str(path.relative_to(ROOT))
    for folder in ("games", "leagues", "notifications", "templates")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in (".py", ".html", ".txt") and "migrations" not in path.parts and not str(path.relative_to(ROOT)).startswith(PURE)
)
OUR_NAME = "buccaneer"
"""The site is called so too."""
SLUGS = sorted(set(all_rulesets()) - {OUR_NAME})
NAMED = re.compile("|".join(rf"\b{slug.replace('-', '[-_ ]')}\b" for slug in SLUGS), re.IGNORECASE)
AS_THE_SITE = {"notifications/inbound/receiver.py"}
"""Where our own name is a word by itself."""


def strings(tree: ast.Module) -> Iterator[str]:
    """Every string of a module but its docstrings."""
    told = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


@cache
def words_of(path: str) -> list[str]:
    """What stands in a file of the frame for a program or a reader."""
    text = (ROOT / path).read_text(encoding="utf-8")
    return list(strings(ast.parse(text))) if path.endswith(".py") else [text]


def events_of_editions() -> set[str]:
    """The names of all events that rulesets and the kit make."""
    found = set()
    for folder in PURE:
        for file in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                name = node.func if isinstance(node, ast.Call) else None
                called = getattr(name, "attr", getattr(name, "id", ""))
                if called in ("tell", "Event") and node.args and isinstance(node.args[0], ast.Constant):
                    found.add(node.args[0].value)
    return found - {CLOSED, LAST_ROUND, WON}


EVENTS = events_of_editions()


def events_compared(path: str) -> set[str]:
    """The names of editions' events with which a module compares the name of something, and those that can be nothing else."""
    compared = {
        node.value
        for compare in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8")))
        if isinstance(compare, ast.Compare) and getattr(compare.left, "attr", "") == "name"
        for node in ast.walk(compare)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return EVENTS & (compared | {words for words in words_of(path) if "-" in words})


def test_no_file_of_the_frame_names_an_edition():
    named = {path: found for path in FRAME if (found := [words[:80] for words in words_of(path) if NAMED.search(words)])}
    assert named == {}
    assert {path for path in FRAME if OUR_NAME in words_of(path)} <= AS_THE_SITE


def test_no_module_of_the_frame_names_an_event_of_an_edition():
    assert {"fight-won", "sailed", "threw"} <= EVENTS
    assert {path: found for path in FRAME if path.endswith(".py") and (found := events_compared(path))} == {}


def test_no_file_of_the_frame_says_how_many_bots_there_are():
    counted = re.compile(r"\b(one|two|three|four|five|[1-9]) (easy |middle |strong )?bots?\b")
    assert {path: found for path in FRAME if (found := [counted.findall(words) for words in words_of(path) if counted.search(words)])} == {}
