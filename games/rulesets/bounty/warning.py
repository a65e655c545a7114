"""Warnings before moves that a captain may regret, such as a voyage that cannot be undone, or an attack that is sure to fail."""

from collections.abc import Sequence
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
    if decision.name == "sail":
        return of_sailing(view, decision.facts, answer)
    if decision.name == "attack":
        return of_attack(view, decision.facts, answer)
    return POOR if decision.name == "loan" and answer == "no" and purse(view, decision.facts["ship"]) < CHEAPEST else ""


def of_sailing(view: View, facts: dict[str, Any], answer: str) -> str:
    """Return a warning that a voyage is final, or "" if a question in harbour follows, before which the voyage can be undone."""
    public, ship, square = view.public, facts["ship"], SQUARES[answer]
    if square == HOME:
        return at_home(view, ship)
    may_act = public.known[ship] != "pirate" and ship not in public.bankrupt
    if square in PORT_AT:
        port = PORT_AT[square]
        return "" if may_act and sells(view, ship, port) else f"You cannot buy anything at {PORTS[port].name} now. {FINAL}"
    is_robbed = any(robbed == ship for robbed, _ in public.claims)
    return "" if square == ADMIRALTY and may_act and is_robbed and public.commission is None else FINAL


def at_home(view: View, ship: int) -> str:
    """Return a warning that a voyage home sells all cargo or is final, or "" if the offer of a loan follows."""
    if view.holds[ship] or view.loot[ship]:
        return SOLD
    laden = any(view.holds.values()) or any(view.loot.values())
    is_asked = ship in view.public.bankrupt or (purse(view, ship) < CHEAPEST and not laden)
    return "" if is_asked else FINAL


def purse(view: View, ship: int) -> int:
    return view.public.purses[view.public.owners[ship]]


def of_attack(view: View, facts: dict[str, Any], answer: str) -> str:
    """Return a warning that defeat is certain, that a pirate would be revealed, or that the attack is final."""
    public, ship = view.public, facts["ship"]
    hunter = public.commission[0] if public.commission else None
    if ship == hunter or view.role(ship) != "pirate":
        return ATTACK
    if any(public.known[other] == "warship" or (other == hunter and public.known[other] != "pirate") for other in facts["prey"][answer]):
        return LOST
    return ATTACK if public.known[ship] == "pirate" else UNMASKED
