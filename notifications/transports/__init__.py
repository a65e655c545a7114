"""Transports: one folder each, discovered automatically, with no list to edit."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from .base import DeliveryError, Transport

__all__ = ["DeliveryError", "Transport", "all_transports", "in_a_row"]


@cache
def all_transports() -> dict[str, Transport]:
    names = sorted(module.name for module in iter_modules(__path__) if module.ispkg)
    return {name: import_module(f"{__name__}.{name}").TRANSPORT for name in names}


@contextmanager
def in_a_row() -> Iterator[None]:
    with ExitStack() as ways:
        for transport in all_transports().values():
            ways.enter_context(transport.in_a_row())
        yield
