"""Draw ships, their wakes, and the offered squares."""

from collections.abc import Sequence
from functools import partial

from games.engine import Decision, Place
from games.kit.controls import Reach
from games.kit.crew_game.grid import middle, spot
from games.kit.crew_game.ships import crowds, figure, halo, hull, who
from games.kit.crew_game.ships import reach as squares_offered
from games.kit.heading import SPOKEN
from games.kit.ink import Ink
from games.kit.svg import num, safe
from games.kit.symbols import use

from .board import HARBOURS
from .chart import CHART, NAMES
from .drawing_cards import listed
from .seen import View

MOST_SHOWN = 3
"""The maximum number of pieces of cargo to draw separately; more are shown as points."""
VERBS = {"sail": "Sail to", "drift": "Drift to"}


def ships(view: View, ink: Ink, names: Sequence[str] = ()) -> str:
    """Draw every ship, with ships on the same square side by side."""
    parts = []
    for square, seats in crowds(view.public.at, view.public.gone).items():
        x, y = middle(CHART, square)
        size = 1.2 if len(seats) == 1 and square not in CHART.port_at else 0.9 if len(seats) == 1 else 0.8
        for place, seat in enumerate(seats):
            dx = 0 if len(seats) == 1 else (place - (len(seats) - 1) / 2) * 14
            parts.append(ship(view, ink, seat, x + dx, y, size, names))
    return f'<g font-size="7.5" font-weight="bold">{"".join(parts)}</g>'


def paints(view: View, ink: Ink) -> list[str]:
    return [ink.ports[home] for home in view.public.homes]


def ship(view: View, ink: Ink, seat: int, x: float, y: float, size: float, names: Sequence[str]) -> str:
    """Draw one ship with its number on the stern. The ship on turn has a halo; the reader's ship has a light number on a dark disc."""
    public = view.public
    heading = public.heading[seat]
    light = halo(ink) if seat == public.active else ""
    return (
        f'<g data-ship="{seat}" transform="translate({num(x)} {num(y)}) scale({size:.2g})">'
        f"<title>{safe(ship_words(view, seat, names))}</title>{light}{hull(paints(view, ink)[seat], heading, bool(public.backs[seat]))}"
        f"{figure(seat, heading, ink, seat == view.seat)}{cargo(view, seat, ink, 0 if size < 0.85 else MOST_SHOWN)}</g>"
    )


def cargo(view: View, seat: int, ink: Ink, most: int) -> str:
    """Draw treasure below the ship: the pieces, or their points on a chip if there are many pieces or the ships are close."""
    hold = view.public.holds[seat]
    if not hold:
        return ""
    if len(hold) <= most:
        return "".join(use(item, (place - (len(hold) - 1) / 2) * 8.5, 12) for place, item in enumerate(hold))
    worth = view.worth_aboard(seat)
    return (
        f'<rect x="-9" y="7.5" width="18" height="8.5" rx="2" fill="{ink.gold}" stroke="{ink.dark}" stroke-width=".7"/>'
        f'<text y="14.2" font-size="7" fill="{ink.dark}">{worth}</text>'
    )


def ship_words(view: View, seat: int, names: Sequence[str] = ()) -> str:
    """Return everything public about a ship in one line."""
    public = view.public
    aboard = listed(public.holds[seat]) or "nothing"
    crew = f"{len(public.backs[seat])} crew, sailing strength {view.strength(seat)}" if public.backs[seat] else "no crew"
    turn = " (to move)" if seat == public.active else ""
    return (
        f"Ship {seat + 1}, {who(seat, names)} of {HARBOURS[public.homes[seat]].name}{turn}: at {NAMES[public.at[seat]]}, "
        f"heading {SPOKEN[public.heading[seat]]}, {crew}, {aboard} aboard"
    )


def reach(view: View, decision: Decision | None, names: Sequence[str] = ()) -> list[Reach]:
    return squares_offered(CHART, view, decision, partial(describe, view, names))


def describe(view: View, names: Sequence[str], decision: Place, option: str, square: int, line: tuple[int | None, int | None]) -> Reach:
    heading, far = line
    if square == view.public.at[decision.seat]:
        return Reach(option, square, None, 0, "turn", f"Turn at {option}", spot(CHART, square))
    others = [seat for seat, position in enumerate(view.public.at) if position == square and seat != decision.seat]
    words = f"{VERBS.get(decision.name, 'Choose')} {option}"
    if heading is not None and far:
        words += f", {far} {'square' if far == 1 else 'squares'} {SPOKEN[heading]}"
    beyond = heading is not None and far is not None and far > longest(view, decision, heading)
    if others:
        words += ", attacking " + " and ".join(who(seat, names) for seat in others)
    if beyond:
        words += ", beyond your strength"
    return Reach(option, square, heading, far, "foe" if others else "far" if beyond else "near", words, spot(CHART, square))


def longest(view: View, decision: Decision, heading: int) -> int:
    if decision.name != "sail":
        return CHART.size
    square = view.public.at[decision.seat]
    far: int = decision.facts["strength"]
    free = square in CHART.port_at or heading == view.public.heading[decision.seat] or view.public.boost or not far
    return max(1, far if free else far - 1)
