"""The offered squares, with the words that describe them to the reader."""

from collections.abc import Sequence
from functools import partial

from games.engine import Decision, Place
from games.kit import controls
from games.kit.controls import Reach
from games.kit.crew_game.crew import sailing
from games.kit.crew_game.grid import spot
from games.kit.crew_game.ships import reach as squares_offered
from games.kit.crew_game.ships import who
from games.kit.heading import SPOKEN

from .seen import View

VERBS = {"sail": "Sail to", "flee": "Slip away to", "berth": "Lie at"}


def reach(view: View, decision: Decision | None, names: Sequence[str] = ()) -> list[Reach]:
    return squares_offered(view.public.sea, view, decision, partial(describe, view, names))


def describe(view: View, names: Sequence[str], decision: Place, option: str, square: int, line: tuple[int | None, int | None]) -> Reach:
    heading, far = line
    if square == view.public.at[decision.seat]:
        return Reach(option, square, None, 0, "turn", f"Stay on {option} and turn", spot(view.public.sea, square))
    in_port = square in view.public.sea.port_at
    others = [seat for seat, position in enumerate(view.public.at) if position == square and seat != decision.seat and not in_port]
    beyond = decision.name == "sail" and far is not None and far > sailing(view.hand)
    words = f"{VERBS.get(decision.name, 'Choose')} {option}"
    if heading is not None and far:
        words += f", {far} {'square' if far == 1 else 'squares'} {SPOKEN[heading]}"
    if others:
        words += ", where " + " and ".join(who(seat, names) for seat in others) + (" lies" if len(others) == 1 else " lie")
    if beyond:
        words += ", beyond your strength"
    return Reach(option, square, heading, far, "foe" if others else "far" if beyond else "near", words, spot(view.public.sea, square))


def here(view: View, places: Sequence[Reach]) -> str:
    """Return the CSS classes of the spot that a phone shows first: the reader's ship, or halfway to the square if only one is offered."""
    sea, square = view.public.sea, view.public.at[view.seat] if view.seat is not None else -1
    if square < 0:
        return ""
    if len(places) == 1:
        (c, r), (c1, r1) = sea.cell(square), sea.cell(places[0].square)
        return controls.spot((c + c1) // 2, sea.width - 1 - (r + r1) // 2)
    return spot(sea, square)
