"""Draw the Caribbean as one SVG, made from a view, so that the picture shows no more than the view's seat may see."""

from collections.abc import Iterable, Sequence

from games.engine import Decision, Place
from games.kit.controls import listed, window
from games.kit.crew_game.grid import spot
from games.kit.crew_game.ships import entry, marks, names_of_places, shortened, wakes, who
from games.kit.ink import Ink
from games.kit.page import Wake
from games.kit.svg import Markup, Picture, opening

from .board import HARBOURS
from .chart import CHART
from .drawing_cards import defined, goods_ashore
from .drawing_ink import EDGE, PAGE, PRINT, SHEET
from .drawing_sea import sea
from .drawing_ships import paints, reach, ships
from .seen import View

LINE, WIDEST = 17, 16
"""The height of a line in the legend, and the most letters that the legend shows of a name."""
RISK = "Broken rings and dashed buttons lie beyond your strength: a captain who checks sends you back."


def svg(
    view: View, decision: Decision | None = None, *, names: Sequence[str] = (), standalone: bool = False, since: Iterable[Wake] = ()
) -> Markup:
    """Draw the chart. `since` holds the voyages to show as wakes: (from, to, seat), with squares by name or number."""
    ink = PRINT if standalone else PAGE
    tag = opening(view.public.round, (-EDGE, -EDGE, SHEET, SHEET), ink.font, standalone)
    return Markup(f"{tag}{ground(ink)}{lying(view, decision, names, since, ink)}</svg>")


def board(view: View, decision: Decision | None = None, *, names: Sequence[str] = (), since: Iterable[Wake] = ()) -> Markup:
    """Draw the chart for a page. For a Place, every offered square is a button named `answer`: put the chart in the form."""
    places = reach(view, decision, names)
    here = spot(CHART, view.public.at[view.seat]) if view.seat is not None and view.public.at[view.seat] >= 0 else ""
    asked = isinstance(decision, Place) and decision.seat == view.seat
    return window(svg(view, decision, names=names, since=since), asked, here, places, listed(places, RISK) if asked else "")


def picture(view: View, decision: Decision | None = None, *, names: Sequence[str] = ()) -> Picture:
    """Draw the standalone chart for a letter, with a list of the ships below."""
    below, high = legend(view, names, PRINT)
    above = lying(view, decision, names, (), PRINT, named=True) + below
    tag = opening(view.public.round, (-EDGE, -EDGE, SHEET, SHEET + high), PRINT.font, True)
    return Picture(tag, defined(PRINT), sea(PRINT), above, high)


def ground(ink: Ink = PAGE) -> str:
    """Draw the part that is the same in every position."""
    return defined(ink) + sea(ink)


def lying(view: View, decision: Decision | None, names: Sequence[str], since: Iterable[Wake], ink: Ink, named: bool = False) -> str:
    """Draw goods, wakes, marks and ships on the chart, and the names of the offered squares if `named`."""
    places = reach(view, decision, names)
    return "".join((
        goods_ashore(view, ink), f'<g fill="none" data-wakes="">{wakes(CHART, since, paints(view, ink), ink)}</g>' if since else "",
        marks(CHART, (place for place in places if place.kind != "foe")), ships(view, ink, names),
        marks(CHART, (place for place in places if place.kind == "foe")),
        names_of_places(CHART, places, ink) if named else "",
    ))  # fmt: skip


def legend(view: View, names: Sequence[str], ink: Ink) -> tuple[str, float]:
    seats = range(len(view.public.homes))
    high, start = len(seats) * LINE + 12, SHEET - EDGE
    parts = [f'<rect x="{-EDGE}" y="{start}" width="{SHEET}" height="{high}" fill="{ink.paper}"/>']
    parts += [
        entry(-EDGE + 14, start + 16 + seat * LINE, seat, paints(view, ink)[seat], describe_ship(view, seat, names), ink) for seat in seats
    ]
    return "".join(parts), high


def describe_ship(view: View, seat: int, names: Sequence[str]) -> str:
    public, home = view.public, HARBOURS[view.public.homes[seat]]
    facts = f"{public.totals[seat]} of 20 at home, {view.worth_aboard(seat)} aboard, strength {view.strength(seat)}"
    facts = "has left" if seat in public.gone else facts
    turn = " ◀" if seat == public.active and public.ended is None else ""
    return f"{shortened(who(seat, names), WIDEST)} ({home.colour}, {home.name}): {facts}{turn}"
