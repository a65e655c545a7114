"""The modules in an edition's folder besides its rules, such as its face, looked up by name."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from games.engine import Ruleset

from .face import Face

PLAIN: Face[Any] = Face()


def face_of(rules: Ruleset[Any, Any]) -> Face[Any]:
    """Return the optional parts of this edition from `face.py` in its folder, or the plain face if there is no such file."""
    module = part_of(rules, "face")
    face: Face[Any] = PLAIN if module is None else module.FACE
    return face


def belongs_to(rules: Ruleset[Any, Any], edition: str) -> bool:
    """Return whether a part with this `edition` belongs to these rules; "" stands for the edition with the folder's name."""
    own = rules.package.rpartition(".")[2].replace("_", "-")
    return (edition or own) == rules.slug


def part_of(rules: Ruleset[Any, Any], name: str) -> ModuleType | None:
    return imported(f"{rules.package}.{name}")


@cache
def imported(module: str) -> ModuleType | None:
    return import_module(module) if find_spec(module) else None
