"""The look of this edition: the chart as one SVG with its controls. It joins strings made from a view."""

from collections.abc import Iterable, Sequence

from games.engine import Decision
from games.kit.ink import Ink
from games.kit.svg import Markup, Picture, opening

from .drawing_controls import board_around, control
from .drawing_ink import PAGE, PRINT, sheet
from .drawing_legend import legend
from .drawing_reach import reach
from .drawing_sea import sea
from .drawing_ships import Wake, coins, marks, marks_above, monsters, names_of_places, ships, wakes
from .drawing_symbols import symbols
from .seen import View

__all__ = ["board", "control", "picture", "svg"]


def svg(
    view: View, decision: Decision | None = None, *, names: Sequence[str] = (), standalone: bool = False, since: Iterable[Wake] = ()
) -> Markup:
    """Draw the chart. `since` holds (names of squares, ship) of the voyages to show as wakes."""
    ink = PRINT if standalone else PAGE
    return Markup(f"{tag(view, 0, ink, standalone)}{inside(view, decision, names, since, ink)}</svg>")


def board(view: View, decision: Decision | None = None, *, names: Sequence[str] = (), since: Iterable[Wake] = ()) -> Markup:
    """Draw the chart for a page. For a Place, every offered square is a button named `answer`: put the chart in the form."""
    return board_around(view, svg(view, decision, names=names, since=since), decision, reach(view, decision, names), names)


def picture(view: View, decision: Decision | None = None, *, names: Sequence[str] = (), since: Iterable[Wake] = ()) -> Picture:
    """Draw the chart with a list of the captains below, complete in itself: for the picture in a letter."""
    below, high = legend(view, names, PRINT)
    above = lying(view, decision, names, since, PRINT, named=True) + below
    return Picture(tag(view, high, PRINT, True), symbols(PRINT), sea(view.chart.key, PRINT), above, high)


def tag(view: View, more: float, ink: Ink, standalone: bool) -> str:
    """Return the opening tag of the picture; the part below the chart needs `more` height."""
    x, y, wide, high = sheet(view.chart)
    return opening(view.public.round, (x, y, wide, high + more), ink.font, standalone)


def inside(view: View, decision: Decision | None, names: Sequence[str], since: Iterable[Wake], ink: Ink) -> str:
    """Draw everything on the sheet, from the paper upwards."""
    return ground(view, ink) + lying(view, decision, names, since, ink)


def ground(view: View, ink: Ink = PAGE) -> str:
    """Draw the part that is the same in every position."""
    return symbols(ink) + sea(view.chart.key, ink)


def lying(view: View, decision: Decision | None, names: Sequence[str], since: Iterable[Wake], ink: Ink, named: bool = False) -> str:
    """Draw coins, wakes, marks, monsters and ships on the chart. The current voyage is a wake, too.

    If `named`, draw the names of the offered squares.
    """
    offers, chart = reach(view, decision, names), view.chart
    sailing = view.public.agenda and view.public.agenda[-1].kind == "sail"
    under_way = [([chart.name(square) for square in view.public.path], view.public.agenda[-1].ship)] if sailing else []
    return "".join((
        coins(view, ink), wakes((*since, *under_way), view, ink), marks(view, offers), monsters(view, ink),
        ships(view, ink, names), marks_above(view, offers),
        names_of_places(view, offers, ink) if named else "",
    ))  # fmt: skip
