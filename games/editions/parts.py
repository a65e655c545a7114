"""Optional parts of an edition's folder, found by looking: `page.py`, `pictures.py`, `drawing.py`, `text_board.py`."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from games.editions.guard import bare_edition
from games.engine import Ruleset


def package(rules: Ruleset) -> str:
    """The name of the edition's package."""
    return type(bare_edition(rules)).__module__.rpartition(".")[0]


def part_of(rules: Ruleset, name: str) -> ModuleType | None:
    """That module of the edition, or None: everything has a plain look that serves every game."""
    return found(f"{package(rules)}.{name}")


@cache
def found(module: str) -> ModuleType | None:
    """The module of this name, if there is one."""
    return import_module(module) if find_spec(module) else None


def folder(rules: Ruleset) -> Path:
    """Where the edition lives."""
    return Path(str(import_module(package(rules)).__file__)).parent
