"""What a square that is offered means to the one who is asked: how far, which way, beyond their strength, onto whom."""

from collections.abc import Sequence

from games.engine import Decision, Place
from games.kit.controls import Reach
from games.kit.crew_game.crew import sailing
from games.kit.heading import SPOKEN

from .drawing_ink import spot
from .sea import Sea
from .seen import View

VERBS = {"sail": "Sail to", "flee": "Slip away to", "berth": "Lie at"}
WORDS = {"stay": "Stay where you are"}


def reach(view: View, decision: Decision | None, names: Sequence[str] = ()) -> list[Reach]:
    """Every square offered to the seat that looks, nearest first within each direction.

    Nobody sees what another seat is offered: where over-sailing is not allowed, that would tell its strength.
    """
    if not isinstance(decision, Place) or decision.seat != view.seat:
        return []
    sea, start = view.public.sea, view.public.at[decision.seat]
    lines = {}
    if start >= 0:
        lines = {square: (heading, far) for heading, ray in enumerate(sea.rays[start]) for far, square in enumerate(ray, 1)}
    found = []
    for option in decision.options:
        square = sea.squares.get(option)
        if square is not None:
            found.append(one(view, decision, option, square, lines.get(square, (None, None)), names))
    return sorted(found, key=lambda place: (-1 if place.heading is None else place.heading, place.far or 0))


def one(view: View, decision: Decision, option: str, square: int, line: tuple, names: Sequence[str]) -> Reach:
    """One square on offer, with the words for those who hear the board instead of seeing it."""
    heading, far = line
    if square == view.public.at[decision.seat]:
        return Reach(option, square, None, 0, "turn", f"Stay on {option} and turn", spot(view.public.sea, square))
    others = [seat for seat, at in enumerate(view.public.at) if at == square and seat != decision.seat]
    beyond = decision.name == "sail" and far is not None and far > sailing(view.hand)
    words = f"{VERBS.get(decision.name, 'Choose')} {option}"
    if far:
        words += f", {far} {'square' if far == 1 else 'squares'} {SPOKEN[heading]}"
    if others and square not in view.public.sea.port_at:
        words += ", where " + " and ".join(who(seat, names) for seat in others) + (" lies" if len(others) == 1 else " lie")
    if beyond:
        words += ", beyond your strength"
    foe = others and square not in view.public.sea.port_at
    return Reach(option, square, heading, far, "foe" if foe else "far" if beyond else "near", words, spot(view.public.sea, square))


def who(seat: int, names: Sequence[str]) -> str:
    """A player's name, or the number of the ship where no name is known."""
    return str(names[seat]) if seat < len(names) else f"ship {seat + 1}"


def words_offered(sea: Sea, decision: Place) -> list[tuple[str, str]]:
    """The options of a Place that are no squares, with what they say."""
    return [(option, WORDS.get(option, option.capitalize())) for option in decision.options if option not in sea.squares]
