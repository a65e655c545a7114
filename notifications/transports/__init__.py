"""Transports: one folder each, discovered automatically. A transport reaches a person and delivers one letter."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from notifications.models import Delivery
from notifications.telling import Letter, Telling


class DeliveryError(Exception):
    """The letter was not delivered.

    `code` is short and holds no word of the letter. `permanent`: a retry is pointless. `unknown`: it may have arrived anyway.
    `down`: the transport is closed for everyone. `ours`: they refuse this site. `crowded`: the receiver takes no more for a while.
    """

    def __init__(
        self, code: str, *, permanent: bool = False, unknown: bool = False, down: bool = False, ours: bool = False, crowded: bool = False
    ) -> None:
        super().__init__(code)
        self.code, self.permanent, self.unknown, self.down, self.ours = code[:60], permanent, unknown, down, ours
        self.crowded = crowded


class Transport(ABC):
    """A transport. With `keeps_hours`, letters wait for the hours a person chose, and turns are combined."""

    keeps_hours = False

    @property
    def leaves_the_site(self) -> bool:
        """Return whether it reaches people outside this machine, so that it waits while the site is quiet (`notifications.home`)."""
        return True

    @abstractmethod
    def reaches(self, notice: Telling) -> bool:
        """Return whether this transport might reach the person. It runs in the mover's transaction, so it makes no query."""

    @abstractmethod
    def address(self, notice: Telling) -> str:
        """Return the person's current address for this transport, or ""."""

    @abstractmethod
    def send(self, letter: Letter, delivery: Delivery) -> None:
        """Deliver `letter` to `delivery.address`. Raise DeliveryError."""

    def in_a_row(self) -> AbstractContextManager[None]:
        """Let letters sent in this block share a connection."""
        return nullcontext()


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
