"""Small values and errors passed between the engine and its callers. The values survive a round trip through JSON."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple


class RulesError(Exception):
    """A refusal: a stable `code`, a sentence for the player, and the law it rests on ("" when none does)."""

    def __init__(self, code: str, text: str, law: str = ""):
        super().__init__(text)
        self.code, self.text, self.law = code, text, law


class IllegalAction(RulesError):
    """The answer is not among the ones offered."""


class NotYourDecision(RulesError):
    """The seat is not asked this question."""


class GameOver(RulesError):
    """The game has ended; nothing more can be played."""


CLOSED, LAST_ROUND = "closed", "last-round"
"""Events of the engine itself; the site words them."""
TURN_BEGAN = "turn-began"
"""The event of an edition, if any, that begins a turn; later events of the same move belong to that turn."""
WON = "game-won"
"""The event of an edition, if any, that tells who won and how; pages show its sentence beside the result."""

named = tuple.__new__
"""`named(type, entries)`: the fastest way to make a named tuple, for the objects that every action makes. It does not check the entries."""


class Action(NamedTuple):
    """A seat's answer to one decision. `answer` is a str, an int, a tuple of str, or (give, take) for a Deal."""

    seat: int
    decision: str
    answer: Any

    def to_json(self) -> list[Any]:
        return [self.seat, self.decision, self.answer]

    @classmethod
    def from_json(cls, data: list[Any]) -> "Action":
        return cls(data[0], data[1], freeze(data[2]))


def freeze(value: Any) -> Any:
    """Convert lists at any depth, as JSON returns them, into the tuples that the engine needs."""
    return tuple(freeze(item) for item in value) if isinstance(value, list | tuple) else value


@dataclass(slots=True)
class Event:
    """A fact in the past tense.

    `facts` is JSON-ready; `to` names the seats that may know it (None: everyone, spectators too).
    `reveals` is True if a player learned something new, which ends undo.
    """

    name: str
    seat: int | None = None
    facts: dict[str, Any] = field(default_factory=dict)
    to: tuple[int, ...] | None = None
    reveals: bool = False

    def seen_by(self, seat: int | None) -> bool:
        """Return whether `seat` may know this event. None is a spectator."""
        return self.to is None or seat in self.to

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"name": self.name}
        if self.seat is not None:
            data["seat"] = self.seat
        if self.facts:
            data["facts"] = self.facts
        if self.to is not None:
            data["to"] = list(self.to)
        if self.reveals:
            data["reveals"] = True
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Event":
        to = data.get("to")
        seats = None if to is None else tuple(to)
        return cls(data["name"], data.get("seat"), data.get("facts", {}), seats, data.get("reveals", False))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of an ended game. `places[seat]` is 1 for the best (ties share a place), `scores[seat]` is in the ruleset's unit."""

    winners: tuple[int, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str


@dataclass(slots=True)
class Snapshot:
    """A state as JSON-ready data, separated by who may see it.

    `public` holds what everyone may see. `seats` holds one dict for each seat with that seat's secrets. `decks` maps names to
    lists in order, top first, which nobody may see.
    """

    public: dict[str, Any]
    seats: list[dict[str, Any]]
    decks: dict[str, list[Any]]
