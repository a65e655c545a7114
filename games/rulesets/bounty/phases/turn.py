"""Turns and throws: a captain's ships sail in order, a six earns another throw, and a one draws from the Treasure Chest."""

from games.kit.agenda import best
from games.rulesets.bounty.context import GameContext, phase
from games.rulesets.bounty.state import State, Step


@phase("turn")
def begin_turn(context: GameContext, step: Step) -> None:
    """("turn", seat): begin a captain's turn, in which their ships sail one after the other [BO-A3]."""
    seat, state = step.seat, context.state
    state.turn = seat
    context.tell("turn-began", seat, round=state.round)
    context.then_all([*(("throw", seat, ship) for ship in state.fleet(seat)), ("next", seat)])


@phase("throw")
def throw(context: GameContext, step: Step) -> None:
    """("throw", seat, ship): throw the die before asking, so that the captain knows how far the ship can go [BO-M1]."""
    _, seat, ship = step
    fallen = 1 + context.dice.below(6, "die")
    context.tell("threw", seat, ship=ship, throw=fallen, reveals=True)
    if fallen == 1:
        context.then(("chest", seat, ship))
    elif fallen == 6:
        context.then_all([("sail", seat, ship, fallen), step])
    else:
        context.then(("sail", seat, ship, fallen))


@phase("next")
def end_turn(context: GameContext, step: Step) -> None:
    """("next", seat): end the turn, and the round and the game if due [BO-E1]."""
    go_on(context, step.seat)


def go_on(context: GameContext, seat: int) -> None:
    state = context.state
    state.agenda.clear()
    other = state.others(seat)[0]
    count = len(state.colours)
    if (other - state.first) % count <= (seat - state.first) % count:
        if state.round >= state.options["rounds"]:
            context.end(best(state, standing), "rounds")
            return
        state.round += 1
    context.then(("turn", other))


def standing(state: State, seat: int) -> tuple[int]:
    """Return the sort key that ranks a captain: their worth, without cargo aboard."""
    return (state.net(seat),)
