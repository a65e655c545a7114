"""The end of a game: by a win, by the round limit, by agreement, or because captains left."""

from games.engine import Outcome, version_of
from games.kit.agenda import best, ranked
from games.kit.agenda import end as end
from games.kit.crew_game.table import count_everything

from .cards import CHANCE, WIN
from .chart import CHART
from .context import GameContext
from .phases.turn import give_up, next_turn
from .state import STEPS, State, Step, points

OWED = ("fever", "overload", "washed")
"""Kinds of steps that captains still finish after the captain on turn has left."""


def judge(context: GameContext) -> None:
    """End the game if a captain has won or the last round has been played. Called after every action."""
    state = context.state
    if state.ended is not None:
        return
    away = state.options["win_while_away"]
    for seat in (state.active, *state.others(state.active)) if away else (state.active,):
        in_harbour = state.at[seat] == CHART.harbours[state.homes[seat]]
        if seat not in state.gone and state.home_total(seat) >= WIN and (away or in_harbour):
            end(context, (seat,), "treasure")
            return
    if state.round > state.options["round_limit"]:
        end(context, leaders(state), "rounds")


def standing(state: State, seat: int) -> tuple[int, int]:
    """Return the sort key that ranks a captain: treasure at home, then treasure aboard."""
    return state.home_total(seat), points(state.holds[seat])


def leaders(state: State) -> tuple[int, ...]:
    """Return the seats with the most treasure at home; break ties by treasure aboard."""
    return best(state, standing)


def outcome(state: State) -> Outcome:
    """Return the outcome: captains ranked by treasure at home, then aboard, with those who left last."""
    return ranked(state, standing, map(state.home_total, state.seats))


def leave(context: GameContext, seat: int) -> None:
    """Remove a captain from the game. Their home port keeps its goods and becomes a trading port."""
    state = context.state
    context.tell("left", seat, port=CHART.ports[state.homes[seat]].name, reveals=True)
    give_up(context, seat)
    state.at[seat] = -1
    state.gone = (*state.gone, seat)
    state.bans = tuple(ban for ban in state.bans if seat not in ban[:2])
    if len(state.playing()) == 1:
        end(context, tuple(state.playing()), "alone")
    elif state.active != seat:
        state.agenda = [step for step in state.agenda if seat not in concerned(step)]
    else:  # since version 2, the others still finish their steps when the player on turn leaves
        owed = [step for step in state.agenda if step.kind in OWED and seat not in concerned(step)]
        if owed and version_of(state) >= 2:
            state.agenda = [STEPS(("turn-over", seat)), *owed]
        else:
            next_turn(context)


def concerned(step: Step) -> tuple[int, ...]:
    if step.kind in ("fight", "spoils", "surrender", "give"):
        return step.seat, step.to if step.kind == "give" else step.other
    if step.kind in ("lose-treasure", "lose-crew"):
        return step.seat, max(step.to, step.seat)
    return (step.seat,)


def inventory(state: State) -> dict[str, int]:
    return count_everything(state, (*state.isles, *([card for card, _ in pile] for pile in state.ashore)), CHANCE)
