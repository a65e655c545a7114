"""Draw the sea as one SVG, made from a view, so that the picture shows no more than the view's seat may see."""

from collections.abc import Iterable, Sequence

from games.engine import Decision
from games.kit.controls import window
from games.kit.ink import Ink
from games.kit.page import Wake
from games.kit.svg import Markup, Picture, num, opening, safe

from .drawing_cards import symbols
from .drawing_ink import EDGE, PAGE, PRINT, SEA, SHEET, spot
from .drawing_sea import scrolls, sea
from .drawing_ships import listed, marks, names_of_places, reach, ships, wakes, who
from .seen import View

LINE, WIDEST = 19, 18
"""The height of a line in the legend, and the most letters that the legend shows of a name."""


def svg(
    view: View, decision: Decision | None = None, *, names: Sequence[str] = (), standalone: bool = False, since: Iterable[Wake] = ()
) -> Markup:
    """Draw the chart. `since` holds the voyages to show as wakes: (from, to, seat)."""
    ink = PRINT if standalone else PAGE
    tag = opening(view.public.round, (-EDGE, -EDGE, SHEET, SHEET), ink.font, standalone)
    return Markup(f"{tag}{ground(ink)}{lying(view, decision, names, since, ink)}</svg>")


def board(view: View, decision: Decision | None = None, *, names: Sequence[str] = (), since: Iterable[Wake] = ()) -> Markup:
    """Draw the chart for a page. For a Place, every offered square is a button named `answer`: put the chart in the form."""
    places = reach(view, decision, names)

    pressed = [place for place in places if place.kind != "calm"]
    return window(svg(view, decision, names=names, since=since), bool(places), here(view), pressed, listed(places))


def here(view: View) -> str:
    """Return the spot that a phone shows first: the reader's own ship on turn, or their first ship."""
    public = view.public
    mine = list(view.holds)
    ship = public.asked_ship if public.asked_ship in mine else next(iter(mine), None)
    return spot(public.at[ship]) if ship is not None and public.at[ship] >= 0 else ""


def picture(view: View, decision: Decision | None = None, *, names: Sequence[str] = ()) -> Picture:
    """Draw the standalone chart for a letter, with a list of the captains below."""
    below, high = legend(view, names, PRINT)
    above = lying(view, decision, names, (), PRINT, named=True) + below
    tag = opening(view.public.round, (-EDGE, -EDGE, SHEET, SHEET + high), PRINT.font, True)
    return Picture(tag, symbols(PRINT), sea(PRINT), above, high)


def ground(ink: Ink = PAGE) -> str:
    """Draw the part that is the same in every position."""
    return symbols(ink) + sea(ink)


def lying(view: View, decision: Decision | None, names: Sequence[str], since: Iterable[Wake], ink: Ink, named: bool = False) -> str:
    """Draw port scrolls, wakes, marks and ships on the chart, and the names of the offered squares if `named`."""
    places = reach(view, decision, names)
    return "".join((
        scrolls(view, ink), f'<g fill="none" data-wakes="">{wakes(since, view, ink)}</g>' if since else "",
        marks(places, {"near": 1.35, "turn": 1.3}), ships(view, ink, names), marks(places, {"foe": 1.6}),
        names_of_places(places, ink) if named else "",
    ))  # fmt: skip


def legend(view: View, names: Sequence[str], ink: Ink) -> tuple[str, float]:
    seats = range(len(view.public.colours))
    high = len(seats) * LINE + 12
    parts = [f'<rect x="{-EDGE}" y="{SEA + EDGE}" width="{SHEET}" height="{high}" fill="{ink.paper}"/>']
    parts += [entry(view, seat, SEA + EDGE + 18 + seat * LINE, names, ink) for seat in seats]
    return "".join(parts), high


def entry(view: View, seat: int, y: float, names: Sequence[str], ink: Ink) -> str:
    public, name = view.public, who(seat, names)
    name = name if len(name) <= WIDEST else name[: WIDEST - 1] + "…"
    fleet = [ship for ship, owner in enumerate(public.owners) if owner == seat]
    cards = " + ".join(f"{public.holds[ship]}{f' over {public.loot[ship]}' if public.loot[ship] else ''}" for ship in fleet)
    shown = ", ".join(f"known {public.known[ship]}" for ship in fleet if public.known[ship])
    debt = f" (worth {public.worth[seat]})" if public.loans[seat] else ""
    facts = f"{public.purses[seat]} dubloons{debt}, cards aboard {cards}{', ' + shown if shown else ''}"
    facts = "has left" if seat in public.gone else facts
    turn = " ◀" if seat == public.turn and public.ended is None else ""
    x = -EDGE + 16
    return (
        f'<circle cx="{x}" cy="{num(y - 4)}" r="7" fill="{ink.ports[public.colours[seat]]}" stroke="{ink.dark}"/>'
        f'<circle cx="{x}" cy="{num(y - 4)}" r="5" fill="{ink.paper}"/>'
        f'<text x="{x}" y="{num(y - 1)}" font-size="8.5" font-weight="bold" fill="{ink.dark}">{seat + 1}</text>'
        f'<text x="{x + 13}" y="{num(y)}" font-size="12" text-anchor="start" fill="{ink.ink}">{safe(f"{name}: {facts}{turn}")}</text>'
    )
