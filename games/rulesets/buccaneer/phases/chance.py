"""Law 9: draw a chance card, show it to everyone, and carry it out as far as possible."""

from typing import Any

from games.engine import Choose, Decision, Place
from games.kit.agenda import Entries, Phase
from games.kit.crew_game import chance_cards
from games.kit.heading import NUMBER
from games.rulesets.buccaneer.cards import CHANCE, Chance
from games.rulesets.buccaneer.context import GameContext, phase
from games.rulesets.buccaneer.sea import Sea, off_the_coast, ports_ahead
from games.rulesets.buccaneer.state import State, Step

from .sailing import crowd, heading_decision

MOVES = {
    "blown": "blown", "mud-bay": "to-mud-bay", "cliff-creek": "to-cliff-creek", "home": "to-home", "port-ahead": "to-port-ahead",
}  # fmt: skip
"""Effect of a chance card -> the step that moves the ship."""


@phase("draw")
def draw(context: GameContext, step: Step) -> None:
    """("draw", seat): draw a chance card (law 9)."""
    chance_cards.draw(context, step.seat, CHANCE, obey)


def obey(state: State, seat: int, number: int, card: Chance) -> list[Entries]:
    """Return the steps of a chance card, in order."""
    if card.do in MOVES:
        return [(MOVES[card.do], seat), *chance_cards.reinforced(state, seat, card)]
    return chance_cards.usual_steps(state, seat, number, card)


@phase("blown")
def blow_off_the_coast(context: GameContext, step: Step) -> None:
    """Card 1: blow the ship to the fifth square off the coast (from the island, or from the ship by option), or the last before land."""
    state, seat = context.state, step.seat
    squares, square = 4 if state.options["leagues_from"] == "island" else 5, state.at[seat]
    ray = state.sea.rays[square][off_the_coast(state.sea, square)]
    ray = ray[squares - 1 :] or ray[-1:]
    if state.options["blown_onto_occupied"] == "one-further" and crowd(state, ray[0], seat):
        ray = ray[1:2] or ray
    blow_to(context, seat, ray[0])


@phase("to-mud-bay")
def blow_to_mud_bay(context: GameContext, step: Step) -> None:
    """Card 3: blow the ship to Mud Bay."""
    blow_to(context, step.seat, context.state.sea.mud_bay)


@phase("to-cliff-creek")
def blow_to_cliff_creek(context: GameContext, step: Step) -> None:
    """Card 4: blow the ship to Cliff Creek."""
    blow_to(context, step.seat, context.state.sea.cliff_creek)


def blow_to(context: GameContext, seat: int, square: int) -> None:
    """Blow a ship to a square of open sea, or let the captain choose a free square nearby; then let the captain choose the heading (9B)."""
    free = landing(context.state, seat, square)
    if len(free) > 1:
        context.then(("berth", seat, square))
    else:
        blow(context, seat, free[0])


def landing(state: State, seat: int, square: int) -> list[int]:
    """Return the squares where a ship blown to `square` may lie: that square, or the nearest free squares, clockwise from north (R-51)."""
    room = 1 if state.options["blown_onto_occupied"] == "share" else 0
    if crowd(state, square, seat) <= room:
        return [square]
    far = state.sea.distances(square)
    free = [other for other in far if other not in state.sea.port_at and crowd(state, other, seat) == 0]
    nearest = min(far[other] for other in free)
    ring = {other for other in free if far[other] == nearest}
    return sorted(ring, key=lambda other: clock_angle(state.sea, square, other))


def clock_angle(sea: Sea, centre: int, square: int) -> tuple[int, float]:
    """Return a key that sorts squares clockwise from due north of `centre`."""
    (c0, r0), (c, r) = sea.cell(centre), sea.cell(square)
    east, north = c - c0, r - r0
    if east > 0 or (east == 0 and north > 0):
        return 0, -north / (abs(east) + abs(north))
    return 1, north / (abs(east) + abs(north))


def blow(context: GameContext, seat: int, square: int) -> None:
    context.move_ship(seat, square)
    context.tell("blown", seat, square=context.state.sea.names[square])
    context.then(("point", seat))


@phase("berth")
class Berth(Phase):
    """("berth", seat, square): the captain chooses one of several free squares that are equally near."""

    def ask(self, state: State, step: Step) -> list[Decision]:
        _, seat, square = step
        options = tuple(state.sea.names[free] for free in landing(state, seat, square))
        facts = {"square": state.sea.names[square]}
        return [Place(seat, "berth", options[0], options, reaction=state.off_turn(seat), facts=facts)]

    def on_berth(self, context: GameContext, step: Step, answer: Any) -> None:
        blow(context, step.seat, context.state.sea.squares[answer])


@phase("point")
class Point(Phase):
    """("point", seat): the captain chooses the heading after cards 1, 3 and 4 (R-53)."""

    def ask(self, state: State, step: Step) -> list[Decision]:
        return [heading_decision(state, step.seat, "heading", state.at[step.seat])]

    def on_heading(self, context: GameContext, step: Step, answer: Any) -> None:
        context.state.heading[step.seat] = NUMBER[answer]
        context.tell("pointed", step.seat, heading=answer)


@phase("to-home")
def carry_home(context: GameContext, step: Step) -> None:
    """Card 5: carry the ship to the captain's own harbour."""
    carry(context, step.seat, context.state.homes[step.seat])


@phase("to-port-ahead")
class ToPortAhead(Phase):
    """Card 6: carry the ship to the port nearest ahead of the bow; the captain chooses between two ports that are equally near."""

    def ports(self, state: State, seat: int) -> tuple[int, ...]:
        return ports_ahead(state.sea, state.at[seat], state.heading[seat])

    def waits(self, state: State, step: Step) -> bool:
        return len(self.ports(state, step.seat)) > 1

    def run(self, context: GameContext, step: Step) -> None:
        carry(context, step.seat, self.ports(context.state, step.seat)[0])

    def ask(self, state: State, step: Step) -> list[Decision]:
        seat = step.seat
        options = tuple(state.sea.ports[port].name for port in self.ports(state, seat))
        return [Choose(seat, "port-ahead", options[0], options, reaction=state.off_turn(seat))]

    def on_port_ahead(self, context: GameContext, step: Step, answer: Any) -> None:
        carry(context, step.seat, context.state.sea.port_of[answer])


def carry(context: GameContext, seat: int, port: int) -> None:
    sea = context.state.sea
    context.move_ship(seat, sea.harbours[port], sea.exits[port][1])
    context.tell("blown", seat, square=sea.ports[port].name)
