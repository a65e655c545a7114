"""What an edition may bring besides its rules: how it looks, what it says in records, the story of its games, a lesson.

`rulesets/<slug>/face.py` fills a Face, of which everything may be left out: `FACE: Face[View] = Face(text_board=text)`. mypy checks that
each part is made for the edition's own view. An edition without that file has the plain look of every game.
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
    """The board as a picture complete in itself, in which the places that `decision` offers are marked."""

    def __call__(self, view: V_contra, decision: Decision | None = None, *, names: Names = ()) -> Picture: ...


class Teller(Protocol):
    """Gathers chapters while a game is played through; `games.kit.story` has some."""

    def look(self, state: Any, event: Event, line: Any) -> None:
        """See an event that lasted, with the state after its move and the line that tells it."""

    def chapters(self) -> list[Chapter]:
        """What came of it."""


def plain_control(decision: Decision, view: object, names: Names) -> str:
    """No control of its own: the question has the plain form of its kind."""
    return ""


def no_piles(rules: object, view: object) -> tuple[Pile, ...]:
    """The rules page shows no cards."""
    return ()


@dataclass(frozen=True, kw_only=True)
class Face(Generic[V]):
    """The optional parts of an edition, each with its plain default."""

    # -- the page of a table ----------------------------------------------------------------------
    styles: Sequence[str] = ()
    """Its stylesheets, after `static/css/board.css`, which every board shares."""
    quiet: frozenset[str] = frozenset()
    """Events that news leave out, since the page shows them anyway."""
    parts: Callable[[V, Names, Decision | None, Iterable[dict[str, Any]]], PageParts] | None = None
    """`parts(view, names, decision, events)`: the parts of the page; without it the board in letters stands there."""
    ask: Callable[[Decision, V, Names], str] = plain_control
    """`ask(decision, view, names)`: the edition's own control for a question, or ""."""

    # -- letters and films ------------------------------------------------------------------------
    picture: Draw[V] | None = None
    """The board as letters and films show it; without it there are none."""
    text_board: Callable[[V, Names], str] | None = None
    """`text_board(view, names)`: the board in letters; without it the values of the view, a line each."""

    # -- the rules page ---------------------------------------------------------------------------
    pictures: Mapping[str, Callable[..., str]] = field(default_factory=dict)
    """Name -> drawing, for `[[picture: name words…]]` in rules.md; "front" is that of the front page."""
    piles: Callable[[Any, V | None], tuple[Pile, ...]] = no_piles
    """`piles(rules, view)`: every card, and with a view what is left of them as far as all may know. `rules` are the edition's own."""

    # -- records ----------------------------------------------------------------------------------
    words: Mapping[str, str] = field(default_factory=dict)
    """Code -> word, in records and in what is typed on a page."""
    squares_asked: Collection[str] = frozenset()
    """The names of decisions about squares, where squares and things share codes."""

    # -- stories and lessons ----------------------------------------------------------------------
    teller: Callable[[], Teller] | None = None
    """Makes the teller of one ended game."""
    holding: Callable[[V, Names], str] | None = None
    """`holding(view, names)`: a hand in words."""
    lesson: Lesson | None = None
    """A first voyage. Where several editions share a folder, it is that of the edition named like the folder."""
