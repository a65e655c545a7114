"""Standing orders: a voyage that continues automatically as soon as the turn comes, and answers for captains who time out.

This game asks no captain off turn. Public facts alone decide whether and when a voyage continues by itself,
unless an order's own sentence says otherwise.
"""

from typing import Any

from games.engine import Choose, Decision, Pick
from games.kit.bot import Reaction, seat_of
from games.rulesets.bounty.seen import View

from .board import PORTS
from .cards import ROLE, VALUE
from .chart import FAR_OFF, HARBOURS, HOME, NAMES, PORT_AT, PORT_SQUARES, SQUARES, distance, distances
from .order_texts import DEFAULTS, ORDERS

__all__ = ["ORDERS", "carry_on", "react"]

NEAR = 6
"""A known pirate this many steps away reaches a ship with one throw."""
SHORT, ROUND = {"route": (), "laden": 3}, {"route": (), "laden": len(PORTS)}


# -- in one's own turn ------------------------------------------------------------------------------
def carry_on(view: View, decision: Decision, orders: dict[str, Any]) -> Any:
    """Return the next step of the planned voyage. None means: ask the captain, or skip an attack."""
    wish = {**DEFAULTS, **orders}
    answer = STEPS.get(decision.name)
    if answer is None or wish["voyage"] != "sail" or must_ask(view, decision.facts["ship"], wish):
        return None
    return answer(view, decision, wish)


def must_ask(view: View, ship: int, wish: dict[str, Any]) -> bool:
    """Return whether the captain must decide, judged by public facts unless orders say otherwise."""
    public, square = view.public, view.public.at[ship]
    if square == HOME or public.known[ship] or ship in public.bankrupt or any(robbed == ship for robbed, _ in public.claims):
        return True
    if wish["near"] == "ask" and any(
        distance(public.at[other], square) <= NEAR for other in others(view) if public.known[other] == "pirate"
    ):
        return True
    return wish.get(role(view, ship)) == "ask"


def attack(view: View, decision: Choose | Pick, wish: dict[str, Any]) -> str | None:
    """Return the richest prey in reach if the captain wants to attack with this card, or None."""
    if wish.get(role(view, decision.facts["ship"])) not in ("attack", "hunt"):
        return None
    worth = {square: carried for square, carried in preys(view, decision.facts["ship"], wish).items() if square in decision.options}
    return min(worth, key=lambda square: (-worth[square], square), default=None)


def sail(view: View, decision: Choose | Pick, wish: dict[str, Any]) -> str:
    """Return the square towards the prey of a hunt, into no harbour, or the next one of the voyage."""
    prey = hunted(view, decision.facts["ship"], wish)
    if prey is None:
        return towards(view, decision, wish)
    far, at_sea = distances(SQUARES[prey]), [name for name in decision.options if SQUARES[name] not in HARBOURS]
    return min(at_sea or decision.options, key=lambda name: (far.get(SQUARES[name], FAR_OFF), name))


def buy(view: View, decision: Choose | Pick, wish: dict[str, Any]) -> str | None:
    """Return "buy" or "pass" as the voyage needs; None if the ship was carried elsewhere, so that its captain decides."""
    ship = decision.facts["ship"]
    if view.public.at[ship] != next_port(view, ship, wish):
        return None
    is_sated = hunted(view, ship, wish) is not None or wins_by_sailing_home(view, ship, wish)
    return "pass" if is_sated and "pass" in decision.options else "buy"


STEPS: dict[str, Reaction] = {"attack": attack, "sail": sail, "buy": buy}


# -- pirates and warships ---------------------------------------------------------------------------
def role(view: View, ship: int) -> str:
    """Return the role of the captain's own ship."""
    hold = view.holds[ship]
    return "pirate" if view.public.known[ship] == "pirate" else ROLE[hold[-1]] if hold else "merchant"


def others(view: View) -> list[int]:
    """Return the ships of the other captains."""
    return [ship for ship, square in enumerate(view.public.at) if ship not in view.holds and square >= 0]


def preys(view: View, ship: int, wish: dict[str, Any]) -> dict[str, int]:
    """Return the cards aboard on each square with enough: apparent merchants for a pirate, known pirates for a warship."""
    public, wanted = view.public, "pirate" if role(view, ship) == "warship" else ""
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
    """Return the square of the nearest prey, if this ship hunts."""
    if wish.get(role(view, ship)) != "hunt":
        return None
    far = distances(view.public.at[ship])
    near = [(far[SQUARES[name]], name) for name in preys(view, ship, wish) if far.get(SQUARES[name], FAR_OFF) <= wish["range"]]
    return min(near)[1] if near else None


# -- when time has run out --------------------------------------------------------------------------
def react(view: View, decision: Decision, orders: dict[str, Any]) -> Any:
    """Return these orders' answer for the seat of `view`. None means: use the default."""
    wish = {**DEFAULTS, **orders}
    answer = LATE.get(decision.name)
    return answer(view, decision, wish | {"short": SHORT, "round": ROUND}.get(wish["course"], {})) if answer else None


def sail_late(view: View, decision: Choose | Pick, wish: dict[str, Any]) -> Any:
    return None if decision.facts["bankrupt"] or wish["course"] == "home" else towards(view, decision, wish)


def buy_late(view: View, decision: Decision, wish: dict[str, Any]) -> Any:
    return None if wish["course"] == "home" else "buy"


def borrow_late(view: View, decision: Decision, wish: dict[str, Any]) -> Any:
    return {"poor": None, "never": "no", "always": "borrow"}[wish["borrow"]]


LATE: dict[str, Reaction] = {"sail": sail_late, "buy": buy_late, "loan": borrow_late}


# -- the voyage ---------------------------------------------------------------------------------------
def towards(view: View, decision: Choose | Pick, wish: dict[str, Any]) -> str:
    """Return the offered square nearest to the ship's destination, in no other harbour."""
    ship = decision.facts["ship"]
    far = distances(HOME if wins_by_sailing_home(view, ship, wish) else next_port(view, ship, wish))
    names = [name for name in decision.options if far[SQUARES[name]] == 0 or SQUARES[name] not in HARBOURS]
    return min(names or decision.options, key=lambda name: (far.get(SQUARES[name], FAR_OFF), name))


def wins_by_sailing_home(view: View, ship: int, wish: dict[str, Any]) -> bool:
    """Return whether a ship turns home because its cargo is enough to win."""
    cards, goal = (*view.holds[ship], *view.loot[ship]), view.public.options["goal"]
    money = view.public.worth[seat_of(view)] + sum(VALUE[card] for card in cards)
    return bool(wish["enough"] == "home" and goal and cards and money >= goal)


def next_port(view: View, ship: int, wish: dict[str, Any]) -> int:
    """Return the next port of the voyage where the ship may still buy, or Home Port. It depends only on the orders and public facts."""
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
    """Return whether this ship may still buy there on its voyage."""
    public = view.public
    return port not in public.visited[ship] and bool(public.packs[port]) and public.purses[seat_of(view)] >= PORTS[port].fee
