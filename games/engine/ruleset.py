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
    """A choice a table makes about its rules. `choices` maps each value to its label; without them, they are True for yes and False for no.

    `seats` names the values that need certain numbers of players: (("hoard", (4, 6)),).
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
    """An answer that a player may give in advance. `choices` as in TableOption; `sentences[value]` says what it will do.

    With `most` above one, the value is a tuple of up to `most` choices, in the order given; the default is then
    usually the empty one. Orders of one `group` are shown together under that heading, in the order given.
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
        """Return the chosen value, which may come from JSON or a form. Raises KeyError if it is not offered."""
        known = {str(value): value for value, _ in self.choices}
        if self.most == 1:
            return known[str(raw)]
        values = tuple(dict.fromkeys(known[str(item)] for item in ([raw] if isinstance(raw, str) else raw) if item != ""))
        if len(values) > self.most:
            raise KeyError(raw)
        return values


@dataclass(frozen=True, slots=True)
class WindowWords:
    """The words for a reaction window, in which others may answer a move for some hours. The defaults fit every kind."""

    answered: str = "a move"
    """The thing to answer, with its article: "an offer"."""
    verb: str = "answer"
    """The action of others: "accept" the last offer."""
    done: str = "answered"
    """The same action as a participle: the last offer may be "accepted"."""
    many: str = "answers"
    """The plural noun for these answers: "acceptances"."""
    then: str = "the game goes on"
    """The words for the time after the window has closed."""

    @property
    def last(self) -> str:
        """Return what may be answered now: "the last offer"."""
        return f"the last {self.noun}"

    @property
    def noun(self) -> str:
        """Return what may be answered, without its article: "offer"."""
        return self.answered.partition(" ")[2]

    @property
    def open(self) -> str:
        """Return what holds while the window is open: "the last offer may be accepted"."""
        return f"{self.last} may be {self.done}"


class State(Protocol):
    """The parts of an edition's state that the engine needs; all other parts are the edition's own."""

    options: dict[str, Any]
    """The table's options; see `agreed`."""
    draws: int
    """The number of random draws so far."""

    def copy(self) -> Self:
        """Return a copy that can be changed without changing this one. It must be cheap, since bots make thousands."""


class View(Protocol):
    """The parts of one seat's view that all callers need."""

    @property
    def seat(self) -> int | None:
        """Return the seat whose view it is; None for a spectator."""

    @property
    def public(self) -> Any:
        """Return what everyone may see, including the `options`."""

    def to_json(self) -> Any:
        """Return the view for programs: names and values that JSON can hold."""


if TYPE_CHECKING:  # typing.TypeVar takes a default only from Python 3.13 on
    from typing_extensions import TypeVar as TypeVarWithDefault

    S = TypeVarWithDefault("S", bound=State, default=State)
    V = TypeVarWithDefault("V", bound=View, default=View)
else:
    S, V = TypeVar("S"), TypeVar("V")


def agreed(known: Iterable[TableOption], version: int, chosen: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the options of a game of this version: the defaults of all options in that version, updated by `chosen`.

    They are part of the state, of views and of records. From version 2 on they include the version, which `version_of` reads.
    """
    options = {option.key: option.default for option in known if option.since <= version} | dict(chosen or {})
    return options if version == 1 else options | {"version": version}


def version_of(holder: Any) -> int:
    """Return the version of the rules of a state, or of the public part of a view (`view.public`), whose options come from `agreed`."""
    version: int = holder.options.get("version", 1)
    return version


class TooNew(LookupError):
    """A game is stored or played in a way that only newer code knows. The text says which. Leave the game alone until that code runs."""


class UnknownVersion(TooNew):
    """The game was played by a version of the rules that this code does not have. The text says which."""


class Ruleset(ABC, Generic[S, V]):
    """One edition: its data and its rules. Instances hold no state of any game.

    State and view are the edition's own classes: `class Piracy(Ruleset[State, View])` lets mypy check its methods against them. Code
    that looks an edition up by its name cannot know them: there a plain `Ruleset` has the parts that every state and view share.
    Seats are numbered from 0 in playing order; `places` are what a seat may choose (a home port, a colour).
    """

    slug: str
    name: str
    edition: str = ""
    summary: str = ""
    seats: tuple[int, int]
    version: int = 1
    """The version of the rules. Each game ends by the version that it began with; see `of_version` and `version_of`."""
    changes: Mapping[int, tuple[str, ...]] = {}
    """Version -> differences in games of earlier versions, as sentences for their players."""
    _newest: "Ruleset[S, V] | None" = None
    """For an older version: the newest one, of which it is a copy."""
    upgrades: Sequence[Any] = ()
    """Changes of the stored format: an `Upgrade` for each step; the first leads from 1 to 2."""
    new_laws: Mapping[int, Any] = {}
    """Version -> `NewLaws`: how to move running games to it from the version before. Without an entry they keep their version."""
    status: str = "trial"
    rules_page: str = "rules.md"
    """The file in the folder with the rules for players. A file other than rules.md only needs the sections that differ from it."""
    places: tuple[tuple[str, str], ...] = ()
    """The places a seat may choose, as (slug, name) in seat order. If empty, seats follow the order of joining."""
    place_called: str = "home port"
    """The noun for a place."""
    options: tuple[TableOption, ...] = ()
    orders: tuple[StandingOrder, ...] = ()
    orders_about: str = (
        "Sometimes a question comes to you during another captain's turn. These orders answer at once, so that nobody has to wait."
    )
    first_orders: tuple[str, ...] = ()
    """Keys of the orders that every player is asked for at joining, if `orders_first` gives a reason. Each takes one answer."""
    draws_who_begins: bool = False
    """True if the rules draw or throw for the first seat; otherwise the owner of the table begins."""
    unit: tuple[str, str] = ("point", "points")
    """The unit of a score, in singular and plural."""
    window_words: WindowWords = WindowWords()
    """The words for this edition's reaction windows."""
    round_limit: str = ""
    """The option with the number of the last round. An edition that names it can also be told during a game that the current
    round is the last, so a table may agree on a date and time for its end."""
    bots: Mapping[str, Callable[[V, Sequence[Decision], Below], Action | None]] = {}
    """Level -> `bot(view, decisions, below)`: an Action, or None to skip optional decisions. `view` is the
    seat's own; `decisions` are that seat's open ones; `below(n)` draws a number from 0 to n - 1."""

    def of_version(self, version: int) -> "Ruleset[S, V]":
        """Return the same edition with the rules of another version, from 1 to the newest. Raises UnknownVersion."""
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
        """Return the name of the Python package of the edition's folder: "games.rulesets.buccaneer"."""
        return type(self).__module__.rpartition(".")[0]

    @property
    def format(self) -> int:
        """Return the format in which this code stores states (see `games.engine.formats`)."""
        return len(self.upgrades) + 1

    @property
    def usual_seats(self) -> int:
        """Return the usual number of players, for quick games against bots and the form of a new table."""
        return self.seats[0]

    # -- the table --------------------------------------------------------------------------------
    def unplayable(self, options: dict[str, Any], seats: int) -> str:
        """Return why this number of players cannot play with these options, as a sentence; "" if it can."""
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
        """Return the teams at a table of this size with these options, as groups of seats; by default one seat each."""
        return tuple((seat,) for seat in range(seats))

    # -- the game ---------------------------------------------------------------------------------
    def places_left(self, taken: Collection[str], seats: int) -> tuple[str, ...]:
        """Return the places still free at a table with this number of seats; an edition may exclude some combinations."""
        return tuple(place for place, _ in self.places if place not in taken)

    def first_places(self, seats: int) -> list[str]:
        """Return the places in seat order if each seat takes the first free one; "" for each seat if the edition has none."""
        order, taken = [place for place, _ in self.places], list[str]()
        for _ in range(seats if order else 0):
            taken.append(self.places_left(taken, seats)[0])
        return sorted(taken, key=order.index) or [""] * seats

    @abstractmethod
    def setup(self, places: Sequence[str], first: int, options: dict[str, Any], dice: Dice) -> tuple[S, list[Event]]:
        """Return a new game and its events. `places` are in seat order ("" without places); seat `first` begins; `options` are by key."""

    @abstractmethod
    def decisions(self, state: S) -> list[Decision]:
        """Return all open decisions, required ones first, computed each time. The list is empty if and only if the game is over."""

    @abstractmethod
    def apply(self, state: S, decision: Decision, action: Action, dice: Dice) -> list[Event]:
        """Carry out a checked action on `state` itself (the caller passes a copy); return the events."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, or None while it runs."""

    @abstractmethod
    def leave(self, state: S, seat: int, dice: Dice) -> list[Event]:
        """Let `seat` leave for good (on `state` itself); return the events."""

    @abstractmethod
    def close_game(self, state: S, reason: str) -> None:
        """End the game as it stands (on `state` itself)."""

    def last_round(self, state: S) -> None:
        """Make the current round the last (on `state` itself). Only for editions that know a last round."""
        state.options = {**state.options, self.round_limit: self.turn(state)[0]}

    @abstractmethod
    def seats_left(self, state: S) -> tuple[int, ...]:
        """Return the seats still playing."""

    @abstractmethod
    def turn(self, state: S) -> tuple[int, int]:
        """Return (round from 1, seat on turn)."""

    # -- who may know what ------------------------------------------------------------------------
    @abstractmethod
    def view(self, state: S, seat: int | None) -> V:
        """Return what one seat (None: a spectator) may see. Pages, letters and bots get nothing else, programs its `to_json()`."""

    def views(self, state: S) -> list[V]:
        """Return the views of all seats, in order; a ruleset may let them share the public part."""
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
        """Return each seat's current score in `unit`, for standings and lists; it is public."""

    def counted(self, score: int) -> str:
        """Return a score in words: "3 points"."""
        return f"{score} {self.unit[abs(score) != 1]}"

    @abstractmethod
    def inventory(self, state: S) -> dict[str, int]:
        """Return the number of each card and good, wherever it lies; it never changes during a game."""

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
        """Return a line for beginners to show under the question; may be empty."""
        return ""

    # -- refusals ---------------------------------------------------------------------------------
    def why_not(self, state: S, decision: Decision, answer: Any, refusal: IllegalAction) -> IllegalAction:
        """Return the refusal with this game's reason and law; the plain one if none applies."""
        return refusal

    def not_asked(self, state: S, seat: int, name: str) -> NotYourDecision:
        """Return the refusal for a decision that is not open."""
        return NotYourDecision("not-asked", "That is not a question for you now.")

    # -- off turn ---------------------------------------------------------------------------------
    def react(self, view: V, decision: Decision, orders: dict[str, Any]) -> Any:
        """Return the answer that these standing orders give. None means: ask the player (required decision) or skip it (optional one)."""
        return None if decision.optional else decision.default

    def orders_first(self, options: Mapping[str, Any]) -> str:
        """Return why standing orders should be given before the game, at a table with these options; "" if that can wait."""
        return ""

    def orders_for(self, view: V) -> tuple[StandingOrder, ...]:
        """Return the standing orders that can matter to this player at this table, by default all of the edition."""
        return self.orders

    # -- on turn ----------------------------------------------------------------------------------
    def carry_on(self, view: V, decision: Decision, orders: dict[str, Any]) -> Any:
        """Return the answer that these orders give at once during the seat's own turn. None, the default, means: ask the player."""
        return None
