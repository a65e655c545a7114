"""What a square that is offered means to the one who is asked: how far, which way, onto whom."""

from collections.abc import Sequence

from games.engine import Decision, Place
from games.kit.controls import Reach
from games.kit.heading import SPOKEN

from .chart import CHART, SQUARES
from .drawing_ink import spot
from .seen import View

VERBS = {"sail": "Sail to", "drift": "Drift to"}
WORDS = {"stay": "Stay where you are"}


def reach(view: View, decision: Decision | None, names: Sequence[str] = ()) -> list[Reach]:
    """Every square offered to the seat that looks, nearest first within each direction."""
    if not isinstance(decision, Place) or decision.seat != view.seat:
        return []
    start = view.public.at[decision.seat]
    lines = {square: (heading, far) for heading, ray in enumerate(CHART.rays[start]) for far, square in enumerate(ray, 1)}
    found = []
    for option in decision.options:
        square = SQUARES.get(option)
        if square is not None:
            found.append(one(view, decision, option, square, lines.get(square, (None, None)), names))
    return sorted(found, key=lambda place: (-1 if place.heading is None else place.heading, place.far or 0))


def one(view: View, decision: Decision, option: str, square: int, line: tuple, names: Sequence[str]) -> Reach:
    """One square on offer, with the words for those who hear the board instead of seeing it."""
    heading, far = line
    if square == view.public.at[decision.seat]:
        return Reach(option, square, None, 0, "turn", f"Turn at {option}", spot(square))
    others = [seat for seat, at in enumerate(view.public.at) if at == square and seat != decision.seat]
    words = f"{VERBS.get(decision.name, 'Choose')} {option}"
    if far:
        words += f", {far} {'square' if far == 1 else 'squares'} {SPOKEN[heading]}"
    beyond = far is not None and far > longest(view, decision, heading)
    if others:
        words += ", attacking " + " and ".join(who(seat, names) for seat in others)
    if beyond:
        words += ", beyond your strength"
    return Reach(option, square, heading, far, "foe" if others else "far" if beyond else "near", words, spot(square))


def longest(view: View, decision: Decision, heading: int) -> int:
    """How far the strength reaches that way."""
    if decision.name != "sail":
        return CHART.size
    at, far = view.public.at[decision.seat], decision.facts["strength"]
    free = at in CHART.port_at or heading == view.public.heading[decision.seat] or view.public.boost or not far
    return max(1, far if free else far - 1)


def who(seat: int, names: Sequence[str]) -> str:
    """A player's name, or the number of the ship where no name is known."""
    return str(names[seat]) if seat < len(names) else f"ship {seat + 1}"


def words_offered(decision: Place) -> list[tuple[str, str]]:
    """The options of a Place that are no squares, with what they say."""
    return [(option, WORDS.get(option, option.capitalize())) for option in decision.options if option not in SQUARES]
