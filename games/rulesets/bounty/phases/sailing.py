"""A throw is walked: to a square at sea, into a harbour, or onto a prey [BO-M2 to M7, BO-H2]."""

from dataclasses import replace
from functools import cache

from games.engine import Choose, Decision, Place
from games.rulesets.bounty.chart import ADMIRALTY, HARBOURS, HOME, NAMES, PORT_AT, SQUARES, homeward, towards, walks

from .base import Errand, Phase, phase
from .fighting import attack, prey


@phase
class Sail(Phase):
    """("sail", seat, ship, throw): where does the ship go, or whom does it attack?"""

    kind = "sail"

    def ask(self, state, step) -> list[Decision]:
        _, seat, ship, throw = step
        sail = course(seat, ship, throw, state.at[ship], ship in state.bankrupt)
        squares = prey(state, ship, throw)
        if not squares:
            return [sail]
        facts = {**sail.facts, "prey": squares}
        return [replace(sail, facts=facts), Choose(seat, "attack", None, tuple(squares), optional=True, facts=facts)]

    def on_sail(self, table, step, said):
        _, seat, ship, throw = step
        table.done()
        square = SQUARES[said]
        table.move(ship, square, "stayed" if table.state.at[ship] == square else "sailed", throw=throw)
        if square in HARBOURS:
            table.then(("arrive", seat, ship))

    def on_attack(self, table, step, said):
        table.done()
        attack(table, step.ship, SQUARES[said], step.throw)


@cache
def course(seat: int, ship: int, throw: int, at: int, bankrupt: bool) -> Place:
    """The question where to sail, as long as there is no prey in reach."""
    options = homeward(at, throw) if bankrupt else walks(at, throw)
    facts = {"ship": ship, "throw": throw, "at": NAMES[at], "bankrupt": bankrupt, "prey": {}}
    return Place(seat, "sail", towards_home(at, throw, bankrupt), options, facts=facts)


@cache
def towards_home(at: int, throw: int, bankrupt: bool) -> str:
    """What is done when time runs out: on towards Home Port, into no other harbour."""
    nearest, options = towards(at, throw, HOME), homeward(at, throw) if bankrupt else walks(at, throw)
    return nearest if nearest in options else options[0]


@phase
class Arrive(Errand):
    """("arrive", seat, ship): what the square means to a ship that ends its way there."""

    kind = "arrive"

    def run(self, table, step):
        _, seat, ship = step
        at = table.state.at[ship]
        if at in PORT_AT:
            table.then(("buy", seat, ship, PORT_AT[at]))
        elif at == HOME:
            table.then(("home", seat, ship))
        elif at == ADMIRALTY:
            table.then(("commission", seat, ship))
