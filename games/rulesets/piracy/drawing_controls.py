"""The controls on the chart: buttons over its squares, and the same squares as a list."""

from collections.abc import Sequence

from games.engine import Decision, Place
from games.kit.controls import Reach, window, worded
from games.kit.svg import Markup, safe

from .chart import Chart
from .course import Course
from .drawing_ink import middle, spot
from .drawing_reach import Offer, ship_of, words_offered
from .seen import View

GROUPS = (("step", "The next square"), ("end", "All the way to"), ("way", "Stop on the way at"))


def board_around(view: View, chart: str, decision: Decision | None, offers: Sequence[Offer], names: Sequence[str]) -> Markup:
    """Return the chart in its window; if a square is asked for, add buttons over it and a list below."""
    places = [reached(view, decision, place) for place in offers]
    below, asked = "", False
    if isinstance(decision, Place) and decision.seat == view.seat:
        below, asked = listed(offers), True
    return window(chart, asked, here(view, decision), places, below, f"chart-{view.chart.key}")


def reached(view: View, decision: Decision | None, place: Offer) -> Reach:
    """Return one square as a button."""
    kind, way = "foe" if place.risky or place.aim else place.kind, ""
    if isinstance(decision, Course):
        way = way_there(view.chart, view.public.pos[decision.voyage[0]], place.path)
    return Reach(place.option, place.square, None, None, kind, place.words, spot(view.chart, place.square), inside=way)


def way_there(chart: Chart, start: int, path: Sequence[int]) -> str:
    """Draw the wake of a voyage to this square, shown on hover and keyboard focus. It starts at the button."""
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


def control(view: View, decision: Decision, names: Sequence[str]) -> Markup | str:
    """Return the answers that are not squares; "" for a question that the board does not show.

    It adds a button for every ship in range, which answers the other open question.
    """
    if not isinstance(decision, Place):
        return ""
    shots = "".join(
        f'<button class="is-foe" name="line" value="fire {ship}">{safe(f"Fire at {ship_of(view, ship, names)}")}</button>'
        for ship in decision.facts.get("foes", ())
    )
    return Markup(shots + worded(words_offered(decision)))


def listed(offers: Sequence[Offer]) -> str:
    """Return the same squares as a list, large enough for a thumb."""
    rows = []
    for kind, title in GROUPS:
        buttons = "".join(button(place) for place in offers if place.kind == kind)
        if buttons:
            rows.append(f"<dt>{title}</dt><dd>{buttons}</dd>")
    return f'<details class="board-list"><summary>As a list</summary><dl>{"".join(rows)}</dl></details>'


def button(place: Offer) -> str:
    """Return one square of the list."""
    special = ' class="is-foe"' if place.risky or place.aim else ""
    return f'<button{special} name="answer" value="{safe(place.option)}" title="{safe(place.words)}">{safe(place.option)}</button>'
