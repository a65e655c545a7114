"""The table in plain text: every fact of the picture for letters, terminals and those who listen."""

from collections.abc import Sequence
from functools import cache, lru_cache
from textwrap import wrap

from games.kit.crew import fighting, sailing
from games.kit.heading import SPOKEN

from .cards import NAMES, TREASURE
from .drawing_goods import listed
from .drawing_reach import who
from .sea import Sea
from .seen import View

WIDTH = 66
PORT_SIGNS = {"Bristol": "R"}
"""The letter of a harbour where it is not the first one of its name."""
KEY = (
    ". sea, T F P the islands, t and f their coasts, # land, 1 to 8 ships (+ more than two), m Mud Bay, k Cliff Creek, a anchor; harbours: "
)


def text(view: View, names: Sequence[str] = ()) -> str:
    """The whole table; no line is longer than 66 characters."""
    names = [" ".join(str(name).split()) for name in names]
    blocks = [heading(view, names), chart(view), paragraph(key(view.public.sea)), ships(view, names), ports(view), ashore(view), own(view)]
    return "\n\n".join(block for block in blocks if block) + "\n"


@lru_cache(maxsize=2048)
def paragraph(words: str, indent: str = "") -> str:
    """Words broken into lines."""
    return "\n".join(wrap(words, WIDTH, subsequent_indent=indent, break_on_hyphens=False))


def heading(view: View, names: Sequence[str]) -> str:
    """Which round it is, and whose turn."""
    public = view.public
    if public.ended is not None:
        winners = " and ".join(who(seat, names) for seat in public.ended[0])
        return paragraph(f"Round {public.round}. The game is over: {winners or 'nobody'} won.")
    return paragraph(f"Round {public.round}. {who(public.turn, names)} (ship {public.turn + 1}) is on turn.")


def sign_of(port: str) -> str:
    """The letter of a harbour."""
    return PORT_SIGNS.get(port, port[0])


def key(sea: Sea) -> str:
    """What the letters mean."""
    return KEY + ", ".join(f"{sign_of(port.name)} {port.name}" for port in sea.ports) + "."


@cache
def ground(sea: Sea) -> dict[int, str]:
    """Square -> its letter where no ship lies."""
    signs = dict.fromkeys(sea.sea, ".")
    for island, sign in (("treasure", "t"), ("flat", "f")):
        signs.update(dict.fromkeys(sea.coasts[island], sign))
    for island, (c1, c2, r1, r2) in sea.islands.items():
        signs.update({sea.number(c, r): island[0].upper() for c in range(c1, c2 + 1) for r in range(r1, r2 + 1)})
    signs.update({sea.mud_bay: "m", sea.cliff_creek: "k", sea.anchor: "a"})
    return signs | {square: sign_of(sea.names[square]) for square in sea.harbours}


def chart(view: View) -> str:
    """The sea in letters, two characters a square: a ship is its number, two ships are both numbers."""
    sea, marks = view.public.sea, dict[int, str]()
    for seat, square in enumerate(view.public.at):
        if square >= 0 and seat not in view.public.gone:
            marks[square] = marks.get(square, "") + str(seat + 1)
    columns = ("     " + "".join(f"{letter:<2}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: sea.size])).rstrip()
    lines = list(bare_lines(sea))
    for row in {sea.cell(square)[1] for square in marks}:
        lines[row] = line(sea, row, marks)
    return "\n".join([columns, *reversed(lines), columns])


@cache
def bare_lines(sea: Sea) -> tuple[str, ...]:
    """The rows of the sea without ships, the southernmost first."""
    return tuple(line(sea, row, {}) for row in range(sea.size + 2))


def line(sea: Sea, row: int, marks: dict[int, str]) -> str:
    """One row with its number."""
    label = str(row) if 1 <= row <= sea.size else ""
    squares = (sea.number(column, row) for column in range(sea.width))
    return (f"{label:>2} " + "".join(f"{cell(sea, square, marks):<2}" for square in squares)).rstrip()


def cell(sea: Sea, square: int, marks: dict[int, str]) -> str:
    """One square in at most two characters."""
    ships = marks.get(square)
    if ships is None:
        return ground(sea).get(square, "#")
    return ships if len(ships) <= 2 else ships[0] + "+"


def ships(view: View, names: Sequence[str]) -> str:
    """Every ship: whose, where, which way, with whom, with what."""
    return "Ships\n" + "\n".join(paragraph(f"{seat + 1}  {ship(view, seat, names)}", "   ") for seat in range(len(view.public.homes)))


def ship(view: View, seat: int, names: Sequence[str]) -> str:
    """One ship."""
    public = view.public
    owner = f"{who(seat, names)} of {public.sea.ports[public.homes[seat]].name}"
    if seat in public.gone or public.at[seat] < 0:
        return f"{owner} has left the game."
    aboard = ", ".join(NAMES[item] for item in public.holds[seat]) or "nothing"
    crew = f"{public.crew_counts[seat]} crew" if public.crew_counts[seat] else "no crew, adrift"
    kept = f"; keeps {listed(public.kept[seat])}" if public.kept[seat] else ""
    return (
        f"{owner}{' (you)' if seat == view.seat else ''}: at {public.sea.names[public.at[seat]]}, heading {SPOKEN[public.heading[seat]]}; "
        f"{crew}; aboard {aboard}{kept}; {public.totals[seat]} of 20 at home."
    )


def ports(view: View) -> str:
    """Docks and safety zones, clockwise."""
    owned = {home for seat, home in enumerate(view.public.homes) if seat not in view.public.gone}
    lines = []
    for index, port in enumerate(view.public.sea.ports):
        zone = f"safety zone {listed(view.public.zones[index]) or 'empty'}" if index in owned else "trading only"
        lines.append(paragraph(f"{port.name}: docks {listed(view.public.docks[index]) or 'empty'}; {zone}.", "   "))
    return "Ports\n" + "\n".join(lines)


def ashore(view: View) -> str:
    """The three islands."""
    public = view.public
    left = ", ".join(f"{public.treasure.get(kind, 0)} {NAMES[kind]}" for kind in TREASURE)
    return "Islands\n" + "\n".join(
        paragraph(line, "   ")
        for line in (
            f"Treasure Island: {left}; {public.chance_pile} chance cards.",
            f"Flat Island: {listed(public.flat) or 'nothing'}.",
            f"Pirate Island: {public.crew_pile} crew cards.",
        )
    )


def own(view: View) -> str:
    """One's own crew, for its owner only."""
    if view.seat is None:
        return ""
    fresh = f" Drawn, but not yet yours: {listed(view.fresh)}." if view.fresh else ""
    return "Your crew\n" + paragraph(
        f"{listed(view.hand) or 'nobody'}. Sailing strength {sailing(view.hand)}, fighting strength {fighting(view.hand)}.{fresh}", "   "
    )
