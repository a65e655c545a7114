"""The event of the turn: a monster, a breeze, or the sirens."""

from typing import Any

from games.engine import Choose, Decision, Place
from games.rulesets.piracy.cards import DRIFT
from games.rulesets.piracy.context import GameContext, phase
from games.rulesets.piracy.course import Course, next_squares
from games.rulesets.piracy.state import State, Step
from games.rulesets.piracy.typed import order_offer

from .sailing import set_sail
from .turn import Handling

MONSTER = {"bb": 0, "sm": 1}


@phase("event")
class TheEvent(Handling):
    """("event", seat): carry out the event of the card or of the red die."""

    def waits(self, state: State, step: Step) -> bool:
        return state.event not in MONSTER or bool(monster_ends(state))

    def run(self, context: GameContext, step: Step) -> None:
        context.tell("lapsed", step.seat, monster=MONSTER[context.state.event])

    def ask(self, state: State, step: Step) -> list[Decision]:
        seat = step.seat
        if state.event in MONSTER:
            ends, chart, facts = monster_ends(state), state.chart, {"monster": MONSTER[state.event]}
            harmless = next((square for square in ends if square not in state.pos), ends[0])
            asked: Choose = Place(seat, "monster", chart.names[harmless], chart.called(ends), facts=facts)
        else:
            asked = self.ask_ship(state, seat)
        return [asked, *self.offers(state, seat), order_offer(state, asked)]

    def ask_ship(self, state: State, seat: int) -> Course | Choose:
        ships = ships_for(state, seat)
        if state.event == "breeze" and len(ships) == 1:
            voyage = (ships[0], "breeze", DRIFT)
            return Course(state, seat, voyage, next_squares(state, *voyage), ("pass",))
        return Choose(seat, "ship", "pass", (*map(str, ships), "pass"), facts={"cause": state.event})

    def on_monster(self, context: GameContext, step: Step, answer: Any) -> None:
        state = context.state
        monster, square = MONSTER[state.event], state.chart.squares[answer]
        start, state.monsters[monster] = state.monsters[monster], square
        context.tell("monster-moved", step.seat, monster=monster, start=state.chart.name(start), square=answer)
        caught = tuple(ship for ship, position in enumerate(state.pos) if position == square)
        if caught:
            context.capture(monster, caught)

    def on_sail(self, context: GameContext, step: Step, answer: Any) -> None:
        ship = ships_for(context.state, step.seat)[0]
        self.go(context, step, ship, answer)

    def on_ship(self, context: GameContext, step: Step, answer: Any) -> None:
        if answer == "pass":
            self.go(context, step, -1, "pass")
            return
        state, ship = context.state, int(answer)
        if state.event == "breeze":
            state.locked = ship
        context.then(("sail", step.seat, ship, state.event, DRIFT, 0))

    def go(self, context: GameContext, step: Step, ship: int, answer: str) -> None:
        """Sail the captain's only ship by a breeze, or pass."""
        if answer == "pass":
            context.tell("passed", step.seat, event=context.state.event)
            return
        context.state.locked = ship
        set_sail(context, step.seat, (ship, "breeze", DRIFT), answer)


def ships_for(state: State, seat: int) -> tuple[int, ...]:
    """Return the ships that the event may move: the captain's own by a breeze, other captains' by the sirens."""
    if state.event == "breeze":
        return state.ships_of(seat)
    return tuple(ship for ship, owner in enumerate(state.owner) if owner != seat and owner not in state.gone)


def monster_ends(state: State) -> tuple[int, ...]:
    monster = MONSTER[state.event]
    return state.chart.monster_ends(state.monsters[monster], state.monsters[1 - monster])
