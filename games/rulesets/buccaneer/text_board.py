"""The table as plain text, with everything that the picture shows, for letters, terminals and screen readers."""

from collections.abc import Collection, Sequence
from functools import cache, partial

from games.engine import Decision
from games.kit.crew_game import text_board as shared
from games.kit.crew_game.ships import who
from games.kit.heading import SPOKEN
from games.kit.text_board import aim, on_one_line, page, paragraph

from .card_texts import kept
from .cards import NAMES, TREASURE, WIN
from .drawing_goods import listed
from .drawing_reach import reach
from .sea import Sea
from .seen import View

PORT_SIGNS = {"Bristol": "R"}
"""Port -> the letter of its harbour, if its initial is already in use."""
KEY = (
    ". sea, T F P the islands, t and f their coasts, # land, 1 to 8 ships (+ more than two), m Mud Bay, k Cliff Creek, a anchor; harbours: "
)


def text(view: View, names: Sequence[str] = (), decision: Decision | None = None) -> str:
    """Return the whole table, with stars on the squares that `decision` offers. Lines have at most 66 characters."""
    names, public = on_one_line(names), view.public
    offered = {place.square: place.option for place in reach(view, decision, names)}
    key = KEY + ", ".join(f"{sign_of(port.name)} {port.name}" for port in public.sea.ports) + "."
    blocks = [
        shared.heading(view, names, public.turn), chart(view, offered), shared.key_to_stars(offered.values()), paragraph(key), shared.ships(view, partial(ship, view, names)),
        shared.ports(view, [port.name for port in public.sea.ports], public.docks, listed), ashore(view), shared.own_crew(view, listed),
        shared.own_cards(view, NAMES, partial(kept, edition=public.edition)),
    ]  # fmt: skip
    if public.ended is None:
        blocks.insert(4, aim(f"The first with {WIN} points of treasure at home wins.", public.options["round_limit"]))
    return page(blocks)


def short(view: View, names: Sequence[str] = (), decision: Decision | None = None) -> str:
    """Return the table without its key, the goal, and the goods at ports and on islands."""
    names, public = on_one_line(names), view.public
    offered = {place.square: place.option for place in reach(view, decision, names)}
    blocks = [shared.heading(view, names, public.turn), chart(view, offered), shared.ships(view, partial(ship, view, names))]
    return page([*blocks, shared.own_crew(view, listed), shared.own_cards(view, NAMES, partial(kept, edition=public.edition))])


def sign_of(port: str) -> str:
    return PORT_SIGNS.get(port, port[0])


@cache
def ground(sea: Sea) -> dict[int, str]:
    signs = dict.fromkeys(sea.sea, ".")
    for island, sign in (("treasure", "t"), ("flat", "f")):
        signs.update(dict.fromkeys(sea.coasts[island], sign))
    for island, (c1, c2, r1, r2) in sea.islands.items():
        signs.update({sea.number(c, r): island[0].upper() for c in range(c1, c2 + 1) for r in range(r1, r2 + 1)})
    signs.update({sea.mud_bay: "m", sea.cliff_creek: "k", sea.anchor: "a"})
    return signs | {square: sign_of(sea.names[square]) for square in sea.harbours}


def chart(view: View, offered: Collection[int] = ()) -> str:
    """Return the sea in letters. A ship is shown as its number, two ships as both numbers."""
    sea = view.public.sea
    signs, columns = shared.starred(ground(sea), shared.ships_by_square(view), offered), shared.letters(sea.size, "     ")
    cells = ((*sea.cell(square), sign) for square, sign in signs.items())
    lines = shared.marked(bare_rows(sea), ((number, column, sign) for column, number, sign in cells))
    return "\n".join([columns, *reversed(lines), columns])


@cache
def bare_rows(sea: Sea) -> tuple[str, ...]:
    """Return the rows of the sea without ships, southernmost first."""
    rows = ((number, (sea.number(column, number) for column in range(sea.width))) for number in range(sea.size + 2))
    return tuple(shared.row(number if 1 <= number <= sea.size else "", squares, ground(sea)) for number, squares in rows)


def ship(view: View, names: Sequence[str], seat: int) -> str:
    public = view.public
    owner = f"{who(seat, names)} of {public.sea.ports[public.homes[seat]].name}"
    if seat in public.gone or public.at[seat] < 0:
        return f"{owner} has left the game."
    aboard = ", ".join(NAMES[item] for item in public.holds[seat]) or "nothing"
    crew = f"{public.crew_counts[seat]} crew" if public.crew_counts[seat] else "no crew, adrift"
    kept_cards = f"; keeps {listed(public.kept[seat])}" if public.kept[seat] else ""
    return (
        f"{owner}{' (you)' if seat == view.seat else ''}: at {public.sea.names[public.at[seat]]}, heading {SPOKEN[public.heading[seat]]}; "
        f"{crew}; {aboard} aboard{kept_cards}; {public.totals[seat]} of 20 at home."
    )


def ashore(view: View) -> str:
    public = view.public
    treasure = listed([kind for kind in TREASURE for _ in range(public.treasure.get(kind, 0))]) or "nothing"
    return shared.islands((
        f"Treasure Island: {treasure}; {public.chance_pile} chance cards.",
        f"Flat Island: {listed(public.flat) or 'nothing'}.",
        f"Pirate Island: {public.crew_pile} crew cards.",
    ))  # fmt: skip
