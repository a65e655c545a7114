"""The one kind of registry: what parts above hand to a part below, which may not import them."""

from importlib import import_module
from pkgutil import walk_packages
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class AlreadyRegistered(ValueError):
    """Two entries have the same name."""


class Registry(dict[K, V]):
    """Entries by name, in the order of registration: at start, from `AppConfig.ready`. Hooks go by the name of their app."""

    def register(self, name: K, entry: V) -> None:
        """Add an entry. Raises AlreadyRegistered if its name is taken."""
        if name in self:
            raise AlreadyRegistered(f"{name} is registered already")
        self[name] = entry


def import_modules(package: str) -> None:
    """Import every module below a package, so that its decorators register their functions."""
    for module in walk_packages(import_module(package).__path__, f"{package}."):
        import_module(module.name)
