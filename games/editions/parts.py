"""What lies in an edition's folder beside its rules: its face, and files."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from games.editions.guard import bare_edition
from games.engine import Ruleset
from games.kit.face import Face

PLAIN: Face[Any] = Face()


def face_of(rules: Ruleset) -> Face[Any]:
    """The optional parts of this edition, as `face.py` in its folder names them; the plain face where there is no such file."""
    module = part_of(rules, "face")
    return PLAIN if module is None else module.FACE


def package(rules: Ruleset) -> str:
    """The name of the edition's package."""
    return type(bare_edition(rules)).__module__.rpartition(".")[0]


def part_of(rules: Ruleset, name: str) -> ModuleType | None:
    """That module of the edition, or None."""
    return found(f"{package(rules)}.{name}")


@cache
def found(module: str) -> ModuleType | None:
    """The module of this name, if there is one."""
    return import_module(module) if find_spec(module) else None


def folder(rules: Ruleset) -> Path:
    """Where the edition lives."""
    return Path(str(import_module(package(rules)).__file__)).parent
