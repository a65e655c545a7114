"""What is in an edition's folder beside its rules: its face, and files."""

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
    """Return the optional parts of this edition, as `face.py` in its folder names them; the plain face if that file is missing."""
    module = part_of(rules, "face")
    return PLAIN if module is None else module.FACE


def package(rules: Ruleset) -> str:
    """Return the name of the edition's package."""
    return type(bare_edition(rules)).__module__.rpartition(".")[0]


def part_of(rules: Ruleset, name: str) -> ModuleType | None:
    """Return that module of the edition, or None."""
    return found(f"{package(rules)}.{name}")


@cache
def found(module: str) -> ModuleType | None:
    """Return the module of this name, or None."""
    return import_module(module) if find_spec(module) else None


def folder(rules: Ruleset) -> Path:
    """Return the edition's folder."""
    return Path(str(import_module(package(rules)).__file__)).parent
