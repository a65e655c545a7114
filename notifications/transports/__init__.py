"""Every way to reach people: one folder each, found by looking, with no list to edit."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from .base import DeliveryError, Transport

__all__ = ["DeliveryError", "Transport", "all_transports"]


@cache
def all_transports() -> dict[str, Transport]:
    """Name -> transport."""
    names = sorted(module.name for module in iter_modules(__path__) if module.ispkg)
    return {name: import_module(f"{__name__}.{name}").TRANSPORT for name in names}
