"""The table as plain text, with everything that the picture shows, for letters, terminals and screen readers."""

from collections.abc import Collection, Sequence

from games.engine import Decision, version_of
from games.kit.sentences import capital
from games.kit.text_board import NAMED, OFFERED, aim, game_over, on_one_line, page, paragraph

from .board import COLOURS, PORTS, SIZE
from .cards import VALUE
from .chart import ADMIRALTY, CALLED, FAR_OFF, HARBOURS, HOME, LAND, LETTERS, NAMES, PORT_SQUARES, SQUARES, distances, homeward, walks
from .drawing_cards import role_words
from .drawing_ships import reach, ship_mark, ship_name, who
from .seen import View
from .wording import card, dubloons

PORT_SIGNS = "SCBINPV"
"""The letter of each port: Sugar Quay, Cotton Reach, Cocoa Bay (B), Indigo Roads, Nutmeg Haven, Pearl Sound, Silver Point (V)."""
KEY = (
    ". sea, # land, @ Home Port, A Admiralty Island, S Sugar Quay, C Cotton Reach, B Cocoa Bay, I Indigo Roads, N Nutmeg Haven, "
    "P Pearl Sound, V Silver Point, 1 to 8 ships of that captain, 1a and 1b where a captain has two (+ more than two ships)."
)
GROUND = (
    dict.fromkeys(range(SIZE * SIZE), ".")
    | dict.fromkeys(LAND, "#")
    | dict(zip(PORT_SQUARES, PORT_SIGNS, strict=True))
    | {HOME: "@", ADMIRALTY: "A"}
)


def text(view: View, names: Sequence[str] = (), decision: Decision | None = None) -> str:
    """Return the whole table, with the names of the squares that `decision` offers. Lines have at most 66 characters.

    Attacks are left out: a separate question offers attacks, even on squares where no voyage ends.
    """
    names = on_one_line(names)
    offered = {place.square for place in reach(view, decision, names) if place.kind != "foe"}
    key = (paragraph(NAMED) if offered else "", paragraph(KEY))
    blocks = [heading(view, names), chart(view, offered), *key, captains(view, names), ports(view), ashore(view, names), own(view)]
    blocks.insert(1, within(view, names))
    if view.public.ended is None:
        goal = view.public.options["goal"]
        wins = f"The first captain with {dubloons(goal)}, less their loans, wins." if goal else "The most money in the end wins."
        blocks.insert(5, aim(wins, view.public.options["rounds"]))
    return page(blocks)


def short(view: View, names: Sequence[str] = (), decision: Decision | None = None) -> str:
    """Return the table without the key and the aim, with harbours listed by distance."""
    names = on_one_line(names)
    offered = {place.square for place in reach(view, decision, names) if place.kind != "foe"}
    return page([heading(view, names), chart(view, offered), within(view, names), captains(view, names), harbours(view), own(view)])


def harbours(view: View) -> str:
    """Return each harbour with its distance from the reader's ship and its fee, nearest first."""
    public = view.public
    ship = next((ship for ship in view.holds if public.at[ship] >= 0), None)
    if ship is None or public.ended is not None:
        return ""
    ship = public.asked_ship if public.asked_ship in view.holds else ship
    far = distances(public.at[ship])
    steps = sorted((far.get(square, FAR_OFF), index) for index, square in enumerate(PORT_SQUARES))
    lines = [f"{PORTS[index].name} {count} (fee {PORTS[index].fee})" for count, index in steps if count]
    return paragraph(f"Steps to the harbours: {', '.join(lines)}; Home Port {far.get(HOME, FAR_OFF)}.")


def heading(view: View, names: Sequence[str]) -> str:
    public = view.public
    if public.ended is not None:
        return game_over(public.round, [who(seat, names) for seat in public.ended[0]])
    threw = f" The throw is {public.throw}." if public.throw else ""
    return paragraph(f"Round {public.round}. It is {who(public.turn, names)}'s turn (ship {public.turn + 1}).{threw}")


def within(view: View, names: Sequence[str]) -> str:
    """Return the harbours and ships within reach of the reader's throw, with their distances in steps."""
    public, ship = view.public, view.public.asked_ship
    if public.asked != "sail" or ship not in view.holds:
        return ""
    far, throw = distances(public.at[ship]), public.throw
    position = public.at[ship]
    reached = homeward(position, throw, version_of(public)) if ship in public.bankrupt else walks(position, throw)
    squares = map(SQUARES.get, reached)
    harbours = [f"{CALLED[square]} ({far[square]})" for square in squares if square in HARBOURS]
    others = [
        (far.get(square, FAR_OFF), other, square) for other, square in enumerate(public.at) if other not in view.holds and square >= 0
    ]
    near = [
        f"{ship_name(view, other, names)} at {CALLED.get(position, NAMES[position])} ({steps})"
        for steps, other, position in sorted(others)
        if steps <= throw
    ]
    calls = f"these harbours: {', '.join(harbours)};" if harbours else "no harbour"
    ships = f"these ships: {', '.join(near)}" if near else "no other ship"
    steps = " In brackets: how many steps." if harbours or near else ""
    return paragraph(f"Your throw of {throw} reaches {calls} and {ships}.{steps}")


def chart(view: View, offered: Collection[int] = ()) -> str:
    """Return the sea as a text map. A ship is shown by its captain's number, plus a or b if they have two; an offered square by its name."""
    marks: dict[int, list[str]] = {}
    for ship, square in enumerate(view.public.at):
        if square >= 0:
            marks.setdefault(square, []).append(ship_mark(view, ship))
    wide = 4 if offered else 3
    columns = "   " + "".join(f"{letter:<{wide}}" for letter in LETTERS).rstrip()
    rows = [
        (f"{row + 1:>2} " + "".join(f"{cell(row * SIZE + column, marks, offered):<{wide}}" for column in range(SIZE))).rstrip()
        for row in range(SIZE)
    ]
    return "\n".join([columns, *rows, columns])


def cell(square: int, marks: dict[int, list[str]], offered: Collection[int]) -> str:
    """Return the text of one square: at most two characters, with a star if it is offered, or the name of an offered empty square."""
    there = sign(square, marks)
    if square not in offered:
        return there
    return NAMES[square] if there == "." else there + OFFERED


def sign(square: int, marks: dict[int, list[str]]) -> str:
    """Return the ships on one square, or the ground without ships, in at most two characters."""
    ships = marks.get(square)
    if ships is None:
        return GROUND[square]
    both = "".join(mark[0] for mark in ships)
    return ships[0] if len(ships) == 1 else both if len(both) == 2 else both[0] + "+"


def captains(view: View, names: Sequence[str]) -> str:
    return "Captains\n" + "\n".join(
        paragraph(f"{seat + 1}  {captain(view, seat, names)}", "   ") for seat in range(len(view.public.colours))
    )


def captain(view: View, seat: int, names: Sequence[str]) -> str:
    public = view.public
    name = f"{who(seat, names)} ({COLOURS[public.colours[seat]]}{', you' if seat == view.seat else ''})"
    if seat in public.gone:
        return f"{name} has left the game."
    loans = public.loans[seat]
    debt = f", {loans} loan{'' if loans == 1 else 's'} of 25, worth {public.worth[seat]}" if loans else ""
    fleet = [ship for ship, owner in enumerate(public.owners) if owner == seat]
    return f"{name}: {dubloons(public.purses[seat])}{debt}. {' '.join(ship_text(view, ship, len(fleet)) for ship in fleet)}"


def ship_text(view: View, ship: int, fleet: int) -> str:
    public, square = view.public, view.public.at[ship]
    title = f"{('First', 'Second')[ship % 2]} ship ({ship_mark(view, ship)}) at " if fleet > 1 else "At "
    loot = f", {public.loot[ship]} under it" if public.loot[ship] else ""
    shown = f", a known {public.known[ship]}" if public.known[ship] else ""
    bankrupt = ", bankrupt" if ship in public.bankrupt else ""
    visited = f"; bought at {', '.join(PORTS[port].name for port in public.visited[ship])}" if public.visited[ship] else ""
    return f"{title}{CALLED.get(square, NAMES[square])}, {public.holds[ship]} in the hold{loot}{shown}{bankrupt}{visited}."


def ports(view: View) -> str:
    lines = [f"{port.name} ({port.at}): {port.cargo}, fee {port.fee}, {view.public.packs[index]} left." for index, port in enumerate(PORTS)]
    return "Ports\n" + "\n".join(lines)


def ashore(view: View, names: Sequence[str]) -> str:
    public = view.public
    card_is = "on Admiralty Island"
    if public.commission is not None:
        hunter, robber = (ship_name(view, ship, names) for ship in public.commission)
        card_is = f"with {hunter}, who hunts {robber}"
    return paragraph(f"Treasure Chest: {public.chest} cards left. The temporary warship card is {card_is}.")


def own(view: View) -> str:
    if view.seat is None:
        return ""
    lines = []
    for ship in view.holds:
        title = f"{('First', 'Second')[ship % 2]} ship: " if len(view.holds) > 1 else ""
        cards = ", ".join(card(code) for code in reversed(view.holds[ship]))
        hold = f"{cards} (the top card first)" if len(view.holds[ship]) > 1 else cards or "nothing"
        loot = f" Under it: {', '.join(map(card, view.loot[ship]))}." if view.loot[ship] else ""
        worth = sum(VALUE[code] for code in (*view.holds[ship], *view.loot[ship]))
        sells = f" Sells for {worth}." if view.public.ended is None else ""
        role = role_words(view, ship).replace("<b>", "").replace("</b>", "")
        lines.append(paragraph(f"{title}{hold if title else capital(hold)}.{loot} {role}{sells}"))
    return "Your cargo\n" + "\n".join(lines)
