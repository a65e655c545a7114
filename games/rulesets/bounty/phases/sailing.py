"""A throw is walked: to a square at sea, into a harbour, or onto a prey [BO-M2 to M7, BO-H2]."""

from functools import cache

from games.engine import Choose, Decision, Place
from games.rulesets.bounty.chart import ADMIRALTY, HOME, NAMES, PORT_AT, SQUARES, homeward, towards, walks

from .base import Errand, Phase, phase
from .fighting import attack, prey


@phase
class Sail(Phase):
    """("sail", seat, ship, throw): where does the ship go, or whom does it attack?"""

    kind = "sail"

    def ask(self, state, step) -> list[Decision]:
        _, seat, ship, throw = step
        at = state.at[ship]
        facts = {"ship": ship, "throw": throw, "at": NAMES[at], "bankrupt": ship in state.bankrupt}
        options = homeward(at, throw) if facts["bankrupt"] else walks(at, throw)
        squares = facts["prey"] = prey(state, ship, throw)
        asked: list[Decision] = [Place(seat, "sail", towards_home(at, throw, options), options, facts=facts)]
        if squares:
            asked.append(Choose(seat, "attack", None, squares, optional=True, facts=facts))
        return asked

    def on_sail(self, table, step, said):
        _, seat, ship, throw = step
        table.done()
        table.then(("arrive", seat, ship))
        stays = table.state.at[ship] == SQUARES[said]
        table.move(ship, SQUARES[said], "stayed" if stays else "sailed", throw=throw)

    def on_attack(self, table, step, said):
        table.done()
        attack(table, step[2], SQUARES[said], step[3])


@cache
def towards_home(at: int, throw: int, options: tuple[str, ...]) -> str:
    """What is done when time runs out: on towards Home Port, into no other harbour."""
    nearest = towards(at, throw, HOME)
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
