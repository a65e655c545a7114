"""Registries, by which packages hand functions to lower packages that may not import them."""

from importlib import import_module
from pkgutil import walk_packages
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class AlreadyRegistered(ValueError):
    """Raised if two entries have the same name."""


class Registry(dict[K, V]):
    """Entries by name, in the order of registration, which happens in `AppConfig.ready`. Hooks are named after their app."""

    def register(self, name: K, entry: V) -> None:
        """Add an entry. Raise AlreadyRegistered if the name is taken."""
        if name in self:
            raise AlreadyRegistered(f"{name} is registered already")
        self[name] = entry


def import_modules(package: str) -> None:
    """Import every module of a package, so that decorators in the modules register their functions."""
    for module in walk_packages(import_module(package).__path__, f"{package}."):
        import_module(module.name)
