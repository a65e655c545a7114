"""The table as plain text, with everything that the picture shows, for letters, terminals and screen readers."""

from collections.abc import Collection, Sequence

from games.engine import Decision
from games.kit.sentences import capital, squares
from games.kit.text_board import NAMED, OFFERED, aim, game_over, on_one_line, page, paragraph

from .board import COLOURS, EVENTS, MONSTERS
from .drawing_ships import reach, who
from .seen import View
from .state import ship_word
from .wording import coins

KEY = (
    "P Port Blackwood, X the wharf at the hoard, S Skull Island, T Sea Monster Island, # other islands, & Blackbeard, % Sea Monster, "
    "$ coins, R B G Y V W ships (+ several), the number before a ship is its coins."
)


def text(view: View, names: Sequence[str] = (), decision: Decision | None = None) -> str:
    """Return the whole table, with the names of the squares that `decision` offers. Lines have at most 66 characters."""
    names = on_one_line(names)
    offered = {offer.square for offer in reach(view, decision, names)}
    key = (paragraph(NAMED) if offered else "", paragraph(KEY))
    blocks = [heading(view, names), chart(view, offered), *key, captains(view, names), monsters(view), lying(view), cards(view)]
    if view.public.ended is None:
        options = view.public.options
        race = f"The first with {coins(options['target'])} home wins."
        wins = "The team that brings most coins home wins." if options["mode"] == "hoard" else race
        blocks.insert(4, aim(wins, options["round_limit"]))
    return page(blocks)


def short(view: View, names: Sequence[str] = (), decision: Decision | None = None) -> str:
    """Return the table without the key, the aim, the loose coins and the event cards."""
    names = on_one_line(names)
    offered = {offer.square for offer in reach(view, decision, names)}
    return page([heading(view, names), chart(view, offered), captains(view, names), monsters(view)])


def heading(view: View, names: Sequence[str]) -> str:
    public = view.public
    if public.ended is not None:
        return game_over(public.round, [who(seat, names) for seat in public.ended[0]])
    die = f" The die shows {public.die}." if public.die else ""
    colour = COLOURS[public.colours[public.turn]]
    return paragraph(
        f"Round {public.round}. It is {who(public.turn, names)}'s turn ({colour}). Event: {EVENTS[public.event]}.{die} {far(view)}"
    )


def far(view: View) -> str:
    """Return how far each ship of the captain on turn may sail, or how far the current voyage still goes."""
    public = view.public
    if not public.die:
        return "The die is rolled after the event."
    stage = public.agenda[-1]
    if stage.kind == "end":
        return "Event and voyage are done."
    if stage.kind == "sail":
        return f"{squares(stage.left).capitalize()} left to sail."
    if stage.kind == "loot":
        return ""
    fleet = [ship for ship, owner in enumerate(public.owner) if owner == public.turn and public.locked in (-1, ship)]
    distances = "; ".join(f"{one_of(view, ship)}: {allowed(view, ship)}" for ship in fleet)
    return f"{distances[0].upper()}{distances[1:]}."


def one_of(view: View, ship: int) -> str:
    """Return the words for a ship of the captain on turn: “red ship”, or “ship 2” if they have two ships."""
    word = ship_word(view.public, ship).lower()
    return f"ship {word[-1]}" if word[-1].isdigit() else f"{word} ship"


def allowed(view: View, ship: int) -> str:
    public, square = view.public, view.public.pos[ship]
    if view.is_held(ship) and public.die != 6:
        return "held"
    return squares(1 if square >= 0 and view.chart.land[square] else public.allow[ship])


def chart(view: View, offered: Collection[int] = ()) -> str:
    """Return the map, four characters per square."""
    board = view.chart
    letters = "   " + "".join(f"{chr(65 + c):>3} " for c in range(board.width))
    rows = [letters]
    for r in range(board.height):
        cells = "".join(f"{named_sign(view, r * board.width + c, offered):>3}".ljust(4) for c in range(board.width))
        rows.append(f"{r + 1:>2} {cells}{r + 1}")
    return "\n".join(line.rstrip() for line in (*rows, letters))


def named_sign(view: View, square: int, offered: Collection[int]) -> str:
    """Return the text of one square: its contents, with a star if it is offered, or the name of an offered empty square."""
    there = square_sign(view, square)
    if square not in offered:
        return there
    return view.chart.name(square) if there == "." else there + OFFERED


def square_sign(view: View, square: int) -> str:
    """Return the contents of one square, in at most three characters that cannot be read as the name of a square."""
    public = view.public
    ships = [ship for ship, position in enumerate(public.pos) if position == square]
    beast = "".join(sign for sign, position in zip("&%", public.monsters, strict=True) if position == square)
    loose = "$" if square in public.loose else ""
    if len(ships) == 1:
        ship = ships[0]
        letter = COLOURS[public.colours[public.owner[ship]]][0].upper()
        return beast + (f"{public.coins[ship]}{letter}" if public.coins[ship] else letter + loose)
    if ships:
        return beast + "+" + loose
    ground = view.chart.kind[square]
    plain = ground if ground in ".PXST" else "#"
    return beast + loose if beast or (loose and plain == ".") else plain + loose


def captains(view: View, names: Sequence[str]) -> str:
    return "\n".join(captain(view, seat, names) for seat in range(len(view.public.colours)))


def captain(view: View, seat: int, names: Sequence[str]) -> str:
    public = view.public
    name = f"{COLOURS[public.colours[seat]].capitalize()}, {who(seat, names)}{' (you)' if seat == view.seat else ''}"
    if seat in public.gone:
        return paragraph(f"{name}: has left the game.")
    ships = "; ".join(ship_words(view, ship) for ship, owner in enumerate(public.owner) if owner == seat)
    balls = f"{public.balls[seat]} cannonball{'' if public.balls[seat] == 1 else 's'}"
    mates = [who(other, names) for other, team in enumerate(public.team) if team == public.team[seat] and other != seat]
    partner = f", with {mates[0]}" if mates else ""
    return paragraph(f"{name}{partner}: {coins(public.chest[public.team[seat]])} home, {balls}; {ships}.", "  ")


def ship_words(view: View, ship: int) -> str:
    public = view.public
    square = public.pos[ship]
    number = f"ship {ship_word(public, ship)[-1]} " if sum(owner == public.owner[ship] for owner in public.owner) > 1 else ""
    held = ", held" if view.is_held(ship) else ""
    aboard = f", {coins(public.coins[ship])} aboard" if public.coins[ship] else ""
    name = f" ({view.chart.place(square)})" if view.chart.place(square) else ""
    return f"{number}{'in' if square < 0 else 'at'} {view.chart.name(square)}{name}{held}{aboard}"


def monsters(view: View) -> str:
    return paragraph(" ".join(f"{capital(monster)} is {view.monster_place(number)}." for number, monster in enumerate(MONSTERS)))


def lying(view: View) -> str:
    """Return the hoard, the loose coins, and the captives' coins."""
    public = view.public
    parts = [f"On the hoard: {coins(public.hoard)}."]
    parts += [f"{coins(count).capitalize()} at {view.chart.name(square)}." for square, count in sorted(public.loose.items())]
    return paragraph(" ".join([*parts, f"Cannonballs in the box: {public.stock}."]))


def cards(view: View) -> str:
    remaining = view.public.cards_left
    if not remaining:
        return ""
    return paragraph("Event cards left: " + ", ".join(f"{count} {EVENTS[card]}" for card, count in remaining.items()) + ".")
