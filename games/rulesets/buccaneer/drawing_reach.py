"""Describe each offered square: its distance and direction, whether it is beyond the crew's strength, and any ship there."""

from collections.abc import Sequence
from functools import partial

from games.engine import Decision, Place
from games.kit.controls import Reach
from games.kit.crew_game.crew import sailing
from games.kit.crew_game.grid import spot
from games.kit.crew_game.reach import reach as squares_offered
from games.kit.crew_game.reach import who
from games.kit.heading import SPOKEN

from .seen import View

VERBS = {"sail": "Sail to", "flee": "Slip away to", "berth": "Lie at"}


def reach(view: View, decision: Decision | None, names: Sequence[str] = ()) -> list[Reach]:
    """Return every square offered to the reader."""
    return squares_offered(view.public.sea, view, decision, partial(describe, view, names))


def describe(view: View, names: Sequence[str], decision: Place, option: str, square: int, line: tuple[int | None, int | None]) -> Reach:
    """Describe one offered square, with words for screen readers."""
    heading, far = line
    if square == view.public.at[decision.seat]:
        return Reach(option, square, None, 0, "turn", f"Stay on {option} and turn", spot(view.public.sea, square))
    others = [seat for seat, position in enumerate(view.public.at) if position == square and seat != decision.seat]
    beyond = decision.name == "sail" and far is not None and far > sailing(view.hand)
    words = f"{VERBS.get(decision.name, 'Choose')} {option}"
    if heading is not None and far:
        words += f", {far} {'square' if far == 1 else 'squares'} {SPOKEN[heading]}"
    if others and square not in view.public.sea.port_at:
        words += ", where " + " and ".join(who(seat, names) for seat in others) + (" lies" if len(others) == 1 else " lie")
    if beyond:
        words += ", beyond your strength"
    foe = others and square not in view.public.sea.port_at
    return Reach(option, square, heading, far, "foe" if foe else "far" if beyond else "near", words, spot(view.public.sea, square))
