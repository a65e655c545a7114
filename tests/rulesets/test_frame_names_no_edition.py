"""The frame serves every edition: none of its files names an edition, an event of a single edition, or a number of players."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from games.engine.facts import CLOSED, LAST_ROUND, TURN_BEGAN, WON
from games.rulesets import all_rulesets

ROOT = Path(__file__).parent.parent.parent
PURE = ("games/rulesets/", "games/kit/")
FRAME = sorted(
    str(path.relative_to(ROOT))
    for folder in ("accounts", "core", "games", "leagues", "notifications", "templates")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in (".py", ".html", ".txt") and "migrations" not in path.parts and not str(path.relative_to(ROOT)).startswith(PURE)
)
OUR_NAME = "buccaneer"
"""The site is called so too."""
SLUGS = sorted(set(all_rulesets()) - {OUR_NAME})
NAMED = re.compile("|".join(rf"\b{slug.replace('-', '[-_ ]')}\b" for slug in SLUGS), re.IGNORECASE)
AS_THE_SITE = {"accounts/names.py", "notifications/inbound/receiver.py"}
"""Where our own name is a word by itself."""


WINDOW_OF_ONE = re.compile(r"disput", re.IGNORECASE)
"""What Buccaneer's reaction windows are for. `Ruleset.window_words` says what those of an edition are for."""

COUNT = r"(?<![\w.])([3-9]|1\d)(?![\w.])"
NUMBER_OF_SEATS = re.compile(
    rf"""(seats|bots)['"]?(: int)?\s*[=:]\s*{COUNT}"""  # a default, a keyword, an entry
    rf"""|(seats|bots)\b.*((min|max|range)\([^)]*{COUNT}|initial={COUNT}|\[:{COUNT}\])""",  # a bound, a first answer
)
"""Two is no edition's own: so many it takes to play."""


def strings(tree: ast.Module) -> Iterator[str]:
    """Yield every string of a module except its docstrings."""
    told = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


def statements(tree: ast.Module) -> Iterator[str]:
    """Yield every statement of a module that holds no others, and every function signature, each on one line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            yield f"def {node.name}({ast.unparse(node.args)})"
        elif isinstance(node, ast.stmt) and not hasattr(node, "body"):
            yield ast.unparse(node)


@cache
def tree_of(path: str) -> ast.Module:
    return ast.parse((ROOT / path).read_text(encoding="utf-8"))


@cache
def words_of(path: str) -> list[str]:
    """Return the contents of a file of the frame that a program or a reader sees."""
    return list(strings(tree_of(path))) if path.endswith(".py") else [(ROOT / path).read_text(encoding="utf-8")]


@cache
def events_of_editions() -> set[str]:
    """Return the names of all events that rulesets and the kit make."""
    names = set()
    for folder in PURE:
        for file in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                name = node.func if isinstance(node, ast.Call) else None
                called = getattr(name, "attr", getattr(name, "id", ""))
                if called in ("tell", "Event") and node.args and isinstance(node.args[0], ast.Constant):
                    names.add(node.args[0].value)
    return names - {CLOSED, LAST_ROUND, TURN_BEGAN, WON}


def events_compared(path: str) -> set[str]:
    """Return the names of editions' events that a module compares with a name, and strings that can be nothing else."""
    compared = {
        node.value
        for compare in ast.walk(tree_of(path))
        if isinstance(compare, ast.Compare) and getattr(compare.left, "attr", "") == "name"
        for node in ast.walk(compare)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return events_of_editions() & (compared | {words for words in words_of(path) if "-" in words})


def test_no_file_of_the_frame_names_an_edition():
    named = {path: found for path in FRAME if (found := [words[:80] for words in words_of(path) if NAMED.search(words)])}
    assert named == {}
    assert {path for path in FRAME if OUR_NAME in words_of(path)} <= AS_THE_SITE


def test_no_module_of_the_frame_names_an_event_of_an_edition():
    assert {"fight-won", "sailed", "threw"} <= events_of_editions()
    assert {path: found for path in FRAME if path.endswith(".py") and (found := events_compared(path))} == {}


def test_no_template_of_the_frame_is_given_an_edition_by_its_slug():
    asked = re.compile(rf"""["']{OUR_NAME}["']""")
    assert [path for path in FRAME if path.endswith(".html") and asked.search((ROOT / path).read_text(encoding="utf-8"))] == []


def test_no_file_of_the_frame_says_what_a_reaction_window_is_for():
    assert [path for path in FRAME if WINDOW_OF_ONE.search((ROOT / path).read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(
    "written",
    [
        "seats: int = 4",
        "self.fields['seats'].initial = min(4, most)",
        "seats = forms.TypedChoiceField(coerce=int, label='Captains', initial=4)",
        "seats = forms.TypedChoiceField(coerce=int, choices=[(n, str(n)) for n in range(2, 9)])",
        "preset = {'seats': 4}",
        "def create(slug: str, seats: int=4)",
        "lobby.create(user, slug, seats=4)",
        "return 1 + len(usual_bots(rules)[:3])",
        "yield (not least <= self.seats <= min(most, 8), 'So many?')",
    ],
)
def test_a_number_of_seats_is_found_however_it_is_written(written):
    assert NUMBER_OF_SEATS.search(written)


def test_no_module_of_the_frame_says_how_many_seats_or_bots_there_are():
    modules = [path for path in FRAME if path.endswith(".py")]
    found = {path: [line for line in statements(tree_of(path)) if NUMBER_OF_SEATS.search(line)] for path in modules}
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_no_file_of_the_frame_says_how_many_bots_there_are():
    counted = re.compile(r"\b(one|two|three|four|five|[1-9]) (easy |middle |strong )?bots?\b")
    assert {path: found for path in FRAME if (found := [counted.findall(words) for words in words_of(path) if counted.search(words)])} == {}
