"""Small values and errors passed between the engine and its callers. The values survive a round trip through JSON."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple


class RulesError(Exception):
    """A refusal: a stable `code`, a sentence for the player, and the law behind the refusal ("" without a law)."""

    def __init__(self, code: str, text: str, law: str = ""):
        super().__init__(text)
        self.code, self.text, self.law = code, text, law


class IllegalAction(RulesError):
    """Raised for an answer that is not offered."""


class NotYourDecision(RulesError):
    """Raised for an answer to a question that the seat is not asked."""


class GameOver(RulesError):
    """Raised for an action in a game that has ended."""


CLOSED, LAST_ROUND = "closed", "last-round"
"""The names of the engine's own events; the site supplies their sentences."""
TURN_BEGAN = "turn-began"
"""The name of the event that begins a turn, if an edition has one; later events of the same move belong to the new turn."""
WON = "game-won"
"""The name of the event that tells who won and how, if an edition has one; pages show its sentence beside the result."""

named = tuple.__new__
"""`named(type, entries)` makes a named tuple without checking the entries. Use it for speed, for objects made in every action."""


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
    """Return lists and tuples, nested at any depth, as the tuples that the engine needs; return any other value unchanged."""
    return tuple(freeze(item) for item in value) if isinstance(value, list | tuple) else value


@dataclass(slots=True)
class Event:
    """Something that happened in a game.

    `facts` is JSON-ready; `to` lists the seats that may know of the event (None: everyone, including spectators).
    `reveals` is True if a player learned something new, so that the move can no longer be undone.
    """

    name: str
    seat: int | None = None
    facts: dict[str, Any] = field(default_factory=dict)
    to: tuple[int, ...] | None = None
    reveals: bool = False

    def seen_by(self, seat: int | None) -> bool:
        """Return whether `seat` (None: a spectator) may know of this event."""
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
    """The result of an ended game. `places[seat]` is 1 for the best seat (ties share a place), `scores[seat]` is in the ruleset's unit."""

    winners: tuple[int, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str


@dataclass(slots=True)
class Snapshot:
    """A state as JSON-ready data, split by who may see it: everyone, one seat, or nobody.

    `public` holds what everyone may see. `seats` holds one dict for each seat with that seat's secrets. `decks` maps the name of each
    deck to its cards, top first, which nobody may see.
    """

    public: dict[str, Any]
    seats: list[dict[str, Any]]
    decks: dict[str, list[Any]]
