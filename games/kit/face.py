"""The optional parts of an edition besides its rules: drawings, words for records, stories of games, lessons.

`rulesets/<slug>/face.py` fills a Face, and may leave out any part: `FACE: Face[View] = Face(text_board=text)`. mypy checks that
each part fits the edition's own view. An edition without a face.py looks plain, like any game.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Protocol, TypeVar

from games.engine import Decision, Event
from games.engine.decisions import Below
from games.engine.ruleset import V

from .bot import Advice
from .ledger import Noted, Section
from .lesson import Lesson
from .motion import Motion
from .page import PageParts
from .story import Chapter
from .svg import Picture

Weight = Literal["light", "medium", "heavy"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCard:
    """The card of one game on the front page. Without a `slug`, the card is for the edition itself, with its name, summary and seats."""

    rounds: int
    """The number of rounds of an average game with the usual number of players, measured in games of the bots."""
    weight: Weight
    edition: str = ""
    """The slug of the edition, if several editions share a folder and the slug is not the folder's name."""
    slug: str = ""
    name: str = ""
    summary: str = ""
    seats: tuple[int, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    chapter: str = ""
    """The anchor of the game's own chapter on the rules page."""
    lesson: str = "first-voyage"
    picture: str = "small"
    """The name of the card's picture in `Face.pictures`; it must be a complete drawing."""
    is_first: bool = False
    """True for the game at the top of the front page, which newcomers play unless they choose another game."""


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card in a pile: `count` copies, `remaining` of them still in it (None: not public). `number` is printed on the card."""

    name: str
    text: str = ""
    count: int = 1
    remaining: int | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile with all its cards. `remaining` is the number left (None without a table, or if secret); `unit` names what is counted."""

    title: str
    cards: tuple[Card, ...]
    about: str = ""
    remaining: int | None = None
    unit: str = "cards"

    @property
    def count(self) -> int:
        """Return the number of cards in the pile when a game begins."""
        return sum(card.count for card in self.cards)


V_contra = TypeVar("V_contra", contravariant=True)
Names = Sequence[str]
"""The players' names, by seat."""


class Draw(Protocol[V_contra]):
    """A function that draws the board as a complete picture, and marks the places that `decision` offers."""

    def __call__(self, view: V_contra, decision: Decision | None = None, *, names: Names = ()) -> Picture: ...


class Teller(Protocol):
    """An object that collects chapters while a game is replayed; `games.kit.story` has some implementations."""

    def look(self, state: Any, event: Event, line: Any) -> None:
        """Process an event of a move that was not undone, given the state after the event and its line of text."""

    def chapters(self) -> list[Chapter]:
        """Return the chapters collected so far."""


@dataclass(frozen=True, kw_only=True)
class Face(Generic[V]):
    """The optional parts of an edition, each with a plain default."""

    # -- the page of a table ----------------------------------------------------------------------
    styles: Sequence[str] = ()
    """The edition's stylesheets, loaded after `static/css/board.css`, which every board shares."""
    quiet: frozenset[str] = frozenset()
    """Names of events that the news omits, since the page shows them anyway."""
    parts: Callable[[V, Names, Decision | None, Iterable[dict[str, Any]]], PageParts] | None = None
    """`parts(view, names, decision, events)` returns the parts of the page. Without this function, the page shows the text board."""
    ask: Callable[[Decision, V, Names], str] = lambda decision, view, names: ""
    """`ask(decision, view, names)` returns the edition's own control for a question, or ""."""
    warn: Callable[[V, Decision, Any, Sequence[Decision]], str] = lambda view, decision, answer, beside: ""
    """`warn(view, decision, answer, beside)` returns a warning to show before a legal answer that the captain may regret, or "".
    `beside` lists the seat's other questions. Warn only of moves that cannot be undone and are easy to make by mistake, or that hurt
    the captain.
    """
    motions: Callable[[Event, V], Sequence[Motion]] = lambda event, view: ()
    """`motions(event, view)` returns the animations on the board for an event that the reader may know; by default, none."""

    # -- beside the table -------------------------------------------------------------------------
    ledger: Callable[[V, Sequence[Noted], Names], Sequence[Section]] | None = None
    """`ledger(view, seen, names)` returns what the seat knows, given its view and the events that it was shown, oldest first. Without
    this function there is no ledger.
    """

    advise: Callable[[V, Sequence[Decision], Below, Names], Sequence[Advice]] | None = None
    """`advise(view, decisions, below, names)` returns the best answers to the seat's open questions, best first, each with its reason.
    They are hints at practice tables; without this function there are none. `below` draws random numbers, for guesses at hidden things.
    """

    # -- letters and films ------------------------------------------------------------------------
    picture: Draw[V] | None = None
    """The function that draws the board for letters and films, which have no picture without it."""
    text_board: Callable[[V, Names, Decision | None], str] | None = None
    """`text_board(view, names, decision)` returns the board as text, and marks the squares that `decision` offers. Without this
    function, the values of the view are listed, one per line.
    """
    short_board: Callable[[V, Names, Decision | None], str] | None = None
    """`short_board(view, names, decision)` returns the text board without its key and fixed parts, for readers who know the edition."""

    # -- scores, charts and link previews -----------------------------------------------------------
    goal: Callable[[V], int | str] = lambda view: 0
    """`goal(view)` returns the score that wins, or the goal in a few words; 0 if none wins. Pages and letters show it beside the scores."""
    colours: Callable[[V], Sequence[str]] = lambda view: ()
    """`colours(view)` returns the colour of each seat's ships, as `#rrggbb`, or () if the seats have no colours."""

    # -- the front page ---------------------------------------------------------------------------
    cards: Sequence[GameCard] = ()
    """The cards that the front page shows for the edition; if empty, a card without picture, length or weight is shown."""

    # -- the rules page ---------------------------------------------------------------------------
    pictures: Mapping[str, Callable[..., str]] = field(default_factory=dict)
    """Name -> drawing, for `[[picture: name words…]]` in rules.md; "front" is for the front page, "small" for the edition's card there."""
    piles: Callable[[Any, V | None], tuple[Pile, ...]] = lambda rules, view: ()
    """`piles(rules, view)` returns all piles, with the public number of cards left if there is a view. `rules` is the edition."""

    # -- records ----------------------------------------------------------------------------------
    words: Mapping[str, str] = field(default_factory=dict)
    """Code -> word, in records and in lines typed on a page."""
    squares_asked: Collection[str] = frozenset()
    """Names of decisions whose answers are squares, needed if squares and things have the same codes."""

    # -- stories and lessons ----------------------------------------------------------------------
    teller: Callable[[], Teller] | None = None
    """Return a new teller for one ended game."""
    holding: Callable[[V, Names], str] | None = None
    """`holding(view, names)` returns a hand in words."""
    lessons: Sequence[Lesson] = ()
    """The first voyage, then lessons on one subject each. If several editions share a folder, a lesson that names no edition
    belongs to the edition with the folder's name.
    """
