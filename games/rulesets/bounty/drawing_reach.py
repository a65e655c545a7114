"""Describe each offered square, and list the same squares."""

from collections.abc import Sequence

from games.engine import Decision, Place
from games.kit.controls import Reach, list_button, sends
from games.kit.svg import Markup, safe

from .chart import CALLED, HARBOURS, SQUARES, distance
from .drawing_ink import spot
from .seen import View

KINDS = ("turn", "foe", "calm", "near")


def who(seat: int, names: Sequence[str]) -> str:
    """Return a player's name, or the number of the seat if no name is known."""
    return str(names[seat]) if seat < len(names) else f"captain {seat + 1}"


def ship_mark(view: View, ship: int) -> str:
    """Return the mark on a ship: its captain's number, and a letter if they have two ships."""
    owners = view.public.owners
    return f"{owners[ship] + 1}{'ab'[ship % 2] if owners.count(owners[ship]) > 1 else ''}"


def ship_name(view: View, ship: int, names: Sequence[str]) -> str:
    """Return the words for a ship: its captain, and its number if they have two."""
    owner = view.public.owners[ship]
    fleet = [ship_number for ship_number, seat in enumerate(view.public.owners) if seat == owner]
    return who(owner, names) if len(fleet) == 1 else f"{who(owner, names)} ({('first', 'second')[fleet.index(ship)]} ship)"


def reach(view: View, decision: Decision | None, names: Sequence[str] = ()) -> list[Reach]:
    """Return every square offered to the reader: harbours, then prey, then the sea, and last the squares beside prey without a fight.

    A press on a prey's square attacks it; the list below offers to end there without a fight.
    """
    if not isinstance(decision, Place) or decision.seat != view.seat:
        return []
    prey = [describe(view, decision, option, names, "foe") for option in decision.facts["prey"]]
    squares = [describe(view, decision, option, names, kind_of(decision, option)) for option in decision.options]
    return sorted([*squares, *prey], key=lambda place: (KINDS.index(place.kind), place.square))


def kind_of(decision: Decision, option: str) -> str:
    """Return the kind: a harbour, open sea, or a square with something to attack."""
    if SQUARES[option] in HARBOURS:
        return "turn"
    return "calm" if option in decision.facts["prey"] else "near"


def describe(view: View, decision: Decision, option: str, names: Sequence[str], kind: str) -> Reach:
    """Describe one offered square, with words for screen readers."""
    square, ship = SQUARES[option], decision.facts["ship"]
    start = view.public.at[ship]
    far = distance(start, square)
    ships = [other for other, position in enumerate(view.public.at) if position == square and other != ship]
    there = [ship_name(view, other, names) for other in (decision.facts["prey"][option] if kind == "foe" else ships)]
    steps = f"{far} {'step' if far == 1 else 'steps'} away"
    if kind == "foe":
        words = f"Attack {' and '.join(there)} at {option}, {steps}"
    elif square == start and kind == "turn":
        words = f"Stay in {CALLED[square]}"
    else:
        verb = {"turn": f"Enter {CALLED.get(square)},", "calm": "Sail in peace to"}.get(kind, "Sail to")
        words = f"{verb} {option}, {steps}"
    if there and kind != "foe":
        words += f", where {' and '.join(there)} {'lies' if len(there) == 1 else 'lie'}"
    return Reach(option, square, None, far, kind, words, spot(square), "attack" if kind == "foe" else "")


def worded(places: Sequence[Reach]) -> Markup:
    """Return harbours and prey as large buttons. They are placed with the question."""
    return Markup("".join(large_button(place) for place in places if place.kind != "near"))


def listed(places: Sequence[Reach]) -> str:
    """Return squares at sea as a list, large enough for a thumb."""
    squares = "".join(list_button(place) for place in places if place.kind == "near")
    rest = f"<dl><dt>At sea, with the steps they are away</dt><dd>{squares}</dd></dl>" if squares else ""
    return f'<details class="board-list"><summary>As a list</summary>{rest}</details>' if rest else ""


def large_button(place: Reach) -> str:
    """Draw a large button: a harbour by its name, an attack, or a square shared without a fight."""
    words = {"foe": place.words.split(",")[0], "calm": f"{place.option} in peace"}.get(place.kind) or CALLED[place.square]
    return f'<button class="is-{place.kind}" {sends(place)} title="{safe(place.words)}">{safe(words)}</button>'
