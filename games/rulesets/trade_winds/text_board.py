"""The table as plain text, with everything that the picture shows, for letters, terminals and screen readers."""

from collections.abc import Collection, Sequence
from functools import partial

from games.engine import Decision
from games.kit.crew_game import text_board as shared
from games.kit.crew_game.ships import who
from games.kit.heading import SPOKEN
from games.kit.text_board import aim, on_one_line, page, paragraph

from .board import HARBOURS, ISLE_NAMES, LAND
from .cards import NAMES, TREASURE, WIN, kept
from .chart import CHART, COAST
from .chart import NAMES as SQUARE_NAMES
from .drawing_cards import listed
from .drawing_ships import reach
from .seen import View

LAND_SIGNS = {"pirate": "#", "hispaniola": "H", "norman": "N", "navassa": "x", "sail-rock": "x"}
COAST_SIGNS = {"north": "n", "east": "e", "south": "s", "west": "w"}
HARBOUR_SIGNS = "BYLPOGTR"
"""The letter of each harbour, in the order of the ports: the initial of its colour, L for Tortola, T for Tortuga."""
HARBOUR_KEY = ", ".join(
    f"{sign} {port.name} ({'' if port.colour == 'grey' else f'{port.colour}, '}{port.at})"
    for sign, port in zip(HARBOUR_SIGNS, HARBOURS, strict=True)
)
KEY = (
    ". sea, # Pirate Island, n e s w its coast by sides (n blue and yellow, e purple, s orange and green, w red), ^ rocks, "
    f"H Hispaniola, N Norman Island, x shoals, 1 to 6 ships (+ more than two); harbours: {HARBOUR_KEY}."
)


def text(view: View, names: Sequence[str] = (), decision: Decision | None = None) -> str:
    """Return the whole table, with stars on the squares that `decision` offers. Lines have at most 66 characters."""
    names, public = on_one_line(names), view.public
    offered = {place.square: place.option for place in reach(view, decision, names)}
    free = " for a free turn" if public.active in public.freed else ""
    blocks = [
        shared.heading(view, names, public.active, free), chart(view, offered), shared.key_to_stars(offered.values()), paragraph(KEY),
        shared.ships(view, partial(ship, view, names)),
        shared.ports(view, [port.name for port in HARBOURS], view.docks, listed), ashore(view),
        shared.own_crew(view, listed), shared.own_cards(view, NAMES, kept),
    ]  # fmt: skip
    if public.ended is None:
        blocks.insert(4, aim(f"The first with {WIN} points of treasure at home wins.", public.options["round_limit"]))
    return page(blocks)


def short(view: View, names: Sequence[str] = (), decision: Decision | None = None) -> str:
    """Return the table without the key, the aim, and the goods at ports and on islands."""
    names, public = on_one_line(names), view.public
    offered = {place.square: place.option for place in reach(view, decision, names)}
    blocks = [
        shared.heading(view, names, public.active, " for a free turn" if public.active in public.freed else ""),
        chart(view, offered),
        shared.ships(view, partial(ship, view, names)),
    ]
    return page([*blocks, shared.own_crew(view, listed), shared.own_cards(view, NAMES, kept)])


def ground() -> dict[int, str]:
    signs = dict.fromkeys(CHART.sea, ".") | {square: COAST_SIGNS[side] for square, side in COAST.items()}
    for key in LAND:
        c1, c2, r1, r2 = CHART.islands[key]
        sign = LAND_SIGNS.get(key, "^")
        signs.update({CHART.number(c, r): sign for c in range(c1, c2 + 1) for r in range(r1, r2 + 1)})
    return signs | dict(zip(CHART.harbours, HARBOUR_SIGNS, strict=True))


GROUND = ground()
ROWS = tuple(
    shared.row(CHART.size + 1 - r, (CHART.number(c, r) for c in range(1, CHART.size + 1)), GROUND) for r in range(CHART.size, 0, -1)
)
"""The sea without ships, the northernmost row first."""


def chart(view: View, offered: Collection[int] = ()) -> str:
    """Return the sea as rows of letters. A ship appears as its number, two ships as both numbers."""
    signs, columns = shared.starred(GROUND, shared.ships_by_square(view), offered), shared.letters(CHART.size, "   ")
    cells = ((*CHART.cell(square), sign) for square, sign in signs.items())
    lines = shared.marked(ROWS, ((CHART.size - r, c - 1, sign) for c, r, sign in cells))
    return "\n".join([columns, *lines, columns])


def ship(view: View, names: Sequence[str], seat: int) -> str:
    public, home = view.public, HARBOURS[view.public.homes[seat]]
    owner = f"{who(seat, names)} ({home.colour}, {home.name})"
    if seat in public.gone or public.at[seat] < 0:
        return f"{owner} has left the game."
    aboard = listed(public.holds[seat]) or "nothing"
    crew = f"{len(public.backs[seat])} crew, strength {view.strength(seat)}" if public.backs[seat] else "no crew, adrift"
    kept_cards = f"; keeps {listed(public.kept[seat])}" if public.kept[seat] else ""
    return (
        f"{owner}{', you' if seat == view.seat else ''}: at {SQUARE_NAMES[public.at[seat]]}, heading {SPOKEN[public.heading[seat]]}; "
        f"{crew}; {aboard} aboard ({view.worth_aboard(seat)} points){kept_cards}; {public.totals[seat]} of 20 at home.{lets_be(view, seat, names)}"
    )


def lets_be(view: View, seat: int, names: Sequence[str]) -> str:
    beaten = [who(loser, names) for winner, loser, _ in view.public.bans if winner == seat]
    return f" Has to let {' and '.join(beaten)} be." if beaten else ""


def ashore(view: View) -> str:
    public = view.public
    treasure = ", ".join(f"{public.treasure.get(kind, 0)} × {NAMES[kind]}" for kind in TREASURE)
    lines = [f"Pirate Island: {treasure}; {public.chance_pile} chance cards, {public.crew_pile} crew cards."]
    lines += [f"{name}: {listed(public.isles[index]) or 'nothing'}." for index, name in enumerate(ISLE_NAMES)]
    return shared.islands(lines)
