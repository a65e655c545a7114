"""Draw the chart as one SVG with its controls, made from a view."""

from collections.abc import Iterable, Sequence

from games.engine import Decision, Place
from games.kit.controls import Reach, window, worded
from games.kit.ink import Ink
from games.kit.svg import Markup, Picture, num, opening, safe

from .board import COLOURS
from .chart import Chart
from .course import Course
from .drawing_ink import PAGE, PRINT, middle, sheet, spot
from .drawing_sea import sea
from .drawing_ships import Offer, Wake, coins, marks, marks_above, monsters, names_of_places, reach, ship_of, ships, symbols, wakes, who
from .seen import View

LINE, WIDEST = 19, 16
"""The height of a line in the legend, and the most letters that the legend shows of a name."""
WORDS = {"stay": "Stay here", "stop": "Stop here", "pass": "Let it pass"}
"""Answer to where a ship sails that is not a square -> its words."""
GROUPS = (("step", "The next square"), ("end", "All the way to"), ("way", "Stop on the way at"))


def svg(
    view: View, decision: Decision | None = None, *, names: Sequence[str] = (), standalone: bool = False, since: Iterable[Wake] = ()
) -> Markup:
    """Draw the chart. `since` holds the voyages to show as wakes: (names of squares, ship)."""
    ink = PRINT if standalone else PAGE
    return Markup(f"{tag(view, 0, ink, standalone)}{ground(view, ink)}{lying(view, decision, names, since, ink)}</svg>")


def board(view: View, decision: Decision | None = None, *, names: Sequence[str] = (), since: Iterable[Wake] = ()) -> Markup:
    """Draw the chart for a page. For a Place, every offered square is a button named `answer`: put the chart in the form."""
    chart, offers = svg(view, decision, names=names, since=since), reach(view, decision, names)
    places = [reached(view, decision, place) for place in offers]
    asked = isinstance(decision, Place) and decision.seat == view.seat
    return window(chart, asked, here(view, decision), places, listed(offers) if asked else "", f"chart-{view.chart.key}")


def picture(view: View, decision: Decision | None = None, *, names: Sequence[str] = ()) -> Picture:
    """Draw the standalone chart for a letter, with a list of the captains below."""
    below, high = legend(view, names, PRINT)
    above = lying(view, decision, names, (), PRINT, named=True) + below
    return Picture(tag(view, high, PRINT, True), symbols(PRINT), sea(view.chart.key, PRINT), above, high)


def tag(view: View, more: float, ink: Ink, standalone: bool) -> str:
    """Return the opening tag of a picture that is `more` units higher than the chart."""
    x, y, wide, high = sheet(view.chart)
    return opening(view.public.round, (x, y, wide, high + more), ink.font, standalone)


def ground(view: View, ink: Ink = PAGE) -> str:
    """Draw the part that is the same in every position."""
    return symbols(ink) + sea(view.chart.key, ink)


def lying(view: View, decision: Decision | None, names: Sequence[str], since: Iterable[Wake], ink: Ink, named: bool = False) -> str:
    """Draw coins, wakes, marks, monsters and ships on the chart, and the names of the offered squares if `named`."""
    offers, chart = reach(view, decision, names), view.chart
    sailing = view.public.agenda and view.public.agenda[-1].kind == "sail"  # the current voyage is a wake, too
    under_way = [([chart.name(square) for square in view.public.path], view.public.agenda[-1].ship)] if sailing else []
    return "".join((
        coins(view, ink), wakes((*since, *under_way), view, ink), marks(view, offers), monsters(view, ink),
        ships(view, ink, names), marks_above(view, offers),
        names_of_places(view, offers, ink) if named else "",
    ))  # fmt: skip


def legend(view: View, names: Sequence[str], ink: Ink) -> tuple[str, int]:
    """Return the list of captains in two columns, and the height of the list."""
    x, y, wide, high = sheet(view.chart)
    seats = range(len(view.public.colours))
    rows = -(-len(seats) // 2)
    below = rows * LINE + 14
    parts = [f'<rect x="{x}" y="{y + high}" width="{wide}" height="{below}" fill="{ink.paper}"/>']
    for seat in seats:
        parts.append(entry(view, seat, x + 20 + (seat // rows) * wide / 2, y + high + 18 + seat % rows * LINE, names, ink))
    return "".join(parts), below


def entry(view: View, seat: int, x: float, y: float, names: Sequence[str], ink: Ink) -> str:
    public = view.public
    name = who(seat, names)
    name = name if len(name) <= WIDEST else name[: WIDEST - 1] + "…"
    home = public.chest[public.team[seat]]
    facts = "has left" if seat in public.gone else f"{home} home, {public.balls[seat]} ball{'' if public.balls[seat] == 1 else 's'}"
    turn = " ◀" if seat == public.turn and public.ended is None else ""
    return (
        f'<circle cx="{num(x)}" cy="{num(y - 4)}" r="7.5" fill="{ink.ports[public.colours[seat]]}" stroke="{ink.dark}"/>'
        f'<circle cx="{num(x)}" cy="{num(y - 4)}" r="5.2" fill="{ink.paper}"/>'
        f'<text x="{num(x)}" y="{num(y - 1)}" font-size="8.5" font-weight="bold" fill="{ink.dark}">{COLOURS[public.colours[seat]][0].upper()}</text>'
        f'<text x="{num(x + 14)}" y="{num(y)}" font-size="12" text-anchor="start" fill="{ink.ink}">{safe(name)}: {facts}{turn}</text>'
    )


def reached(view: View, decision: Decision | None, place: Offer) -> Reach:
    kind, way = "foe" if place.risky or place.aim else place.kind, ""
    if isinstance(decision, Course):
        way = way_there(view.chart, view.public.pos[decision.voyage[0]], place.path)
    return Reach(place.option, place.square, None, None, kind, place.words, spot(view.chart, place.square), inside=way)


def way_there(chart: Chart, start: int, path: Sequence[int]) -> str:
    """Draw the voyage to an offered square, shown on hover and keyboard focus, relative to the square's button."""
    x, y = middle(chart, path[-1])
    points = "L".join(f"{px - x:g} {py - y:g}" for px, py in (middle(chart, square) for square in (start, *path)))
    return f'<svg class="way-there" viewBox="-20 -20 40 40" aria-hidden="true"><path d="M{points}"/></svg>'


def here(view: View, decision: Decision | None) -> str:
    """Return the spot that a phone shows first: the monster or the ship in question, else the reader's own first ship."""
    public = view.public
    if view.seat is None or view.seat in public.gone:
        return ""
    facts = decision.facts if decision is not None else {}
    if "monster" in facts:
        return spot(view.chart, public.monsters[facts["monster"]])
    square = public.pos[facts.get("ship", public.owner.index(view.seat))]
    return spot(view.chart, square if square >= 0 else view.chart.port)


def control(decision: Decision, view: View, names: Sequence[str]) -> Markup | str:
    """Return buttons for shots at ships in range and for answers that are not squares; "" for a question that the board does not show."""
    if not isinstance(decision, Place):
        return ""
    shots = "".join(
        f'<button class="is-foe" name="line" value="fire {ship}">{safe(f"Fire at {ship_of(view, ship, names)}")}</button>'
        for ship in decision.facts.get("foes", ())
    )
    return Markup(shots + worded([(option, WORDS[option]) for option in decision.options if option in WORDS]))


def listed(offers: Sequence[Offer]) -> str:
    """Return the offered squares as a list of buttons large enough for a thumb."""
    rows = []
    for kind, title in GROUPS:
        buttons = "".join(button(place) for place in offers if place.kind == kind)
        if buttons:
            rows.append(f"<dt>{title}</dt><dd>{buttons}</dd>")
    return f'<details class="board-list"><summary>As a list</summary><dl>{"".join(rows)}</dl></details>'


def button(place: Offer) -> str:
    special = ' class="is-foe"' if place.risky or place.aim else ""
    return f'<button{special} name="answer" value="{safe(place.option)}" title="{safe(place.words)}">{safe(place.option)}</button>'
