"""Sail by a throw: to a square at sea, into a harbour, or onto prey [BO-M2 to M7, BO-H2]."""

from dataclasses import replace
from functools import cache
from typing import Any

from games.engine import Choose, Decision, Place, version_of
from games.kit.agenda import Phase
from games.rulesets.bounty.chart import ADMIRALTY, HARBOURS, HOME, NAMES, PORT_AT, SQUARES, homeward, towards, walks
from games.rulesets.bounty.context import GameContext, phase
from games.rulesets.bounty.state import State, Step

from .fighting import attack, prey


@phase("sail")
class Sail(Phase):
    """("sail", seat, ship, throw): ask where the ship sails, or which prey it attacks."""

    closing = ("attack",)

    def ask(self, state: State, step: Step) -> list[Decision]:
        _, seat, ship, throw = step
        sail = course(seat, ship, throw, state.at[ship], version_of(state) if ship in state.bankrupt else 0)
        squares = prey(state, ship, throw)
        if not squares:
            return [sail]
        facts = {**sail.facts, "prey": squares}
        return [replace(sail, facts=facts), Choose(seat, "attack", None, tuple(squares), optional=True, facts=facts)]

    def on_sail(self, context: GameContext, step: Step, answer: Any) -> None:
        _, seat, ship, throw = step
        square = SQUARES[answer]
        context.move(ship, square, "stayed" if context.state.at[ship] == square else "sailed", throw=throw)
        if square in HARBOURS:
            context.then(("arrive", seat, ship))

    def on_attack(self, context: GameContext, step: Step, answer: Any) -> None:
        attack(context, step.ship, SQUARES[answer], step.throw)


@cache
def course(seat: int, ship: int, throw: int, square: int, homeward_by: int) -> Place:
    """Return the question of where to sail, without prey. `homeward_by` is the version of the rules if the ship is bankrupt, else 0."""
    options = homeward(square, throw, homeward_by) if homeward_by else walks(square, throw)
    facts = {"ship": ship, "throw": throw, "at": NAMES[square], "bankrupt": bool(homeward_by), "prey": {}}
    nearest = towards(square, throw, HOME)
    return Place(seat, "sail", nearest if nearest in options else options[0], options, facts=facts)


@phase("arrive")
def arrive(context: GameContext, step: Step) -> None:
    """("arrive", seat, ship): carry out the effect of the square where a ship ends its voyage."""
    _, seat, ship = step
    square = context.state.at[ship]
    if square in PORT_AT:
        context.then(("buy", seat, ship, PORT_AT[square]))
    elif square == HOME:
        context.then(("home", seat, ship))
    elif square == ADMIRALTY:
        context.then(("commission", seat, ship))
