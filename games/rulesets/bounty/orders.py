"""Standing orders: what a ship does when its captain's time has run out. Nobody is ever asked off turn in this game."""

from typing import Any

from games.engine import Decision, StandingOrder

from .board import PORTS
from .chart import FAR_OFF, HARBOURS, HOME, PORT_SQUARES, SQUARES, distances

ORDERS = (
    StandingOrder(
        "course", "My time runs out", "home",
        (("home", "Sail home, buy nothing"), ("short", "Buy up to three cards, then home"), ("round", "Buy wherever I can pay, then home")),
        (("home", "My ships sail towards Home Port, buy nothing, and attack nobody."),
         ("short", "My ships sail to the nearest port where they may still buy and buy there; with three cards aboard they go home. They attack nobody."),
         ("round", "My ships sail from port to port and buy while the purse lasts, and then go home. They attack nobody.")),
    ),
    StandingOrder(
        "borrow", "I may borrow at Home Port", "poor",
        (("poor", "Only if I cannot buy anything"), ("never", "Never"), ("always", "Always")),
        (("poor", "I borrow twenty-five dubloons when I cannot pay a single fee."), ("never", "I never borrow."), ("always", "I borrow twenty-five dubloons.")),
    ),
)  # fmt: skip

DEFAULTS = {order.key: order.default for order in ORDERS}
LADEN = 3


def react(view, decision: Decision, orders: dict[str, Any]) -> Any:
    """What these orders answer for the seat of `view`; None: leave it to the default."""
    wish = {**DEFAULTS, **orders}
    answer = REACTIONS.get(decision.name)
    return answer(view, decision, wish) if answer else None


def sail(view, decision, wish):
    """The square nearest to where the ship is bound for, out of every other harbour."""
    if decision.facts["bankrupt"] or wish["course"] == "home":
        return None
    far = distances(bound_for(view, decision.facts["ship"], wish["course"]))
    names = [name for name in decision.options if far[SQUARES[name]] == 0 or SQUARES[name] not in HARBOURS]
    return min(names or decision.options, key=lambda name: (far.get(SQUARES[name], FAR_OFF), name))


def bound_for(view, ship: int, course: str) -> int:
    """The nearest port where the ship may still buy, or Home Port."""
    public = view.public
    if public.known[ship] == "pirate" or (course == "short" and len(view.holds[ship]) >= LADEN):
        return HOME
    far = distances(public.at[ship])
    ports = [
        square
        for port, square in enumerate(PORT_SQUARES)
        if port not in public.visited[ship] and public.packs[port] and public.purses[view.seat] >= PORTS[port].fee
    ]
    return min(ports, key=lambda square: (far.get(square, FAR_OFF), square), default=HOME)


def buy(view, decision, wish):
    return None if wish["course"] == "home" else "buy"


def borrow(view, decision, wish):
    return {"poor": None, "never": "no", "always": "borrow"}[wish["borrow"]]


REACTIONS = {"sail": sail, "buy": buy, "loan": borrow}
