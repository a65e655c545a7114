"""The optional parts of an edition besides its rules: its look, its words in records, the story of its games, a lesson.

`rulesets/<slug>/face.py` fills a Face; every part may be left out: `FACE: Face[View] = Face(text_board=text)`. mypy checks that
each part fits the edition's own view. An edition without that file has the plain look of every game.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from games.engine import Decision, Event
from games.engine.ruleset import V

from .lesson import Lesson
from .page import PageParts
from .pile import Pile
from .story import Chapter
from .svg import Picture

V_contra = TypeVar("V_contra", contravariant=True)
Names = Sequence[str]
"""The players' names, by seat."""


class Draw(Protocol[V_contra]):
    """Draws the board as a complete picture, with the places marked that `decision` offers."""

    def __call__(self, view: V_contra, decision: Decision | None = None, *, names: Names = ()) -> Picture: ...


class Teller(Protocol):
    """Gathers chapters while a game is played through; `games.kit.story` has some."""

    def look(self, state: Any, event: Event, line: Any) -> None:
        """See an event of a move that stands, with the state after it and its line of text."""

    def chapters(self) -> list[Chapter]:
        """Return the chapters."""


def plain_control(decision: Decision, view: object, names: Names) -> str:
    """Return no control of its own: the question then has the plain form of its kind."""
    return ""


def no_piles(rules: object, view: object) -> tuple[Pile, ...]:
    """Return no cards for the rules page."""
    return ()


@dataclass(frozen=True, kw_only=True)
class Face(Generic[V]):
    """The optional parts of an edition, each with its plain default."""

    # -- the page of a table ----------------------------------------------------------------------
    styles: Sequence[str] = ()
    """Its stylesheets, after `static/css/board.css`, which every board shares."""
    quiet: frozenset[str] = frozenset()
    """Events that the news leave out, since the page shows them anyway."""
    parts: Callable[[V, Names, Decision | None, Iterable[dict[str, Any]]], PageParts] | None = None
    """`parts(view, names, decision, events)`: the parts of the page; without it the text board is shown."""
    ask: Callable[[Decision, V, Names], str] = plain_control
    """`ask(decision, view, names)`: the edition's own control for a question, or ""."""

    # -- letters and films ------------------------------------------------------------------------
    picture: Draw[V] | None = None
    """The board as letters and films show it; without it they have none."""
    text_board: Callable[[V, Names], str] | None = None
    """`text_board(view, names)`: the board as text; without it the values of the view, one per line."""

    # -- the rules page ---------------------------------------------------------------------------
    pictures: Mapping[str, Callable[..., str]] = field(default_factory=dict)
    """Name -> drawing, for `[[picture: name words…]]` in rules.md; "front" is for the front page."""
    piles: Callable[[Any, V | None], tuple[Pile, ...]] = no_piles
    """`piles(rules, view)`: every card, and with a view what is left of them as far as everyone may know. `rules` are the edition's own."""

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
    lesson: Lesson | None = None
    """A first voyage. If several editions share a folder, it belongs to the edition named like the folder."""
