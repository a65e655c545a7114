"""What a square that is offered means to the one who is asked, and the same squares as a list."""

from collections.abc import Sequence

from games.engine import Decision
from games.kit.controls import Reach, list_button
from games.kit.svg import safe

from .chart import CALLED, HARBOURS, SQUARES, distance
from .drawing_ink import spot
from .seen import View


def who(seat: int, names: Sequence[str]) -> str:
    """A player's name, or the number of the seat where no name is known."""
    return str(names[seat]) if seat < len(names) else f"captain {seat + 1}"


def ship_name(view: View, ship: int, names: Sequence[str]) -> str:
    """A ship by its captain, and by its number where he has two."""
    owner = view.public.owners[ship]
    fleet = [one for one, seat in enumerate(view.public.owners) if seat == owner]
    return who(owner, names) if len(fleet) == 1 else f"{who(owner, names)} ({('first', 'second')[fleet.index(ship)]} ship)"


def reach(view: View, decision: Decision | None, names: Sequence[str] = ()) -> list[Reach]:
    """Every square offered to the seat that looks, harbours first."""
    if decision is None or decision.kind != "place" or decision.seat != view.seat:
        return []
    found = [one(view, decision, option, names) for option in decision.options]
    return sorted(found, key=lambda place: (place.kind != "turn", place.square))


def one(view: View, decision: Decision, option: str, names: Sequence[str]) -> Reach:
    """One square on offer, with the words for those who hear the board instead of seeing it."""
    square, ship = SQUARES[option], decision.facts["ship"]
    start = view.public.at[ship]
    harbour = square in HARBOURS
    far = distance(start, square)
    there = [other for other, at in enumerate(view.public.at) if at == square and other != ship]
    if square == start and harbour:
        words = f"Stay in {CALLED[square]}"
    else:
        words = f"Enter {CALLED[square]}, {option}" if harbour else f"Sail to {option}"
        words += f", {far} {'step' if far == 1 else 'steps'} away"
    if there:
        words += ", where " + " and ".join(ship_name(view, other, names) for other in there) + (" lies" if len(there) == 1 else " lie")
    return Reach(option, square, None, far, "turn" if harbour else "near", words, spot(square))


def listed(places: Sequence[Reach]) -> str:
    """Harbours as large buttons by their names, squares at sea in a list, in sizes for a thumb."""
    harbours = "".join(
        f'<button name="answer" value="{safe(place.option)}" title="{safe(place.words)}">{safe(CALLED[place.square])}</button>'
        for place in places
        if place.kind == "turn"
    )
    squares = "".join(list_button(place) for place in places if place.kind == "near")
    first = f'<p class="board-words">{harbours}</p>' if harbours else ""
    rest = f"<dl><dt>At sea, with the steps they are away</dt><dd>{squares}</dd></dl>" if squares else ""
    return f'{first}<details class="board-list"><summary>Squares as a list</summary>{rest}</details>' if rest else first
