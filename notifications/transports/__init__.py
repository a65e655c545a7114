"""Define and discover transports, one folder each. A transport delivers letters to people in one way, such as e-mail."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from notifications.models import Delivery
from notifications.telling import Letter, Telling


class DeliveryError(Exception):
    """Raised if a letter was not delivered.

    `code` is short and holds no word of the letter. `permanent`: a retry is pointless. `unknown`: the letter may have arrived anyway.
    `down`: the transport is down for everyone. `ours`: the receiver refuses this site. `crowded`: it takes no more letters for a while.
    """

    def __init__(
        self, code: str, *, permanent: bool = False, unknown: bool = False, down: bool = False, ours: bool = False, crowded: bool = False
    ) -> None:
        super().__init__(code)
        self.code, self.permanent, self.unknown, self.down, self.ours = code[:60], permanent, unknown, down, ours
        self.crowded = crowded


class Transport(ABC):
    """A way to deliver letters. With `keeps_hours`, letters wait for the hours that a person chose, and turns are combined."""

    keeps_hours = False

    @property
    def leaves_the_site(self) -> bool:
        """Return whether letters leave this machine; if so, they wait while the site is quiet (see `notifications.home`)."""
        return True

    @abstractmethod
    def reaches(self, notice: Telling) -> bool:
        """Return whether the transport might reach the person. Make no query, because this runs in the transaction of a move."""

    @abstractmethod
    def address(self, notice: Telling) -> str:
        """Return the person's current address for the transport, or ""."""

    @abstractmethod
    def send(self, letter: Letter, delivery: Delivery) -> None:
        """Deliver `letter` to `delivery.address`. Raise DeliveryError if that fails."""

    def in_a_row(self) -> AbstractContextManager[None]:
        """Return a context manager within which letters share a connection."""
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
