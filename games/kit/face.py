"""The optional parts of an edition besides its rules: its look, its words in records, the story of its games, a lesson.

`rulesets/<slug>/face.py` fills a Face; every part may be left out: `FACE: Face[View] = Face(text_board=text)`. mypy checks that
each part fits the edition's own view. An edition without that file has the plain look of every game.
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
    """Facts that the page cannot derive. Without a `slug`, the card is the edition itself, with its own name, sentence and seats."""

    rounds: int
    """The rounds of an average game with the usual number of players, as counted in games of the bots."""
    weight: Weight
    edition: str = ""
    """The slug of its edition, if several share a folder and its name differs from the folder's."""
    slug: str = ""
    name: str = ""
    summary: str = ""
    seats: tuple[int, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    chapter: str = ""
    """The anchor of its own part of the rules page."""
    lesson: str = "first-voyage"
    picture: str = "small"
    """The name of its picture in `Face.pictures`: drawn whole, to stand alone."""
    is_first: bool = False
    """True for the game at the top of the front page, which newcomers play unless they choose another."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card of a pile: `count` copies, of which `remaining` are still in it (None: not public). `number` is printed on the card."""

    name: str
    text: str = ""
    count: int = 1
    remaining: int | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile with all its cards. `remaining` is their number now (None without a table, or if secret); `unit` is what the page counts."""

    title: str
    cards: tuple[Card, ...]
    about: str = ""
    remaining: int | None = None
    unit: str = "cards"

    @property
    def count(self) -> int:
        """Return the number of cards when a game begins."""
        return sum(card.count for card in self.cards)


V_contra = TypeVar("V_contra", contravariant=True)
Names = Sequence[str]
"""The players' names, by seat."""


class Draw(Protocol[V_contra]):
    """Draws the board as a complete picture, with the places marked that `decision` offers."""

    def __call__(self, view: V_contra, decision: Decision | None = None, *, names: Names = ()) -> Picture: ...


class Teller(Protocol):
    """Gathers chapters while a game is replayed; `games.kit.story` has some implementations."""

    def look(self, state: Any, event: Event, line: Any) -> None:
        """Process an event of a move that was not undone, with the state after it and its line of text."""

    def chapters(self) -> list[Chapter]:
        """Return the chapters."""


@dataclass(frozen=True, kw_only=True)
class Face(Generic[V]):
    """The optional parts of an edition, each with its plain default."""

    # -- the page of a table ----------------------------------------------------------------------
    styles: Sequence[str] = ()
    """Its stylesheets, after `static/css/board.css`, which every board shares."""
    quiet: frozenset[str] = frozenset()
    """Events that the news omits, since the page shows them anyway."""
    parts: Callable[[V, Names, Decision | None, Iterable[dict[str, Any]]], PageParts] | None = None
    """`parts(view, names, decision, events)`: the parts of the page; without it the text board is shown."""
    ask: Callable[[Decision, V, Names], str] = lambda decision, view, names: ""
    """`ask(decision, view, names)`: the edition's own control for a question, or ""."""
    warn: Callable[[V, Decision, Any, Sequence[Decision]], str] = lambda view, decision, answer, beside: ""
    """`warn(view, decision, answer, beside)`: a sentence before a move that its captain may regret, or ""; `answer` is legal, and `beside`
    are the other questions to this seat. Warn only of moves that cannot be undone and are easy to make by mistake, or hurt the captain."""
    motions: Callable[[Event, V], Sequence[Motion]] = lambda event, view: ()
    """`motions(event, view)`: the motions on the board for an event that the reader may know; by default none."""

    # -- beside the table -------------------------------------------------------------------------
    ledger: Callable[[V, Sequence[Noted], Names], Sequence[Section]] | None = None
    """`ledger(view, seen, names)`: the knowledge of the seat, from its own view and the events it was shown, oldest first; without
    it there is no ledger."""

    advise: Callable[[V, Sequence[Decision], Below, Names], Sequence[Advice]] | None = None
    """`advise(view, decisions, below, names)`: the best answers to the open questions of the view's seat, best first, each with its reason:
    hints on practice tables; without it there are none. `below` draws random numbers, for guesses at hidden things."""

    # -- letters and films ------------------------------------------------------------------------
    picture: Draw[V] | None = None
    """The board as letters and films show it; without it they have none."""
    text_board: Callable[[V, Names, Decision | None], str] | None = None
    """`text_board(view, names, decision)`: the board as text, with the squares marked that `decision` offers; without it the values of
    the view, one per line."""
    short_board: Callable[[V, Names, Decision | None], str] | None = None
    """`short_board(view, names, decision)`: the text board without its key and its fixed parts, for readers who know the edition."""

    # -- scores, charts and cards of links ----------------------------------------------------------
    goal: Callable[[V], int | str] = lambda view: 0
    """`goal(view)`: the score that wins, or the aim in a few words; 0 if no score wins. Pages and letters show it beside the scores."""
    colours: Callable[[V], Sequence[str]] = lambda view: ()
    """`colours(view)`: for each seat the colour of its ships, as `#rrggbb`; () if the seats have none."""

    # -- the front page ---------------------------------------------------------------------------
    cards: Sequence[GameCard] = ()
    """The games that the front page makes of the edition; without one, a card without picture, length and weight."""

    # -- the rules page ---------------------------------------------------------------------------
    pictures: Mapping[str, Callable[..., str]] = field(default_factory=dict)
    """Name -> drawing, for `[[picture: name words…]]` in rules.md; "front" is for the front page, "small" for its card."""
    piles: Callable[[Any, V | None], tuple[Pile, ...]] = lambda rules, view: ()
    """`piles(rules, view)`: every card, and with a view the public number left of each. `rules` are the edition's own."""

    # -- records ----------------------------------------------------------------------------------
    words: Mapping[str, str] = field(default_factory=dict)
    """Code -> word, in records and in lines typed on a page."""
    squares_asked: Collection[str] = frozenset()
    """The names of decisions about squares, needed if squares and things share codes."""

    # -- stories and lessons ----------------------------------------------------------------------
    teller: Callable[[], Teller] | None = None
    """Makes the teller of one ended game."""
    holding: Callable[[V, Names], str] | None = None
    """`holding(view, names)`: a hand in words."""
    lessons: Sequence[Lesson] = ()
    """The first voyage, then lessons on one subject each. If several editions share a folder, those that name no edition
    belong to the one named like the folder."""
