"""The interface that every edition of a game implements for the site."""

import copy
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

from .decisions import Below, Decision
from .dice import Dice
from .facts import Action, Event, IllegalAction, NotYourDecision, Outcome, Snapshot


@dataclass(frozen=True, slots=True)
class TableOption:
    """A choice that a table makes about its rules. `choices` pairs each value with its label; the default choices are yes and no.

    `seats` pairs values with the numbers of players that they need: (("hoard", (4, 6)),).
    `since` is the first version of the rules that has this option.
    """

    key: str
    label: str
    sentence: str
    default: Any
    choices: tuple[tuple[Any, str], ...] = ((True, "Yes"), (False, "No"))
    seats: tuple[tuple[Any, tuple[int, ...]], ...] = ()
    since: int = 1


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """An answer that a player may give in advance. `choices` is as in TableOption; `sentences` says what the order will do, by value.

    If `most` is above 1, the value is a tuple of up to `most` choices in the player's order, and the default is usually
    the empty tuple. Orders of one `group` are shown together, under the group's name, in the edition's order.
    """

    key: str
    question: str
    default: Any
    choices: tuple[tuple[Any, str], ...]
    sentences: tuple[tuple[Any, str], ...] = ()
    help: str = ""
    most: int = 1
    group: str = ""

    def read_answer(self, raw: Any) -> Any:
        """Return the chosen value, given as JSON or form data. Raise KeyError if the value is not offered."""
        known = {str(value): value for value, _ in self.choices}
        if self.most == 1:
            return known[str(raw)]
        values = tuple(dict.fromkeys(known[str(item)] for item in ([raw] if isinstance(raw, str) else raw) if item != ""))
        if len(values) > self.most:
            raise KeyError(raw)
        return values


@dataclass(frozen=True, slots=True)
class WindowWords:
    """The words for a reaction window: the hours in which others may answer a move. The defaults fit every edition."""

    answered: str = "a move"
    """The noun for what may be answered, with its article: "an offer"."""
    verb: str = "answer"
    """The verb for answering: "accept"."""
    done: str = "answered"
    """The past participle of `verb`: "accepted"."""
    many: str = "answers"
    """The plural noun for the answers: "acceptances"."""
    then: str = "the game goes on"
    """The clause that says what happens after the window has closed."""

    @property
    def last(self) -> str:
        """Return a phrase for the move that may be answered now: "the last offer"."""
        return f"the last {self.noun}"

    @property
    def noun(self) -> str:
        """Return the noun in `answered`, without its article: "offer"."""
        return self.answered.partition(" ")[2]

    @property
    def open(self) -> str:
        """Return a clause that is true while the window is open: "the last offer may be accepted"."""
        return f"{self.last} may be {self.done}"


class State(Protocol):
    """The parts of an edition's state that the engine needs; each edition adds its own parts."""

    options: dict[str, Any]
    """The table's options; see `agreed`."""
    draws: int
    """The number of random draws so far."""

    def copy(self) -> Self:
        """Return an independent copy. Copying must be cheap, since bots make thousands of copies."""


class View(Protocol):
    """The parts of one seat's view that all callers need."""

    @property
    def seat(self) -> int | None:
        """Return the seat that this view belongs to, or None for a spectator."""

    @property
    def public(self) -> Any:
        """Return what everyone may see, including the `options`."""

    def to_json(self) -> Any:
        """Return the view as JSON-ready names and values, for programs."""


if TYPE_CHECKING:  # typing.TypeVar takes a default only from Python 3.13 on
    from typing_extensions import TypeVar as TypeVarWithDefault

    S = TypeVarWithDefault("S", bound=State, default=State)
    V = TypeVarWithDefault("V", bound=View, default=View)
else:
    S, V = TypeVar("S"), TypeVar("V")


def agreed(known: Iterable[TableOption], version: int, chosen: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return a game's options: the defaults of all options that exist in this version, updated by `chosen`.

    States, views and records contain the options. From version 2 on, the options include the version, which `version_of` reads.
    """
    options = {option.key: option.default for option in known if option.since <= version} | dict(chosen or {})
    return options if version == 1 else options | {"version": version}


def version_of(holder: Any) -> int:
    """Return the version of the rules, read from the options of a state or of the public part of a view (`view.public`)."""
    version: int = holder.options.get("version", 1)
    return version


class TooNew(LookupError):
    """Raised for a game that only newer code can read or play; the text says why. Leave the game alone until newer code runs."""


class UnknownVersion(TooNew):
    """Raised for a game played by a version of the rules that this code does not know. The text names the version."""


class Ruleset(ABC, Generic[S, V]):
    """One edition of a game: its data and its rules. An instance holds no state of any game.

    The type parameters are the edition's own state and view classes: `class Piracy(Ruleset[State, View])` lets mypy check all methods.
    Code that looks up an edition by name uses a plain `Ruleset`, which knows only the parts that every state and view share.
    Seats are numbered from 0 in playing order; `places` lists what a seat may choose (a home port, a colour).
    """

    slug: str
    name: str
    edition: str = ""
    summary: str = ""
    seats: tuple[int, int]
    version: int = 1
    """The version of the rules. A game keeps the version it began with, unless `new_laws` moves it; see `of_version` and `version_of`."""
    changes: Mapping[int, tuple[str, ...]] = {}
    """Version -> how the rules of earlier versions differ, as sentences for players of those versions."""
    _newest: "Ruleset[S, V] | None" = None
    """For a ruleset of an older version: the ruleset of the newest version, from which the older one was copied."""
    upgrades: Sequence[Any] = ()
    """The changes of the stored format, one `Upgrade` per step; the first step converts format 1 to format 2."""
    new_laws: Mapping[int, Any] = {}
    """Version -> the `NewLaws` that move running games from the version before. Without an entry, running games keep their version."""
    status: str = "trial"
    rules_page: str = "rules.md"
    """The file in the edition's folder with the rules for players. A file other than rules.md needs only the sections that differ."""
    places: tuple[tuple[str, str], ...] = ()
    """The places a seat may choose, as (slug, name) in seat order. If empty, seats follow the order of joining."""
    place_called: str = "home port"
    """The edition's noun for a place."""
    options: tuple[TableOption, ...] = ()
    orders: tuple[StandingOrder, ...] = ()
    orders_about: str = (
        "Sometimes a question comes to you during another captain's turn. These orders answer at once, so that nobody has to wait."
    )
    first_orders: tuple[str, ...] = ()
    """Keys of the orders that every player is asked for when joining, if `orders_first` gives a reason. Each order takes one answer."""
    draws_who_begins: bool = False
    """True if the rules choose the first seat by a draw or a throw; otherwise the owner of the table begins."""
    unit: tuple[str, str] = ("point", "points")
    """The unit of a score, in singular and plural."""
    window_words: WindowWords = WindowWords()
    """The words for this edition's reaction windows."""
    round_limit: str = ""
    """The key of the option that holds the number of the last round. If an edition has such an option, the current round
    can be made the last during a game, so a table may agree on a date and time for its end.
    """
    bots: Mapping[str, Callable[[V, Sequence[Decision], Below], Action | None]] = {}
    """Level -> `bot(view, decisions, below)`, which returns an Action, or None to skip optional decisions. `view` is the view of
    the bot's seat, `decisions` are that seat's open decisions, and `below(n)` draws a number from 0 to n - 1.
    """

    def of_version(self, version: int) -> "Ruleset[S, V]":
        """Return this edition with the rules of another version, from 1 to the newest. Raise UnknownVersion for any other number."""
        newest = type(self).version
        if not 1 <= version <= newest:
            raise UnknownVersion(f"{self.name} is known here in versions 1 to {newest}; this game is of version {version}.")
        whole = self._newest or self  # an older version does not have the options of newer versions
        other = copy.copy(whole)
        other.version, other._newest = version, whole
        other.options = tuple(option for option in whole.options if option.since <= version)
        return other

    @property
    def package(self) -> str:
        """Return the name of the Python package in the edition's folder: "games.rulesets.buccaneer"."""
        return type(self).__module__.rpartition(".")[0]

    @property
    def format(self) -> int:
        """Return the format in which this code stores states (see `games.engine.formats`)."""
        return len(self.upgrades) + 1

    @property
    def usual_seats(self) -> int:
        """Return the usual number of players, for quick games against bots and for the form of a new table."""
        return self.seats[0]

    # -- the table --------------------------------------------------------------------------------
    def unplayable(self, options: dict[str, Any], seats: int) -> str:
        """Return a sentence that says why this number of players cannot play with these options, or "" if they can."""
        least, most = self.seats
        if not least <= seats <= most:
            return f"{self.name} is played by {least} to {most}."
        for option in self.options:
            chosen = options.get(option.key, option.default)
            fitting = dict(option.seats).get(chosen)
            if fitting and seats not in fitting:
                numbers = " or ".join(map(str, fitting))
                return f"“{dict(option.choices)[chosen]}” needs {numbers} captains, and there would be {seats}."
        return ""

    def teams(self, options: Mapping[str, Any], seats: int) -> tuple[tuple[int, ...], ...]:
        """Return the teams at a table of this size with these options, as groups of seats; by default each seat is a team of its own."""
        return tuple((seat,) for seat in range(seats))

    # -- the game ---------------------------------------------------------------------------------
    def places_left(self, taken: Collection[str], seats: int) -> tuple[str, ...]:
        """Return the places still free at a table with this number of seats; an edition may exclude some combinations."""
        return tuple(place for place, _ in self.places if place not in taken)

    def first_places(self, seats: int) -> list[str]:
        """Return the places in seat order if each seat takes the first free place; "" for each seat if the edition has no places."""
        order, taken = [place for place, _ in self.places], list[str]()
        for _ in range(seats if order else 0):
            taken.append(self.places_left(taken, seats)[0])
        return sorted(taken, key=order.index) or [""] * seats

    @abstractmethod
    def setup(self, places: Sequence[str], first: int, options: dict[str, Any], dice: Dice) -> tuple[S, list[Event]]:
        """Return a new game's state and events. `places` is in seat order ("" without places), `first` is the seat that begins."""

    @abstractmethod
    def decisions(self, state: S) -> list[Decision]:
        """Return all open decisions, required ones first, computed anew on each call. The list is empty if and only if the game is over."""

    @abstractmethod
    def apply(self, state: S, decision: Decision, action: Action, dice: Dice) -> list[Event]:
        """Carry out a checked action, changing `state` in place (the caller passes a copy); return the events."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return the outcome of the game, or None while the game is running."""

    @abstractmethod
    def leave(self, state: S, seat: int, dice: Dice) -> list[Event]:
        """Remove `seat` for good, changing `state` in place; return the events."""

    @abstractmethod
    def close_game(self, state: S, reason: str) -> None:
        """End the game as it stands, changing `state` in place."""

    def last_round(self, state: S) -> None:
        """Make the current round the last, changing `state` in place. Call only for editions with a `round_limit`."""
        state.options = {**state.options, self.round_limit: self.turn(state)[0]}

    @abstractmethod
    def seats_left(self, state: S) -> tuple[int, ...]:
        """Return the seats still playing."""

    @abstractmethod
    def turn(self, state: S) -> tuple[int, int]:
        """Return the round, counted from 1, and the seat on turn."""

    # -- who may know what ------------------------------------------------------------------------
    @abstractmethod
    def view(self, state: S, seat: int | None) -> V:
        """Return what a seat (None: a spectator) may see. Pages, letters and bots get only this view; programs get its `to_json()`."""

    def views(self, state: S) -> list[V]:
        """Return the views of all seats, in order; the views may share their public part."""
        return [self.view(state, seat) for seat in range(len(self.scores(state)))]

    @abstractmethod
    def redeal_hidden(self, state: S, seat: int | None, dice: Dice) -> S:
        """Return a copy in which everything hidden from `seat` is dealt again. The seat's view must stay the same."""

    # -- stored and counted -----------------------------------------------------------------------
    @abstractmethod
    def dump(self, state: S) -> Snapshot: ...

    @abstractmethod
    def load(self, snapshot: Snapshot) -> S: ...

    @abstractmethod
    def scores(self, state: S) -> tuple[int, ...]:
        """Return each seat's current score in `unit`, for standings and lists; scores are public."""

    def counted(self, score: int) -> str:
        """Return a score in words: "3 points"."""
        return f"{score} {self.unit[abs(score) != 1]}"

    @abstractmethod
    def inventory(self, state: S) -> dict[str, int]:
        """Return the number of each card and good, wherever they lie; the numbers never change during a game."""

    # -- words ------------------------------------------------------------------------------------
    @abstractmethod
    def describe_event(self, event: Event, names: Sequence[str], seat: int | None) -> str:
        """Return the event as one sentence of plain text for `seat` (None: a spectator). `names[seat]` are the players' names."""

    @abstractmethod
    def ask(self, decision: Decision, names: Sequence[str]) -> str:
        """Return the question in one plain sentence, addressed to the seat that is asked."""

    @abstractmethod
    def label(self, decision: Decision, option: str, names: Sequence[str]) -> str:
        """Return one option or item in plain words."""

    def tell_choice(self, decision: Decision, answer: Any, choice: str, names: Sequence[str]) -> str:
        """Return a sentence that says what the seat did with `choice`, the answer in words; "" if an event already says it."""
        return ""

    def help(self, decision: Decision) -> str:
        """Return a hint for beginners, shown under the question; "" for none."""
        return ""

    # -- refusals ---------------------------------------------------------------------------------
    def why_not(self, state: S, decision: Decision, answer: Any, refusal: IllegalAction) -> IllegalAction:
        """Return the refusal with the reason and law of this game, or `refusal` unchanged if no law applies."""
        return refusal

    def not_asked(self, state: S, seat: int, name: str) -> NotYourDecision:
        """Return the refusal for a decision that is not open."""
        return NotYourDecision("not-asked", "That is not a question for you now.")

    # -- off turn ---------------------------------------------------------------------------------
    def react(self, view: V, decision: Decision, orders: dict[str, Any]) -> Any:
        """Return the answer that these standing orders give. None means: ask the player, or skip an optional decision."""
        return None if decision.optional else decision.default

    def orders_first(self, options: Mapping[str, Any]) -> str:
        """Return why players should give standing orders before the game, at a table with these options; "" if the orders can wait."""
        return ""

    def orders_for(self, view: V) -> tuple[StandingOrder, ...]:
        """Return the standing orders that can matter to this player at this table; by default, all orders of the edition."""
        return self.orders

    # -- on turn ----------------------------------------------------------------------------------
    def carry_on(self, view: V, decision: Decision, orders: dict[str, Any]) -> Any:
        """Return the answer that these orders give at once during the seat's own turn. None, the default, means: ask the player."""
        return None
