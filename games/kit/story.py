"""Chapters of the story of an ended game, collected during a replay: fights, and bluffs that were caught or not."""

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from games.engine import Event


class Chapter(NamedTuple):
    """A title, the lines in order, and the sentence to show if there are no lines."""

    title: str
    lines: list[Any]
    nothing: str


class Fights:
    """The teller of a game's fights. `look` processes every event of a move that was not undone; `chapters` returns the result."""

    def __init__(self, events: Collection[str]):
        self.events = events
        self.fights: list[Any] = []

    def look(self, state: Any, event: Event, line: Any) -> None:
        if event.name in self.events:
            self.fights.append(line)

    def chapters(self) -> list[Chapter]:
        return [Chapter("Fights", self.fights, "Not a shot was fired.")]


class FightsAndBluffs(Fights):
    """A teller of fights, and of voyages longer than the crew allowed. A bluff can be caught until its captain sails again.

    `bluffed(state, event)` returns whether a voyage was a bluff, or None for any other event. `caught(event)` returns the seat whose
    bluff the event proves, or None.
    """

    def __init__(self, events: Collection[str], bluffed: Callable[[Any, Event], bool | None], caught: Callable[[Event], int | None]):
        super().__init__(events)
        self.bluffed, self.caught = bluffed, caught
        self.proved: list[Any] = []
        self.unnoticed: list[Any] = []
        self.pending: dict[int, Any] = {}

    def look(self, state: Any, event: Event, line: Any) -> None:
        super().look(state, event, line)
        culprit = self.caught(event)
        if culprit is not None:
            self.pending.pop(culprit, None)
            self.proved.append(line)
        bluff = self.bluffed(state, event)
        if bluff is not None and event.seat is not None:
            if event.seat in self.pending:
                self.unnoticed.append(self.pending.pop(event.seat))
            if bluff:
                self.pending[event.seat] = line

    def chapters(self) -> list[Chapter]:
        unnoticed = sorted([*self.unnoticed, *self.pending.values()])
        return [
            *super().chapters(),
            Chapter("Bluffs that were caught", self.proved, "No bluff was caught."),
            Chapter("Bluffs that nobody caught", unnoticed, "Everyone sailed as far as the crew could, and no further."),
        ]
