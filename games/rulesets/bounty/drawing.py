"""The look of this game: the sea as one SVG, and the drawings around it.

It joins strings made from a view, so it knows no more than its seat does. Colours are names in the
stylesheet (bounty/bounty.css), or values if the picture stands alone.
"""

from collections.abc import Iterable, Sequence

from games.engine import Decision
from games.kit.controls import window
from games.kit.ink import Ink
from games.kit.page import Wake
from games.kit.svg import Markup, Picture, opening

from .drawing_cards import backs, chest_card, face, hand, purse, sheet
from .drawing_ink import EDGE, PAGE, PRINT, SHEET, spot
from .drawing_legend import legend
from .drawing_ports import scrolls
from .drawing_reach import listed, reach
from .drawing_sea import sea
from .drawing_ships import marks, names_of_places, ships, targets, wakes
from .drawing_symbols import symbols
from .seen import View

__all__ = ["backs", "board", "chest_card", "face", "hand", "picture", "purse", "sheet", "svg"]


def svg(
    view: View, decision: Decision | None = None, *, names: Sequence[str] = (), standalone: bool = False, since: Iterable[Wake] = ()
) -> Markup:
    """Draw the chart. `since` holds (from, to, seat) of the voyages to show as wakes."""
    ink = PRINT if standalone else PAGE
    return Markup(
        f"{opening(view.public.round, (-EDGE, -EDGE, SHEET, SHEET), ink.font, standalone)}{inside(view, decision, names, since, ink)}</svg>"
    )


def board(view: View, decision: Decision | None = None, *, names: Sequence[str] = (), since: Iterable[Wake] = ()) -> Markup:
    """Draw the chart for a page. If a Place is asked, every offered square is a button named `answer`: put it in the form."""
    places = reach(view, decision, names)
    below = listed(places) if places else ""
    pressed = [place for place in places if place.kind != "calm"]
    return window(svg(view, decision, names=names, since=since), bool(places), here(view), pressed, below)


def here(view: View) -> str:
    """Return the spot that a phone shows first: the reader's own ship on turn, or their first ship."""
    public = view.public
    mine = list(view.holds)
    ship = public.asked_ship if public.asked_ship in mine else next(iter(mine), None)
    return spot(public.at[ship]) if ship is not None and public.at[ship] >= 0 else ""


def picture(view: View, decision: Decision | None = None, *, names: Sequence[str] = (), since: Iterable[Wake] = ()) -> Picture:
    """Draw the chart with a list of the captains below, complete in itself: for the picture in a letter."""
    below, high = legend(view, names, PRINT)
    above = lying(view, decision, names, since, PRINT, named=True) + below
    return Picture(
        opening(view.public.round, (-EDGE, -EDGE, SHEET, SHEET + high), PRINT.font, True), symbols(PRINT), sea(PRINT), above, high
    )


def inside(view: View, decision: Decision | None, names: Sequence[str], since: Iterable[Wake], ink: Ink) -> str:
    """Draw everything on the sheet, from the paper upwards."""
    return ground(ink) + lying(view, decision, names, since, ink)


def ground(ink: Ink = PAGE) -> str:
    """Draw the part that is the same in every position."""
    return symbols(ink) + sea(ink)


def lying(view: View, decision: Decision | None, names: Sequence[str], since: Iterable[Wake], ink: Ink, named: bool = False) -> str:
    """Draw port scrolls, wakes, marks and ships on the chart; if `named`, with the names of the offered squares."""
    places = reach(view, decision, names)
    return "".join((
        scrolls(view, ink), f'<g fill="none" data-wakes="">{wakes(since, view, ink)}</g>' if since else "",
        marks(places), ships(view, ink, names), targets(places),
        names_of_places(places, ink) if named else "",
    ))  # fmt: skip
