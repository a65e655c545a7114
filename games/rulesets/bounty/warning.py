"""Warnings before moves that a captain may regret: a voyage that cannot be undone, or an attack that is sure to fail."""

from collections.abc import Callable, Sequence
from typing import Any

from games.engine import Decision

from .board import PORTS
from .chart import ADMIRALTY, HOME, PORT_AT, SQUARES
from .orders import sells
from .phases.ports import CHEAPEST
from .seen import View

FINAL = "The next throw falls at once, so this cannot be taken back."
SOLD = "All your cargo is sold at once. This cannot be taken back."
ATTACK = "An attack cannot be taken back."
UNMASKED = "Everyone will know that you are a pirate. This cannot be taken back."
LOST = "A warship lies there: it takes all your cargo, without a throw."
POOR = "Without this loan you cannot pay the fee of any port."


def warn(view: View, decision: Decision, answer: Any, beside: Sequence[Decision]) -> str:
    about = WARNINGS.get(decision.name)
    return about(view, decision.facts, answer) if about else ""


def of_sailing(view: View, facts: dict[str, Any], answer: str) -> str:
    """Warn of the end of a turn, unless a question in harbour comes first: until it is answered, the voyage can be undone."""
    ship, square = facts["ship"], SQUARES[answer]
    if square == HOME:
        return at_home(view, ship)
    if square in PORT_AT:
        port = PORT_AT[square]
        return "" if may_buy(view, ship, port) else f"You cannot buy anything at {PORTS[port].name} now. {FINAL}"
    return "" if square == ADMIRALTY and may_hunt(view, ship) else FINAL


def at_home(view: View, ship: int) -> str:
    """Warn of the sale; a ship without cargo may be asked about a loan first."""
    if view.holds[ship] or view.loot[ship]:
        return SOLD
    laden = any(view.holds.values()) or any(view.loot.values())
    is_asked = ship in view.public.bankrupt or (purse(view, ship) < CHEAPEST and not laden)
    return "" if is_asked else FINAL


def purse(view: View, ship: int) -> int:
    return view.public.purses[view.public.owners[ship]]


def may_buy(view: View, ship: int, port: int) -> bool:
    """Return whether this ship will be asked to buy there."""
    return sells(view, ship, port) and view.public.known[ship] != "pirate" and ship not in view.public.bankrupt


def may_hunt(view: View, ship: int) -> bool:
    """Return whether this ship will be offered the temporary warship card."""
    public = view.public
    is_robbed = any(robbed == ship for robbed, _ in public.claims)
    return is_robbed and public.commission is None and public.known[ship] != "pirate" and ship not in public.bankrupt


def of_attack(view: View, facts: dict[str, Any], answer: str) -> str:
    """Warn of a sure defeat, of a pirate who reveals themselves, or that an attack is final."""
    public, ship = view.public, facts["ship"]
    hunter = public.commission[0] if public.commission else None
    if ship == hunter or view.role(ship) != "pirate":
        return ATTACK
    if any(public.known[other] == "warship" or (other == hunter and public.known[other] != "pirate") for other in facts["prey"][answer]):
        return LOST
    return ATTACK if public.known[ship] == "pirate" else UNMASKED


def of_loan(view: View, facts: dict[str, Any], answer: str) -> str:
    return POOR if answer == "no" and purse(view, facts["ship"]) < CHEAPEST else ""


WARNINGS: dict[str, Callable[[View, dict[str, Any], str], str]] = {"sail": of_sailing, "attack": of_attack, "loan": of_loan}
