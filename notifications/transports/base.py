"""The base of a transport, which reaches a person and delivers one letter."""

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager, nullcontext

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
