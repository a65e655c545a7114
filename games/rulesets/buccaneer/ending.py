"""Law 19 and the rulings on how a game ends: by winning, by the round limit, by agreement, or because captains left."""

from games.engine import Outcome, version_of
from games.kit.agenda import Step
from games.kit.crew_game.crew import added
from games.kit.crew_game.inventory import count_everything
from games.kit.ending import best, end, ranked

from .cards import CHANCE, WIN
from .context import GameContext
from .phases.turn import end_turn, lose_all
from .state import State
from .steps import STEPS


def judge(context: GameContext) -> None:
    """After everything that happens: has somebody won, or has the last round been played (R-106)?"""
    state = context.state
    if state.ended is not None:
        return
    for seat in [state.turn, *state.others(state.turn)]:
        if seat not in state.gone and state.home_total(seat) >= WIN and at_home(state, seat) and not caught(context, seat):
            end(context, (seat,), "treasure")
            return
    if state.round > state.options["round_limit"]:
        end(context, leaders(state), "rounds")


def at_home(state: State, seat: int) -> bool:
    """Is the ship in its own harbour?"""
    return state.at[seat] == state.sea.harbours[state.homes[seat]]


def caught(context: GameContext, seat: int) -> bool:
    """A captain who bluffed their way home does not win by it (R-104): they lose their crew, and wait for their next turn."""
    state = context.state
    if seat in state.barred:
        return True
    sailed = state.sailed
    if not state.options["bluff_cannot_win"] or sailed is None or sailed[0] != seat or sailed[1] <= state.strength[seat]:
        return False
    state.sailed, state.barred = None, (*state.barred, seat)
    context.tell("bluff-caught", seat, squares=sailed[1], reveals=True)
    lose_all(context, seat)
    return True


def standing(state: State, seat: int) -> tuple[int]:
    """What ranks a captain: treasure at home."""
    return (state.home_total(seat),)


def leaders(state: State) -> tuple[int, ...]:
    """The seats with the most treasure at home."""
    return best(state, standing)


def outcome(state: State) -> Outcome:
    """How it ended; captains who left come last, the rest by treasure at home."""
    return ranked(state, standing, map(state.home_total, state.seats))


def leave(context: GameContext, seat: int) -> None:
    """A captain gives up their ship; their port becomes a trading port with all it holds (R-110)."""
    state = context.state
    port = state.homes[seat]
    context.tell("left", seat, port=state.sea.ports[port].name, reveals=True)
    lose_all(context, seat)
    for piece in state.holds[seat]:
        state.treasure[piece] += 1
    state.holds[seat] = ()
    state.docks[port] = added(state.docks[port], (*state.kept[seat], *state.zones[port]))
    state.kept[seat], state.zones[port] = (), ()
    context.bury(state.fresh[seat])
    state.fresh[seat] = ()
    state.at[seat] = -1
    state.gone = (*state.gone, seat)
    state.bound = tuple(other for other in state.bound if other != seat)
    if state.sailed is not None and state.sailed[0] == seat:
        state.sailed = None
    if len(state.playing()) == 1:
        end(context, tuple(state.playing()), "alone")
    elif state.turn != seat:
        state.agenda = owed_by_others(state, seat)
    elif version_of(state) < 2:
        end_turn(context, seat)
    else:
        state.agenda = [STEPS(("turn-over", seat)), *owed_by_others(state, seat)]


def owed_by_others(state: State, seat: int) -> list[Step]:
    """What the other captains have still to do once `seat` has left; from version 2 on a beaten ship gets away from them all the same."""
    left = [step if gets_away(state, step, seat) else without_captain(state, step, seat) for step in state.agenda]
    return [step for step in left if step is not None]


def gets_away(state: State, step: Step, seat: int) -> bool:
    """Is this the free move of another ship, which it makes whether or not `seat` is still there?"""
    return version_of(state) >= 2 and step.kind == "flee" and step.seat != seat


WITH_TARGET = ("heading", "set-sail", "voyage")
"""Steps that remember whom a captain is going to attack."""
WITH_ANOTHER = ("intercept", "fight", "spoils", "surrender", "flee", "give", "lose-treasure", "lose-crew")
"""Steps between two captains, the other one third in them."""


def without_captain(state: State, step: Step, seat: int) -> Step | None:
    """A step of the turn under way once `seat` has left; None when nothing remains of it."""
    if seat == step.seat or (step.kind in WITH_ANOTHER and seat == step[2]):
        return None
    if step.kind == "attack" and step.square not in [state.at[other] for other in state.others(step.seat)]:
        return STEPS(("heading", step.seat, step.square, None))
    if step.kind in WITH_TARGET and step.target == seat:
        return step._replace(target=None)
    return step


def inventory(state: State) -> dict[str, int]:
    """How many there are of every card and good, wherever they lie."""
    return count_everything(state, (state.flat, state.discarded), CHANCE)
