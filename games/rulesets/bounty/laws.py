"""Refusals. Each has a code, a sentence, and the rule that it rests on, numbered as on our rules page."""

from typing import Any

from games.engine import Decision, IllegalAction, NotYourDecision

from .board import PORTS
from .chart import ADMIRALTY, HARBOURS, PORT_AT, SQUARES, distance
from .phases.fighting import enemies, open_to_attack
from .state import State

LAW = {"sail": "M1", "attack": "P3", "buy": "T1", "loan": "D2", "commission": "C1"}

Refusal = tuple[str, str, str]
"""(code, sentence, rule)."""


def why_not(state: State, decision: Decision, answer: Any, refusal: IllegalAction) -> IllegalAction:
    if isinstance(answer, str) and decision.name in ("sail", "attack"):
        find = sailing if decision.name == "sail" else attacking
        return IllegalAction(*find(state, decision.facts["ship"], decision.facts["throw"], answer))
    return IllegalAction(refusal.code, refusal.text, LAW.get(decision.name, "M1"))


def sailing(state: State, ship: int, throw: int, answer: str) -> Refusal:
    square = SQUARES.get(answer)
    if square is None:
        return "no-such-square", "No ship can lie there; name a square like F9.", "M2"
    far = distance(state.at[ship], square)
    if square == state.at[ship] and square in HARBOURS:
        return "odd-throw", "With an odd throw a ship has to leave its harbour; only an even one brings it back.", "H2"
    if far > throw:
        return "too-far", f"That is {far} steps away; you threw a {throw}.", "M3"
    if ship in state.bankrupt:
        return "bankrupt", "A bankrupt ship goes home by a shortest way, into no other harbour.", "D1"
    return "not-exact", f"At sea a ship uses its whole throw, and no route of {throw} steps ends there.", "M3"


def attacking(state: State, ship: int, throw: int, answer: str) -> Refusal:
    square = SQUARES.get(answer)
    if square is None:
        return "no-such-square", "No ship can lie there; name a square like F9.", "M2"
    if not open_to_attack(state, square):
        return "in-harbour", "Nobody can be attacked in a harbour.", "H1"
    if square not in [state.at[other] for other in enemies(state, ship)]:
        return "nobody-there", "No other captain's ship lies there.", "P3"
    far = distance(state.at[ship], square)
    if far > throw:
        return "too-far", f"That is {far} steps away; you threw a {throw}.", "M4"
    if state.commissioned(ship):
        return "not-the-robber", "With the temporary warship card you hunt only the pirate who robbed you.", "C2"
    return "not-known", "A warship attacks only ships that have shown themselves as pirates or warships.", "W3"


def not_asked(state: State, seat: int, name: str) -> NotYourDecision:
    """Return the refusal of a decision that is not open for `seat`. It reveals nothing that the seat does not know."""
    return NotYourDecision(*unasked(state, seat, name))


def unasked(state: State, seat: int, name: str) -> Refusal:
    """Return why a decision is not open now."""
    step = state.agenda[-1] if state.agenda else None
    if step is None or seat != step.seat:
        return "not-your-turn", "It is not your turn.", "M1"
    ship = step.ship
    if name == "attack" and step.kind == "sail":
        return no_attack(state, ship)
    if name == "buy":
        return no_purchase(state, seat, ship)
    if name == "commission":
        return no_commission(state, ship)
    if name == "loan":
        return "no-loan", "The Bank lends only at Home Port, to captains who came home bankrupt or cannot pay any fee.", "D2"
    return "not-asked", "That is not a question for you now.", LAW.get(name, "M1")


def no_attack(state: State, ship: int) -> Refusal:
    if ship in state.bankrupt:
        return "bankrupt", "A bankrupt ship attacks nobody on its way home.", "D1"
    if state.commissioned(ship):
        return "no-prey", "The pirate who robbed you is out of reach, or lies in a harbour.", "C2"
    role = state.role(ship)
    if role == "merchant":
        return "not-pirate", "A merchant attacks nobody; the top card of your hold makes you one.", "R1"
    if role == "warship":
        return "no-prey", "No known pirate and no known warship lies in reach outside the harbours.", "W3"
    return "no-prey", "No ship lies in reach outside the harbours.", "P3"


def no_purchase(state: State, seat: int, ship: int) -> Refusal:
    port = PORT_AT.get(state.at[ship])
    if port is None:
        return "not-in-port", "Cargo is bought only on entering one of the seven trading ports.", "T1"
    if state.known[ship] == "pirate":
        return "known-pirate", "A known pirate may not trade until they have been home.", "P7"
    if ship in state.bankrupt:
        return "bankrupt", "A bankrupt ship must go home first.", "D1"
    if port in state.visited[ship]:
        return "bought-already", "A ship buys at each port only once a voyage.", "T2"
    if not state.packs[port]:
        return "pack-empty", "This port has no card left.", "T1"
    if state.purses[seat] < PORTS[port].fee:
        return "no-money", f"The fee here is {PORTS[port].fee} dubloons.", "T1"
    return "not-asked", "Cargo is bought when a ship has just entered a port.", "T1"


def no_commission(state: State, ship: int) -> Refusal:
    if state.at[ship] != ADMIRALTY:
        return "not-there", "The temporary warship card is taken on Admiralty Island.", "C1"
    if state.commission is not None:
        return "card-taken", "The temporary warship card is out already.", "C1"
    return "no-claim", "Only a ship that was robbed may take the card, while its robber is still about.", "C1"
