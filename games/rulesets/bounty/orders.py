"""Standing orders: a voyage that is sailed as soon as the turn comes, and what is done when time has run out.

Nobody is ever asked off turn in this game. Orders never attack: that would show a card its captain may want to keep hidden.
"""

from typing import Any

from games.engine import Decision, StandingOrder

from .board import PORTS
from .cards import ROLE, VALUE
from .chart import FAR_OFF, HARBOURS, HOME, PORT_AT, PORT_SQUARES, SQUARES, distance, distances

PLANNED, LATE = "A voyage of my own", "When my time has run out"
NEAR = 6
"""A known pirate so many steps away reaches a ship with one throw."""

ORDERS = (
    StandingOrder(
        "voyage", "In my turn", "ask",
        (("ask", "Ask me every time"), ("sail", "Sail the voyage below by themselves")),
        (("ask", "I am asked in every turn."),
         ("sail", "My ships sail the planned voyage as soon as my turn comes, and buy on the way. I am asked before they leave Home Port, when a "
          "card on top makes one a pirate or a warship, when one was robbed or went bankrupt, when a card of the Treasure Chest has carried "
          "one to another port, and when a known pirate is a throw away.")),
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
         (7, "On the planned voyage a ship goes home when no port on its way is left.")),
        help="Earlier when what a ship carries is enough to win.", group=PLANNED,
    ),
    StandingOrder(
        "course", "Where to then", "home",
        (("home", "Home, buying nothing"), ("voyage", "The voyage above"), ("short", "Three cards, then home"), ("round", "Wherever I can pay, then home")),
        (("home", "When my time has run out, my ships sail towards Home Port and buy nothing."),
         ("voyage", "When my time has run out, my ships sail the planned voyage and buy on the way."),
         ("short", "When my time has run out, my ships buy at the nearest ports that sell to them, and with three cards aboard they go home."),
         ("round", "When my time has run out, my ships sail from port to port and buy while the purse lasts, and then go home.")),
        help="They attack nobody.", group=LATE,
    ),
    StandingOrder(
        "borrow", "Borrow at Home Port", "poor",
        (("poor", "Only if I cannot buy anything"), ("never", "Never"), ("always", "Always")),
        (("poor", "I borrow twenty-five dubloons when I cannot pay a single fee."), ("never", "I never borrow."), ("always", "I borrow twenty-five dubloons.")),
        group=LATE,
    ),
)  # fmt: skip

DEFAULTS = {order.key: order.default for order in ORDERS}
SHORT, ROUND = {"route": (), "laden": 3}, {"route": (), "laden": len(PORTS)}


# -- in one's own turn ------------------------------------------------------------------------------
def carry_on(view, decision: Decision, orders: dict[str, Any]) -> Any:
    """The next step of the planned voyage; None: the captain is asked."""
    wish = {**DEFAULTS, **orders}
    if wish["voyage"] != "sail" or must_ask(view, decision.facts["ship"]):
        return None
    if decision.name == "sail":
        return towards(view, decision, wish)
    return (
        "buy"
        if decision.name == "buy" and view.public.at[decision.facts["ship"]] == bound_for(view, decision.facts["ship"], wish)
        else None
    )


def must_ask(view, ship: int) -> bool:
    """Has something happened that a captain wants to decide for himself?"""
    public, at = view.public, view.public.at[ship]
    if at == HOME or ship in public.bankrupt or any(robbed == ship for robbed, _ in public.claims):
        return True
    if public.known[ship] or (view.holds[ship] and ROLE[view.holds[ship][-1]] != "merchant"):
        return True
    pirates = [other for other, known in enumerate(public.known) if known == "pirate" and other not in view.holds and public.at[other] >= 0]
    return any(distance(public.at[other], at) <= NEAR for other in pirates)


# -- when time has run out --------------------------------------------------------------------------
def react(view, decision: Decision, orders: dict[str, Any]) -> Any:
    """What these orders answer for the seat of `view`; None: leave it to the default."""
    wish = {**DEFAULTS, **orders}
    answer = REACTIONS.get(decision.name)
    return answer(view, decision, wish | {"short": SHORT, "round": ROUND}.get(wish["course"], {})) if answer else None


def sail(view, decision, wish):
    return None if decision.facts["bankrupt"] or wish["course"] == "home" else towards(view, decision, wish)


def buy(view, decision, wish):
    return None if wish["course"] == "home" else "buy"


def borrow(view, decision, wish):
    return {"poor": None, "never": "no", "always": "borrow"}[wish["borrow"]]


REACTIONS = {"sail": sail, "buy": buy, "loan": borrow}


# -- the voyage ---------------------------------------------------------------------------------------
def towards(view, decision, wish) -> str:
    """The square nearest to where the ship is bound for, out of every other harbour."""
    far = distances(bound_for(view, decision.facts["ship"], wish))
    names = [name for name in decision.options if far[SQUARES[name]] == 0 or SQUARES[name] not in HARBOURS]
    return min(names or decision.options, key=lambda name: (far.get(SQUARES[name], FAR_OFF), name))


def bound_for(view, ship: int, wish) -> int:
    """The next port of the voyage where the ship may still buy, or Home Port."""
    public, cards = view.public, (*view.holds[ship], *view.loot[ship])
    goal, money = public.options["goal"], public.worth[view.seat] + sum(VALUE[card] for card in cards)
    if public.known[ship] == "pirate" or len(view.holds[ship]) >= wish["laden"] or (goal and cards and money >= goal):
        return HOME
    left = [square for square in PORT_SQUARES if sells(view, ship, PORT_AT[square])]
    if wish["route"]:
        names = {PORTS[PORT_AT[square]].name: square for square in left}
        return next((names[name] for name in wish["route"] if name in names), HOME)
    far = distances(public.at[ship])
    return min(left, key=lambda square: (far.get(square, FAR_OFF), square), default=HOME)


def sells(view, ship: int, port: int) -> bool:
    """May this ship still buy there on its voyage?"""
    public = view.public
    return port not in public.visited[ship] and bool(public.packs[port]) and public.purses[view.seat] >= PORTS[port].fee
