"""Turns and throws: each ship of a captain in its order, a new throw after every six, the Treasure Chest for a one."""

from games.kit.agenda import Step
from games.kit.ending import best
from games.rulesets.bounty.state import State
from games.rulesets.bounty.table import Table

from .base import AutoStep, phase


@phase
class Turn(AutoStep):
    """("turn", seat): a captain's turn begins; their ships sail one after the other [BO-A3]."""

    kind = "turn"

    def run(self, table: Table, step: Step) -> None:
        seat, state = step.seat, table.state
        state.turn = seat
        table.tell("turn-began", seat, round=state.round)
        table.then(*[("throw", seat, ship) for ship in state.fleet(seat)], ("next", seat))


@phase
class Throw(AutoStep):
    """("throw", seat, ship): the die is thrown before the captain is asked, so that they know how far they can go [BO-M1]."""

    kind = "throw"

    def run(self, table: Table, step: Step) -> None:
        _, seat, ship = step
        fallen = 1 + table.dice.below(6, "die")
        table.tell("threw", seat, ship=ship, throw=fallen, reveals=True)
        if fallen == 1:
            table.then(("chest", seat, ship))
        elif fallen == 6:
            table.then(("sail", seat, ship, fallen), step)
        else:
            table.then(("sail", seat, ship, fallen))


@phase
class Next(AutoStep):
    """("next", seat): the turn is over, and perhaps the round, and perhaps the game [BO-E1]."""

    kind = "next"

    def run(self, table: Table, step: Step) -> None:
        go_on(table, step.seat)


def go_on(table: Table, seat: int) -> None:
    """The next captain's turn."""
    state = table.state
    state.agenda.clear()
    other = state.after(seat)
    count = len(state.colours)
    if (other - state.first) % count <= (seat - state.first) % count:
        if state.round >= state.options["rounds"]:
            table.end(best(state, standing), "rounds")
            return
        state.round += 1
    table.then(("turn", other))


def standing(state: State, seat: int) -> tuple[int]:
    """What ranks a captain: what they are worth; cargo still aboard counts nothing."""
    return (state.net(seat),)
