"""Law 19 and the rulings on how a game ends: by winning, by the round limit, by agreement, or because captains left."""

from games.engine import Outcome, version_of
from games.kit.agenda import best, ranked
from games.kit.agenda import end as end
from games.kit.crew_game.crew import added
from games.kit.crew_game.table import count_everything

from .cards import CHANCE, WIN
from .context import GameContext
from .phases.turn import end_turn, lose_all
from .state import STEPS, State, Step


def judge(context: GameContext) -> None:
    """End the game if a captain has won, or if the last round has been played (R-106). Called after every action."""
    state = context.state
    if state.ended is not None:
        return
    squares, homes, harbours = state.at, state.homes, state.sea.harbours
    any_in_harbour = not state.sea.port_at.keys().isdisjoint(squares)
    for seat in (state.turn, *state.others(state.turn)) if any_in_harbour else ():
        at_home = squares[seat] == harbours[homes[seat]] and seat not in state.gone
        if at_home and state.home_total(seat) >= WIN and not caught(context, seat):
            end(context, (seat,), "treasure")
            return
    if state.round > state.options["round_limit"]:
        end(context, leaders(state), "rounds")


def caught(context: GameContext, seat: int) -> bool:
    """Return whether a captain bluffed on the way home; if so, take the captain's crew, and bar the captain from winning now (R-104)."""
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
    """Return the key that ranks a captain: the points of treasure at home."""
    return (state.home_total(seat),)


def leaders(state: State) -> tuple[int, ...]:
    return best(state, standing)


def outcome(state: State) -> Outcome:
    return ranked(state, standing, map(state.home_total, state.seats))


def leave(context: GameContext, seat: int) -> None:
    """Remove a captain and their ship; their port becomes a trading port with all its goods (R-110)."""
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
    remaining = (without_captain(state, step, seat) for step in state.agenda)
    return [step for step in remaining if step is not None]


WITH_TARGET = ("heading", "set-sail", "voyage")
"""Steps that contain the target of an attack."""
WITH_ANOTHER = ("intercept", "fight", "spoils", "surrender", "flee", "give", "lose-treasure", "lose-crew")
"""Steps between two captains; the third entry is the other captain."""


def without_captain(state: State, step: Step, seat: int) -> Step | None:
    """Return a step of the current turn as it is after `seat` left, or None if nothing of the step remains."""
    if version_of(state) >= 2 and step.kind == "flee" and step.seat != seat:
        return step  # from version 2 on, a beaten ship still gets its free move
    if seat == step.seat or (step.kind in WITH_ANOTHER and seat == step[2]):
        return None
    if step.kind == "attack" and step.square not in [state.at[other] for other in state.others(step.seat)]:
        return STEPS(("heading", step.seat, step.square, None))
    if step.kind in WITH_TARGET and step.target == seat:
        return step._replace(target=None)
    return step


def inventory(state: State) -> dict[str, int]:
    return count_everything(state, (state.flat, state.discarded), CHANCE)
