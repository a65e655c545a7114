"""The sea chart as one SVG, drawn from a view, so that it shows only what the seat may know."""

from collections.abc import Iterable, Sequence

from games.engine import Decision, Place
from games.kit.controls import listed, window
from games.kit.crew_game import grid
from games.kit.crew_game.ships import marks, names_of_places, wakes
from games.kit.ink import Ink
from games.kit.page import Wake
from games.kit.svg import Markup, Picture, opening
from games.kit.symbols import marks as sign_marks

from .drawing_goods import goods_ashore
from .drawing_reach import here, reach
from .drawing_sea import sea
from .drawing_ships import course, legend, paints, ships
from .drawing_symbols import EDGE, PAGE, PRINT, symbols
from .seen import View

LARGEST = 24
"""The number of squares along the largest board; smaller boards have their own CSS class."""
RISK = "Broken rings and dashed buttons lie beyond your strength."


def svg(
    view: View, decision: Decision | None = None, *, names: Sequence[str] = (), standalone: bool = False, since: Iterable[Wake] = ()
) -> Markup:
    """Draw the chart. `since` holds the voyages to show as wakes, as (from, to, seat), with squares by name or number."""
    ink = PRINT if standalone else PAGE
    start = tag(view, grid.sheet(view.public.sea, EDGE), ink, standalone)
    return Markup(f"{start}{ground(view, ink)}{lying(view, decision, names, since, ink)}</svg>")


def board(view: View, decision: Decision | None = None, *, names: Sequence[str] = (), since: Iterable[Wake] = ()) -> Markup:
    """Draw the chart for a page. If the question is a Place, each offered square is a button named `answer`; put the chart in its form."""
    places, size = reach(view, decision, names), view.public.sea.size
    is_asked = isinstance(decision, Place) and decision.seat == view.seat
    below, kind = listed(places, RISK) if is_asked else "", f"board-{size}" if size < LARGEST else ""
    return window(svg(view, decision, names=names, since=since), is_asked, here(view, places), places, below, kind)


def picture(view: View, decision: Decision | None = None, *, names: Sequence[str] = (), since: Iterable[Wake] = ()) -> Picture:
    """Draw the chart as a standalone picture for letters, with a list of the ships below."""
    below, high = legend(view, names, PRINT)
    start = tag(view, grid.sheet(view.public.sea, EDGE) + high, PRINT, True)
    above = lying(view, decision, names, since, PRINT, named=True) + below
    return Picture(start, symbols(PRINT), sea(view.public.sea, PRINT), above, high)


def tag(view: View, high: float, ink: Ink, standalone: bool) -> str:
    return opening(view.public.round, (-EDGE, -EDGE, grid.sheet(view.public.sea, EDGE), high), ink.font, standalone)


def ground(view: View, ink: Ink = PAGE) -> str:
    """Draw the part of the chart that is the same in every position."""
    return symbols(ink) + sea(view.public.sea, ink)


def lying(view: View, decision: Decision | None, names: Sequence[str], since: Iterable[Wake], ink: Ink, named: bool = False) -> str:
    """Draw the goods, wakes, marks and ships on the chart, and the names of the offered squares if `named`."""
    places = reach(view, decision, names)
    return "".join((
        f"<defs>{sign_marks(ink)}</defs>" if places else "", goods_ashore(view, ink),
        f'<g fill="none" data-wakes="">{wakes(view.public.sea, since, paints(view, ink), ink)}</g>' if since else "", course(view, decision, ink),
        marks(view.public.sea, [place for place in places if place.kind != "foe"]), ships(view, ink, names),
        marks(view.public.sea, [place for place in places if place.kind == "foe"]),
        names_of_places(view.public.sea, places, ink) if named else "",
    ))  # fmt: skip
