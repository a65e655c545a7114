"""Describe each offered square: its distance and direction, and any ship there."""

from collections.abc import Sequence
from functools import partial

from games.engine import Decision, Place
from games.kit.controls import Reach
from games.kit.crew_game.grid import spot
from games.kit.crew_game.reach import reach as squares_offered
from games.kit.crew_game.reach import who
from games.kit.heading import SPOKEN

from .chart import CHART
from .seen import View

VERBS = {"sail": "Sail to", "drift": "Drift to"}


def reach(view: View, decision: Decision | None, names: Sequence[str] = ()) -> list[Reach]:
    """Return every square offered to the reader."""
    return squares_offered(CHART, view, decision, partial(describe, view, names))


def describe(view: View, names: Sequence[str], decision: Place, option: str, square: int, line: tuple[int | None, int | None]) -> Reach:
    """Describe one offered square, with words for screen readers."""
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
    """Return how far the ship can sail with this heading."""
    if decision.name != "sail":
        return CHART.size
    square = view.public.at[decision.seat]
    far: int = decision.facts["strength"]
    free = square in CHART.port_at or heading == view.public.heading[decision.seat] or view.public.boost or not far
    return max(1, far if free else far - 1)
