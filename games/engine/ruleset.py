"""What a published edition of a game has to offer the site."""

import copy
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, Self, TypeVar

from .decisions import Below, Decision
from .dice import Dice
from .errors import IllegalAction, NotYourDecision
from .facts import Action, Event, Outcome, Snapshot


@dataclass(frozen=True, slots=True)
class TableOption:
    """Something a table may agree on. `choices` maps each value to its label; booleans use True and False.

    `seats` names the values that only certain numbers of captains can play: (("hoard", (4, 6)),).
    `since` is the first version of the rules that has this option.
    """

    key: str
    label: str
    sentence: str
    default: Any
    choices: tuple[tuple[Any, str], ...]
    seats: tuple[tuple[Any, tuple[int, ...]], ...] = ()
    since: int = 1


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """What a player may settle in advance. `choices` as in TableOption; `sentences[value]` says what it will do.

    With `most` above one the value is a tuple of up to so many of the choices, in the order given; the default is then
    usually the empty one. Orders of one `group` stand together under that heading, in the order in which they are given.
    """

    key: str
    question: str
    default: Any
    choices: tuple[tuple[Any, str], ...]
    sentences: tuple[tuple[Any, str], ...] = ()
    help: str = ""
    most: int = 1
    group: str = ""

    def read(self, said: Any) -> Any:
        """The value that is meant, which may have been through JSON or a form. Raises KeyError when it is not offered."""
        known = {str(value): value for value, _ in self.choices}
        if self.most == 1:
            return known[str(said)]
        found = tuple(dict.fromkeys(known[str(one)] for one in ([said] if isinstance(said, str) else said) if one != ""))
        if len(found) > self.most:
            raise KeyError(said)
        return found


class State(Protocol):
    """What the engine asks of an edition's state; everything else in it is the edition's own."""

    options: dict[str, Any]
    """What the table agreed on; see `agreed`."""
    draws: int
    """The engine's count of chance."""

    def copy(self) -> Self:
        """One that may be changed while this stays as it is; cheap, since bots make thousands."""


class View(Protocol):
    """What everybody asks of what one seat may see."""

    @property
    def seat(self) -> int | None:
        """Whose it is; None is a spectator."""

    @property
    def public(self) -> Any:
        """What all may see; it has the `options`."""

    def to_json(self) -> Any:
        """What programs are given: names and values that JSON can hold."""


S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


def agreed(known: Iterable[TableOption], version: int, said: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The options that a game of this version is played by: the default of each option that the version has, then what was `said`.

    They stand in the state, in views and in records. From version 2 on they name the version; `version_of` reads it.
    """
    found = {option.key: option.default for option in known if option.since <= version} | dict(said or {})
    return found if version == 1 else found | {"version": version}


def version_of(holder: Any) -> int:
    """The version of the rules that a state, or the open part of a view (`view.public`), goes by; `agreed` made its options."""
    version: int = holder.options.get("version", 1)
    return version


class TooNew(LookupError):
    """A game is stored, or played, in a way that only newer code knows. The text says which; nothing is to be done until that is there."""


class UnknownVersion(TooNew):
    """A game was played by a version of the rules that this code does not have. The text says which."""


class Ruleset(ABC, Generic[S, V]):
    """One edition: its data and its rules. Instances hold no state of any game.

    State and view are classes of the edition's own: `class Piracy(Ruleset[State, View])` has mypy check its methods against them. Whoever
    finds an edition by its name cannot know them: there a plain `Ruleset` stands for `Ruleset[Any, Any]`.
    Seats are numbered from 0 in playing order; `places` are what a seat may choose (a home port, a colour).
    """

    slug: str
    name: str
    edition: str = ""
    summary: str = ""
    seats: tuple[int, int]
    version: int = 1
    """Of the rules. Each game is played to its end by the version that it began with; see `of_version` and `version_of`."""
    changes: Mapping[int, tuple[str, ...]] = {}
    """Version -> what holds in games of the versions before it instead, in sentences for their players."""
    _newest: "Ruleset[S, V] | None" = None
    """Of an older version: the newest, of which it was made."""
    upgrades: Sequence[Any] = ()
    """How the format of stored states has changed: an `Upgrade` for each step, the first one from 1 to 2."""
    new_laws: Mapping[int, Any] = {}
    """Version -> `NewLaws`: how running games may be moved to it from the version before it. None: they stay as they are."""
    status: str = "trial"
    rules_page: str = "rules.md"
    """The rules as players read them: a file in the folder. Beside a rules.md it need only have the sections that differ."""
    places: tuple[tuple[str, str], ...] = ()
    """What a seat may choose, as (slug, name) in seat order. Without any nobody is asked, and seats follow the order of joining."""
    place_called: str = "home port"
    """What players choose when they choose a place."""
    options: tuple[TableOption, ...] = ()
    orders: tuple[StandingOrder, ...] = ()
    orders_about: str = (
        "Sometimes a question comes to you while somebody else is on turn. These orders answer at once, so that nobody has to wait."
    )
    first_orders: tuple[str, ...] = ()
    """Keys of the orders that everybody is asked for as they take a chair, where `orders_first` has a reason. Each takes one answer."""
    draws_who_begins: bool = False
    """Is it drawn or thrown for who begins? Elsewhere the owner of the table does."""
    unit: tuple[str, str] = ("point", "points")
    """What a score is counted in: one of it, several of it."""
    round_limit: str = ""
    """The option that holds the number of the last round. An edition that names it can also be told, while it runs, that this
    round is the last: a table may then agree on a date and time for its end."""
    bots: Mapping[str, Callable[[V, Sequence[Decision], Below], Action | None]] = {}
    """Level -> `bot(view, decisions, below)`: an Action, or None to leave optional decisions be. `view` is the
    seat's own; `decisions` are that seat's open ones; `below(n)` is chance."""

    def of_version(self, version: int) -> "Ruleset[S, V]":
        """The same edition by the rules of another version, from 1 to the newest. Raises UnknownVersion."""
        newest = type(self).version
        if not 1 <= version <= newest:
            raise UnknownVersion(f"{self.name} is known here in versions 1 to {newest}; this game is of version {version}.")
        whole = self._newest or self  # an older version has lost the options of the newer ones
        other = copy.copy(whole)
        other.version, other._newest = version, whole
        other.options = tuple(option for option in whole.options if option.since <= version)
        return other

    @property
    def format(self) -> int:
        """The format in which this code stores states; see `games.engine.formats`."""
        return len(self.upgrades) + 1

    @property
    def usual_seats(self) -> int:
        """How many play where nobody says otherwise: at once against bots, in the form of a new table. The fewest, or a plain number."""
        return self.seats[0]

    # -- the table --------------------------------------------------------------------------------
    def unplayable(self, options: dict[str, Any], seats: int) -> str:
        """Why so many captains cannot play with these options, as a sentence; "" when they can."""
        least, most = self.seats
        if not least <= seats <= most:
            return f"{self.name} is played by {least} to {most}."
        for option in self.options:
            chosen = options.get(option.key, option.default)
            fitting = dict(option.seats).get(chosen)
            if fitting and seats not in fitting:
                numbers = " or ".join(map(str, fitting))
                return f"“{dict(option.choices)[chosen]}” is played by {numbers} captains, and you would be {seats}."
        return ""

    # -- the game ---------------------------------------------------------------------------------
    def places_left(self, taken: Collection[str], seats: int) -> tuple[str, ...]:
        """The places that may still be taken at a table of so many seats; an edition may forbid some together."""
        return tuple(place for place, _ in self.places if place not in taken)

    def first_places(self, seats: int) -> list[str]:
        """The places of so many, in seat order, when each takes the first that is free; "" for each seat where the edition has none."""
        order, taken = [place for place, _ in self.places], list[str]()
        for _ in range(seats if order else 0):
            taken.append(self.places_left(taken, seats)[0])
        return sorted(taken, key=order.index) or [""] * seats

    @abstractmethod
    def setup(self, places: Sequence[str], first: int, options: dict[str, Any], dice: Dice) -> tuple[S, list[Event]]:
        """A new game: `places[seat]` in seat order ("" for each where the edition has none), `first` the seat that begins.

        `options` by key; one that is missing has its default (`agreed`).
        """

    @abstractmethod
    def decisions(self, state: S) -> list[Decision]:
        """Everything that is open now, computed afresh; empty exactly when the game is over. Required ones first."""

    @abstractmethod
    def apply(self, state: S, decision: Decision, action: Action, dice: Dice) -> list[Event]:
        """Carry out a checked action on `state` itself (the caller gives a copy)."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How it ended, or None while it runs."""

    @abstractmethod
    def leave(self, state: S, seat: int, dice: Dice) -> list[Event]:
        """`seat` leaves for good (on `state` itself)."""

    @abstractmethod
    def close(self, state: S, reason: str) -> None:
        """End the game as it stands (on `state` itself)."""

    def last_round(self, state: S) -> None:
        """The round that runs is the last (on `state` itself). Only for editions that know a last round."""
        state.options = {**state.options, self.round_limit: self.turn(state)[0]}

    @abstractmethod
    def seats_left(self, state: S) -> tuple[int, ...]:
        """The seats still playing."""

    @abstractmethod
    def turn(self, state: S) -> tuple[int, int]:
        """(round from 1, seat whose turn it is)."""

    # -- who may know what ------------------------------------------------------------------------
    @abstractmethod
    def view(self, state: S, seat: int | None) -> V:
        """What one seat may see (None: a spectator). The only thing pages, letters, bots and programs are given.

        Programs are given its `to_json()`.
        """

    def views(self, state: S) -> list[V]:
        """The views of all seats, in order; a ruleset may share the public part between them."""
        return [self.view(state, seat) for seat in range(len(self.scores(state)))]

    @abstractmethod
    def redeal_hidden(self, state: S, seat: int | None, dice: Dice) -> S:
        """A copy in which everything that `seat` cannot know is dealt anew. Its view must stay the same."""

    # -- stored and counted -----------------------------------------------------------------------
    @abstractmethod
    def dump(self, state: S) -> Snapshot: ...

    @abstractmethod
    def load(self, snapshot: Snapshot) -> S: ...

    @abstractmethod
    def scores(self, state: S) -> tuple[int, ...]:
        """What each seat has now, counted in `unit`: for standings and lists; public knowledge."""

    def counted(self, score: int) -> str:
        """A score in words: "3 points"."""
        return f"{score} {self.unit[abs(score) != 1]}"

    @abstractmethod
    def inventory(self, state: S) -> dict[str, int]:
        """How many there are of every card and good, wherever they lie: never changes during a game."""

    # -- words ------------------------------------------------------------------------------------
    @abstractmethod
    def tell(self, event: Event, names: Sequence[str], seat: int | None) -> str:
        """One sentence for `seat` (None: a spectator). `names[seat]` are the players' names; plain text."""

    @abstractmethod
    def ask(self, decision: Decision, names: Sequence[str]) -> str:
        """The question in one plain sentence, addressed to the seat that is asked."""

    @abstractmethod
    def label(self, decision: Decision, option: str, names: Sequence[str]) -> str:
        """One option or item in plain words."""

    def help(self, decision: Decision) -> str:
        """A line for beginners beneath the question; may be empty."""
        return ""

    # -- refusals ---------------------------------------------------------------------------------
    def why_not(self, state: S, decision: Decision, answer: Any, refusal: IllegalAction) -> IllegalAction:
        """The refusal with the reason and the law of this game; the plain one where none applies."""
        return refusal

    def not_asked(self, state: S, seat: int, name: str) -> NotYourDecision:
        """The refusal for a decision that is not open."""
        return NotYourDecision("not-asked", "You are not being asked that now.")

    # -- off turn ---------------------------------------------------------------------------------
    def react(self, view: V, decision: Decision, orders: dict[str, Any]) -> Any:
        """The answer these standing orders give, or None: ask the person (required) or let it be (optional)."""
        return None if decision.optional else decision.default

    def orders_first(self, options: Mapping[str, Any]) -> str:
        """Why standing orders should be given before the game begins, at a table with these options; "" where that can wait."""
        return ""

    def orders_for(self, view: V) -> tuple[StandingOrder, ...]:
        """The orders that can mean something to this captain at this table: usually all that the edition has."""
        return self.orders

    # -- on turn ----------------------------------------------------------------------------------
    def carry_on(self, view: V, decision: Decision, orders: dict[str, Any]) -> Any:
        """The answer these orders give at once in the seat's own turn, or None: ask the person, as most editions always do."""
        return None
