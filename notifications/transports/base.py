"""What a transport is: a way to reach somebody, and to hand over one letter."""

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager, nullcontext

from notifications.models import Delivery
from notifications.telling import Letter, Telling


class DeliveryError(Exception):
    """The letter was not handed over.

    `code` is short and holds no word of the letter. `permanent`: trying again is pointless. `unknown`: it may have
    arrived all the same. `down`: the way itself is closed, for everyone. `ours`: they refuse us, not the person.
    `crowded`: the receiving house takes no more of us for a while.
    """

    def __init__(
        self, code: str, *, permanent: bool = False, unknown: bool = False, down: bool = False, ours: bool = False, crowded: bool = False
    ) -> None:
        super().__init__(code)
        self.code, self.permanent, self.unknown, self.down, self.ours = code[:60], permanent, unknown, down, ours
        self.crowded = crowded


class Transport(ABC):
    """One way to reach people. One that `keeps_hours` waits for the hours a person chose, and tells turns together.

    What `leaves_the_site` waits while that is quiet (`notifications.home`).
    """

    keeps_hours = False

    @property
    def leaves_the_site(self) -> bool:
        """Does it reach people outside of this machine?"""
        return True

    @abstractmethod
    def reaches(self, notice: Telling) -> bool:
        """Might this way reach the person at all? Asked in the mover's transaction, so without a query."""

    @abstractmethod
    def address(self, notice: Telling) -> str:
        """Where the person is reached now, or "" when nowhere."""

    @abstractmethod
    def send(self, letter: Letter, delivery: Delivery) -> None:
        """Hand over `letter` to `delivery.address`. Raises DeliveryError."""

    def in_a_row(self) -> AbstractContextManager[None]:
        """Letters sent in here may share what it takes to reach the other side."""
        return nullcontext()
