"""Draw ships, their wakes, and the offered squares."""

from collections.abc import Iterable, Mapping, Sequence

from games.engine import Decision, Place
from games.kit.controls import Named, Reach, list_button, place_names, sends
from games.kit.ink import Ink
from games.kit.page import Wake
from games.kit.svg import Markup, line, num, safe
from games.kit.symbols import PREFIX, use

from .chart import CALLED, HARBOURS, NAMES, SQUARES, distance, path
from .drawing_ink import SQUARE, middle, spot
from .seen import View

KINDS = ("turn", "foe", "calm", "near")
PLACES = {
    1: ((0, 0, 1.15),),
    2: ((-8, 0, 0.85), (8, 0, 0.85)),
    3: ((-8, -6, 0.7), (8, -6, 0.7), (0, 8, 0.7)),
    4: ((-8, -7, 0.65), (8, -7, 0.65), (-8, 8, 0.65), (8, 8, 0.65)),
}
"""Number of ships on a square -> the offset (x, y) and size of each ship."""


def who(seat: int, names: Sequence[str]) -> str:
    """Return a player's name, or the number of the seat if no name is known."""
    return str(names[seat]) if seat < len(names) else f"captain {seat + 1}"


def ship_mark(view: View, ship: int) -> str:
    """Return the mark on a ship: its captain's number, with a letter if the captain has two ships."""
    owners = view.public.owners
    return f"{owners[ship] + 1}{'ab'[ship % 2] if owners.count(owners[ship]) > 1 else ''}"


def ship_name(view: View, ship: int, names: Sequence[str]) -> str:
    owners = view.public.owners
    captain = who(owners[ship], names)
    return captain if owners.count(owners[ship]) == 1 else f"{captain} ({('first', 'second')[ship % 2]} ship)"


def reach(view: View, decision: Decision | None, names: Sequence[str] = ()) -> list[Reach]:
    """Return every square offered to the reader: harbours, then prey, then the sea, and last the squares beside prey without a fight.

    A press on a prey's square attacks the prey. The list below the chart offers to end there without a fight.
    """
    if not isinstance(decision, Place) or decision.seat != view.seat:
        return []
    prey = [describe(view, decision, option, names, "foe") for option in decision.facts["prey"]]
    squares = [describe(view, decision, option, names, kind_of(decision, option)) for option in decision.options]
    return sorted([*squares, *prey], key=lambda place: (KINDS.index(place.kind), place.square))


def kind_of(decision: Decision, option: str) -> str:
    """Return the kind of an offered square: harbour, open sea, or a square with prey."""
    if SQUARES[option] in HARBOURS:
        return "turn"
    return "calm" if option in decision.facts["prey"] else "near"


def describe(view: View, decision: Decision, option: str, names: Sequence[str], kind: str) -> Reach:
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
    """Return the offered harbours and prey as large buttons beside the question."""
    buttons = []
    for place in places:
        if place.kind != "near":
            words = {"foe": place.words.split(",")[0], "calm": f"{place.option} in peace"}.get(place.kind) or CALLED[place.square]
            buttons.append(f'<button class="is-{place.kind}" {sends(place)} title="{safe(place.words)}">{safe(words)}</button>')
    return Markup("".join(buttons))


def listed(places: Sequence[Reach]) -> str:
    """Return the offered squares at sea as a list of buttons large enough for a thumb."""
    squares = "".join(list_button(place) for place in places if place.kind == "near")
    rest = f"<dl><dt>At sea, with the steps they are away</dt><dd>{squares}</dd></dl>" if squares else ""
    return f'<details class="board-list"><summary>As a list</summary>{rest}</details>' if rest else ""


def places(count: int) -> Sequence[tuple[float, float, float]]:
    """Return the offset (x, y) and size of each ship on one square: up to four side by side, more in three columns."""
    return PLACES.get(count) or [((index % 3 - 1) * 10, (index // 3 - (count - 1) // 3 / 2) * 11, 0.5) for index in range(count)]


def ships(view: View, ink: Ink, names: Sequence[str] = ()) -> str:
    crowds: dict[int, list[int]] = {}
    for ship, square in enumerate(view.public.at):
        if square >= 0:
            crowds.setdefault(square, []).append(ship)
    parts = []
    for square, crowd in crowds.items():
        x, y = middle(square)
        for ship, (dx, dy, size) in zip(crowd, places(len(crowd)), strict=True):
            parts.append(draw_ship(view, ink, ship, (x + dx, y + dy, size), names))
    return f'<g font-size="7.5" font-weight="bold">{"".join(parts)}</g>'


def draw_ship(view: View, ink: Ink, ship: int, place: tuple[float, float, float], names: Sequence[str]) -> str:
    """Draw one ship with its captain's number, a halo if it is on turn, and the flag of its shown role."""
    public, (x, y, size) = view.public, place
    seat = public.owners[ship]
    sails = public.ended is None and (public.asked_ship == ship if public.asked_ship is not None else public.turn == seat)
    light = f'<circle r="13" fill="{ink.gold}" fill-opacity=".3" stroke="{ink.gold}" stroke-width="1.8"/>' if sails else ""
    disc, digit = ("mine", ink.paper) if seat == view.seat else ("disc", ink.dark)
    mark = ship_mark(view, ship)
    small = ' font-size="6.6"' if len(mark) > 1 else ""
    number = f'{use(disc, 0, 4)}<text y="6.7" fill="{digit}"{small}>{mark}</text>'
    return (
        f'<g data-ship="{ship}" transform="translate({num(x)} {num(y)}) scale({size:g})"><title>{safe(ship_words(view, ship, names))}</title>'
        f'{light}<use href="#{PREFIX}ship" fill="{ink.ports[public.colours[seat]]}"/>{number}{flag(view, ship)}</g>'
    )


def flag(view: View, ship: int) -> str:
    public = view.public
    if public.commission and public.commission[0] == ship:
        return use("flag-commission", 3, -9)
    return use(f"flag-{public.known[ship]}", 3, -9) if public.known[ship] else ""


def ship_words(view: View, ship: int, names: Sequence[str] = ()) -> str:
    """Return everything public about a ship in one line."""
    public = view.public
    square = public.at[ship]
    where = CALLED.get(square, NAMES.get(square, "gone"))
    known = {"pirate": ", a known pirate", "warship": ", a known warship"}.get(public.known[ship], "")
    known += ", with the temporary warship card" if public.commission and public.commission[0] == ship else ""
    bankrupt = ", bankrupt, on its way home" if ship in public.bankrupt else ""
    loot = f" and {public.loot[ship]} under it" if public.loot[ship] else ""
    return f"{ship_name(view, ship, names)}: at {where}, {public.holds[ship]} in the hold{loot}{known}{bankrupt}"


def wakes(since: Iterable[Wake], view: View, ink: Ink) -> str:
    """Draw the last voyages as dotted lines in the colours of their ships, step by step."""
    parts = []
    for start_name, end_name, seat in since:
        start, end = SQUARES.get(start_name), SQUARES.get(end_name)
        if start is not None and end is not None and start != end:
            way = f'd="{line(middle(square) for square in path(start, end))}" stroke-dasharray="0 6.5" stroke-linecap="round"'
            parts.append(
                f'<path {way} stroke="{ink.dark}" stroke-width="4.2"/><path {way} stroke="{ink.ports[view.public.colours[seat]]}" stroke-width="2.8"/>'
            )
    return "".join(parts)


def marks(places: Iterable[Reach], sizes: Mapping[str, float]) -> str:
    """Draw a mark on each offered square whose kind has a size: a pane at sea, a ring around a harbour, a target on prey."""
    parts = []
    for place in places:
        if place.kind in sizes:
            x, y = middle(place.square)
            parts.append(f'<use href="#{PREFIX}{place.kind}" transform="translate({x} {y}) scale({sizes[place.kind]})"/>')
    return "".join(parts)


def names_of_places(places: Iterable[Reach], ink: Ink) -> str:
    named = (Named(place.option, *middle(place.square), place.kind != "near") for place in places if place.kind != "foe")
    return place_names(named, SQUARE, ink)
