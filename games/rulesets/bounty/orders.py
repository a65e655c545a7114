"""Standing orders: a planned voyage that goes on by itself when the captain's turn comes, and answers for captains who time out.

Public facts alone decide whether and when a voyage goes on, unless an order's own sentence says otherwise.
"""

from typing import Any

from games.engine import Choose, Decision, Pick, StandingOrder
from games.kit.bot import Reaction, seat_of

from .board import PORTS
from .cards import VALUE
from .chart import FAR_OFF, HARBOURS, HOME, NAMES, PORT_AT, PORT_SQUARES, SQUARES, distance, distances
from .seen import View

NEAR = 6
"""The most steps from which a known pirate reaches a ship with one throw."""
SHORT, ROUND = {"route": (), "laden": 3}, {"route": (), "laden": len(PORTS)}
PLANNED, ROLES, TIMED_OUT = "A voyage of my own", "A pirate or a warship on top, on this voyage", "When my time has run out"

ORDERS = (
    StandingOrder(
        "voyage", "In my turn", "ask",
        (("ask", "Ask me every time"), ("sail", "Sail the voyage below by themselves")),
        (("ask", "I am asked in every turn."),
         ("sail", "My ships sail the planned voyage as soon as my turn comes, and buy on the way, whatever card is on top. I am asked before they leave "
          "Home Port, when one has shown its card, was robbed or went bankrupt, and when a card of the Treasure Chest has carried one to "
          "a port that is not the next of the voyage. Everybody sees all of that anyway, so no pause gives a card away.")),
        group=PLANNED,
    ),
    StandingOrder(
        "route", "Ports to call at", (), tuple((port.name, f"{port.name} (fee {port.fee})") for port in PORTS),
        tuple((port.name, f"The planned voyage calls at {port.name}.") for port in PORTS), most=7,
        help="In this order. With none named, the nearest port that still sells to the ship.", group=PLANNED,
    ),
    StandingOrder(
        "laden", "Home again with", 4,
        ((2, "two cards"), (3, "three cards"), (4, "four cards"), (5, "five cards"), (7, "a card of every port on the way")),
        ((2, "On the planned voyage a ship goes home with two cards aboard."), (3, "On the planned voyage a ship goes home with three cards aboard."),
         (4, "On the planned voyage a ship goes home with four cards aboard."), (5, "On the planned voyage a ship goes home with five cards aboard."),
         (7, "On the planned voyage a ship goes home when no port is left on its way.")),
        group=PLANNED,
    ),
    StandingOrder(
        "enough", "Enough aboard to win", "home",
        (("home", "Home at once"), ("plan", "Keep to the voyage")),
        (("home", "A ship that carries enough to win goes home at once. Others may guess why from its course."),
         ("plan", "A ship keeps to the voyage even when it carries enough to win.")),
        group=PLANNED,
    ),
    StandingOrder(
        "near", "A known pirate is a throw away", "ask",
        (("ask", "Ask me"), ("on", "Sail on")),
        (("ask", "On the planned voyage I am asked when a known pirate is a throw away."), ("on", "On the planned voyage my ships sail on even when a known pirate is a throw away.")),
        help="If a warship is to catch pirates by itself, choose “Sail on”.", group=PLANNED,
    ),
    StandingOrder(
        "pirate", "A pirate on top", "honest",
        (("honest", "Stay honest"), ("attack", "Attack in passing"), ("hunt", "Hunt"), ("ask", "Ask me (others may notice)")),
        (("honest", "With a pirate on top a ship sails on like a merchant, and its next card covers the pirate."),
         ("attack", "With a pirate on top a ship attacks any prey within reach of its throw, and otherwise sails on and buys."),
         ("hunt", "With a pirate on top a ship makes for the nearest prey, buys nothing on the way, and attacks when its throw reaches. With no prey near "
          "enough it sails on and buys."),
         ("ask", "I am asked when a pirate is on top. Others may notice the pause, and guess my card.")),
        help="It attacks nobody who is known as a pirate or a warship. Once it has attacked, you are asked in every turn.", group=ROLES,
    ),
    StandingOrder(
        "warship", "A warship on top", "on",
        (("on", "Sail on"), ("attack", "Attack pirates in passing"), ("hunt", "Hunt pirates"), ("ask", "Ask me (others may notice)")),
        (("on", "With a warship on top a ship sails on like a merchant, and its next card covers the warship."),
         ("attack", "With a warship on top a ship attacks any known pirate within reach of its throw, and otherwise sails on and buys."),
         ("hunt", "With a warship on top a ship makes for the nearest known pirate, buys nothing on the way, and attacks when its throw reaches. With no "
          "pirate near enough it sails on and buys."),
         ("ask", "I am asked when a warship is on top. Others may notice the pause, and guess my card.")),
        group=ROLES,
    ),
    StandingOrder(
        "prize", "A prey is worth it with", 3,
        ((1, "one card"), (2, "two cards"), (3, "three cards"), (4, "four cards"), (5, "five cards")),
        ((1, "A ship with orders to attack does so for one card or more."), (2, "A ship with orders to attack does so for two cards or more."), (3, "A ship with orders to attack does so for three cards or more."),
         (4, "A ship with orders to attack does so for four cards or more."), (5, "A ship with orders to attack does so for five cards or more.")),
        help="All ships on the square are counted together.", group=ROLES,
    ),
    StandingOrder(
        "range", "A hunt goes as far as", 6,
        ((6, "six steps"), (12, "twelve steps"), (18, "eighteen steps")),
        ((6, "A ship that hunts goes for what is at most six steps away."), (12, "A ship that hunts goes for what is at most twelve steps away."), (18, "A ship that hunts goes for what is at most eighteen steps away.")),
        group=ROLES,
    ),
    StandingOrder(
        "course", "Where to then", "home",
        (("home", "Home, buying nothing"), ("voyage", "The voyage above"), ("short", "Three cards, then home"), ("round", "Wherever I can pay, then home")),
        (("home", "When my time has run out, my ships sail towards Home Port and buy nothing."),
         ("voyage", "When my time has run out, my ships sail the planned voyage and buy on the way."),
         ("short", "When my time has run out, my ships buy at the nearest ports that sell to them, and with three cards aboard they go home."),
         ("round", "When my time has run out, my ships sail from port to port and buy while the purse lasts, and then go home.")),
        help="They attack nobody.", group=TIMED_OUT,
    ),
    StandingOrder(
        "borrow", "Borrow at Home Port", "poor",
        (("poor", "Only if I cannot buy anything"), ("never", "Never"), ("always", "Always")),
        (("poor", "I borrow twenty-five dubloons when I cannot pay a single fee."), ("never", "I never borrow."), ("always", "I borrow twenty-five dubloons.")),
        group=TIMED_OUT,
    ),
)  # fmt: skip

DEFAULTS = {order.key: order.default for order in ORDERS}


# -- in one's own turn ------------------------------------------------------------------------------
def carry_on(view: View, decision: Decision, orders: dict[str, Any]) -> Any:
    """Return the next step of the planned voyage, or None to ask the captain (or to skip an attack)."""
    wish = {**DEFAULTS, **orders}
    answer = STEPS.get(decision.name)
    if answer is None or wish["voyage"] != "sail" or must_ask(view, decision.facts["ship"], wish):
        return None
    return answer(view, decision, wish)


def must_ask(view: View, ship: int, wish: dict[str, Any]) -> bool:
    """Return whether the captain must decide. The result depends only on public facts, unless an order says otherwise."""
    public, square = view.public, view.public.at[ship]
    if square == HOME or public.known[ship] or ship in public.bankrupt or any(robbed == ship for robbed, _ in public.claims):
        return True
    if wish["near"] == "ask" and any(
        distance(public.at[other], square) <= NEAR for other in others(view) if public.known[other] == "pirate"
    ):
        return True
    return wish.get(view.role(ship)) == "ask"


def attack(view: View, decision: Choose | Pick, wish: dict[str, Any]) -> str | None:
    """Return the square with the richest prey within reach, or None if the orders do not attack with the ship's top card."""
    if wish.get(view.role(decision.facts["ship"])) not in ("attack", "hunt"):
        return None
    worth = {square: carried for square, carried in preys(view, decision.facts["ship"], wish).items() if square in decision.options}
    return min(worth, key=lambda square: (-worth[square], square), default=None)


def sail(view: View, decision: Choose | Pick, wish: dict[str, Any]) -> str:
    """Return the square at sea nearest to the hunted prey or, without a hunt, the next square of the voyage."""
    prey = hunted(view, decision.facts["ship"], wish)
    if prey is None:
        return towards(view, decision, wish)
    far, at_sea = distances(SQUARES[prey]), [name for name in decision.options if SQUARES[name] not in HARBOURS]
    return min(at_sea or decision.options, key=lambda name: (far.get(SQUARES[name], FAR_OFF), name))


def buy(view: View, decision: Choose | Pick, wish: dict[str, Any]) -> str | None:
    """Return "buy" or "pass" as the voyage needs; None, to ask the captain, if the ship was carried elsewhere."""
    ship = decision.facts["ship"]
    if view.public.at[ship] != next_port(view, ship, wish):
        return None
    is_sated = hunted(view, ship, wish) is not None or wins_by_sailing_home(view, ship, wish)
    return "pass" if is_sated and "pass" in decision.options else "buy"


STEPS: dict[str, Reaction] = {"attack": attack, "sail": sail, "buy": buy}


# -- pirates and warships ---------------------------------------------------------------------------


def others(view: View) -> list[int]:
    return [ship for ship, square in enumerate(view.public.at) if ship not in view.holds and square >= 0]


def preys(view: View, ship: int, wish: dict[str, Any]) -> dict[str, int]:
    """Map squares worth attacking to the cards aboard the ships there: a pirate attacks apparent merchants, a warship known pirates."""
    public, wanted = view.public, "pirate" if view.role(ship) == "warship" else ""
    hunter = public.commission[0] if public.commission else None
    cards: dict[str, int] = {}
    for square in {public.at[other] for other in others(view)}:
        there = [other for other in others(view) if public.at[other] == square]
        looks = {public.known[other] if other != hunter else "warship" for other in there}
        carried = sum(public.holds[other] + public.loot[other] for other in there if public.known[other] == wanted)
        if carried >= wish["prize"] and (wanted in looks if wanted else looks == {""}):
            cards[NAMES[square]] = carried
    return cards


def hunted(view: View, ship: int, wish: dict[str, Any]) -> str | None:
    """Return the square of the nearest prey if the ship hunts, or None."""
    if wish.get(view.role(ship)) != "hunt":
        return None
    far = distances(view.public.at[ship])
    near = [(far[SQUARES[name]], name) for name in preys(view, ship, wish) if far.get(SQUARES[name], FAR_OFF) <= wish["range"]]
    return min(near)[1] if near else None


# -- when time has run out --------------------------------------------------------------------------
def react(view: View, decision: Decision, orders: dict[str, Any]) -> Any:
    """Return the answer that the orders give for a captain who timed out, or None for the default."""
    wish = {**DEFAULTS, **orders}
    wish |= {"short": SHORT, "round": ROUND}.get(wish["course"], {})
    if isinstance(decision, Choose) and decision.name == "sail":
        return None if decision.facts["bankrupt"] or wish["course"] == "home" else towards(view, decision, wish)
    if decision.name == "buy":
        return None if wish["course"] == "home" else "buy"
    return {"poor": None, "never": "no", "always": "borrow"}[wish["borrow"]] if decision.name == "loan" else None


# -- the voyage ---------------------------------------------------------------------------------------
def towards(view: View, decision: Choose | Pick, wish: dict[str, Any]) -> str:
    """Return the offered square nearest to the ship's destination, but no harbour on the way."""
    ship = decision.facts["ship"]
    far = distances(HOME if wins_by_sailing_home(view, ship, wish) else next_port(view, ship, wish))
    names = [name for name in decision.options if far[SQUARES[name]] == 0 or SQUARES[name] not in HARBOURS]
    return min(names or decision.options, key=lambda name: (far.get(SQUARES[name], FAR_OFF), name))


def wins_by_sailing_home(view: View, ship: int, wish: dict[str, Any]) -> bool:
    cards, goal = (*view.holds[ship], *view.loot[ship]), view.public.options["goal"]
    money = view.public.worth[seat_of(view)] + sum(VALUE[card] for card in cards)
    return bool(wish["enough"] == "home" and goal and cards and money >= goal)


def next_port(view: View, ship: int, wish: dict[str, Any]) -> int:
    """Return the next port of the voyage where the ship may buy, or Home Port. The result depends only on orders and public facts."""
    public = view.public
    if public.known[ship] == "pirate" or public.holds[ship] >= wish["laden"]:
        return HOME
    selling = [square for square in PORT_SQUARES if sells(view, ship, PORT_AT[square])]
    if wish["route"]:
        names = {PORTS[PORT_AT[square]].name: square for square in selling}
        return next((names[name] for name in wish["route"] if name in names), HOME)
    far = distances(public.at[ship])
    return min(selling, key=lambda square: (far.get(square, FAR_OFF), square), default=HOME)


def sells(view: View, ship: int, port: int) -> bool:
    public = view.public
    return port not in public.visited[ship] and bool(public.packs[port]) and public.purses[seat_of(view)] >= PORTS[port].fee
