"""The look of this edition: the Caribbean as one SVG, and the drawings around it.

It joins strings made from a view, so it knows no more than its seat does. Colours are names in the
stylesheet (trade-winds/trade-winds.css), or values if the picture stands alone.
"""

from collections.abc import Iterable, Sequence

from games.engine import Decision, Place
from games.kit.controls import listed, rose, window
from games.kit.crew_game.grid import spot
from games.kit.crew_game.ships import marks, names_of_places, wakes
from games.kit.ink import Ink
from games.kit.page import Wake
from games.kit.svg import Markup, Picture, opening

from .chart import CHART
from .drawing_cards import chance_card, defined, goods, hand, sheet
from .drawing_goods import goods as goods_ashore
from .drawing_ink import EDGE, PAGE, PRINT, SHEET
from .drawing_legend import legend
from .drawing_reach import reach
from .drawing_sea import sea
from .drawing_ships import paints, ships
from .seen import View

__all__ = ["board", "chance_card", "goods", "hand", "picture", "rose", "sheet", "svg"]

RISK = "Broken rings and dashed buttons lie beyond your strength: a captain who checks sends you back."


def svg(
    view: View, decision: Decision | None = None, *, names: Sequence[str] = (), standalone: bool = False, since: Iterable[Wake] = ()
) -> Markup:
    """Draw the chart. `since` holds (from, to, seat) of the voyages to show as wakes; squares by name or number."""
    ink = PRINT if standalone else PAGE
    return Markup(
        f"{opening(view.public.round, (-EDGE, -EDGE, SHEET, SHEET), ink.font, standalone)}{inside(view, decision, names, since, ink)}</svg>"
    )


def board(view: View, decision: Decision | None = None, *, names: Sequence[str] = (), since: Iterable[Wake] = ()) -> Markup:
    """Draw the chart for a page. If a Place is asked, every offered square is a button named `answer`: put it in the form."""
    places = reach(view, decision, names)
    here = spot(CHART, view.public.at[view.seat]) if view.seat is not None and view.public.at[view.seat] >= 0 else ""
    below, asked = "", False
    if isinstance(decision, Place) and decision.seat == view.seat:
        below, asked = listed(places, RISK), True
    return window(svg(view, decision, names=names, since=since), asked, here, places, below)


def picture(view: View, decision: Decision | None = None, *, names: Sequence[str] = (), since: Iterable[Wake] = ()) -> Picture:
    """Draw the chart with a list of the ships below, complete in itself: for the picture in a letter."""
    below, high = legend(view, names, PRINT)
    above = lying(view, decision, names, since, PRINT, named=True) + below
    return Picture(
        opening(view.public.round, (-EDGE, -EDGE, SHEET, SHEET + high), PRINT.font, True), defined(PRINT), sea(PRINT), above, high
    )


def inside(view: View, decision: Decision | None, names: Sequence[str], since: Iterable[Wake], ink: Ink) -> str:
    """Draw everything on the sheet, from the paper upwards."""
    return ground(ink) + lying(view, decision, names, since, ink)


def ground(ink: Ink = PAGE) -> str:
    """Draw the part that is the same in every position."""
    return defined(ink) + sea(ink)


def lying(view: View, decision: Decision | None, names: Sequence[str], since: Iterable[Wake], ink: Ink, named: bool = False) -> str:
    """Draw goods, wakes, marks and ships on the chart; if `named`, with the names of the offered squares."""
    places = reach(view, decision, names)
    return "".join((
        goods_ashore(view, ink), f'<g fill="none" data-wakes="">{wakes(CHART, since, paints(view, ink), ink)}</g>' if since else "",
        marks(CHART, (place for place in places if place.kind != "foe")), ships(view, ink, names),
        marks(CHART, (place for place in places if place.kind == "foe")),
        names_of_places(CHART, places, ink) if named else "",
    ))  # fmt: skip
