"""Laws 7 and 16: a turn from its start to its end, and the time for disputes.

In version 1, captains may dispute until the next captain acts. From version 2 on, a turn that may be disputed is followed by a
window before the next turn begins: captains may dispute while the window is open, and standing orders when it closes.
"""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from games.engine import SITE, Choose, Confirm, Decision, version_of
from games.kit.agenda import Phase
from games.kit.crew_game.crew import VALUE
from games.rulesets.buccaneer.cards import TREASURE
from games.rulesets.buccaneer.context import GameContext, phase
from games.rulesets.buccaneer.state import State, Step

from .gains_and_losses import to_flat
from .islands import OnIsland, chart, maroon, salvage
from .ports import InPort, port_decisions
from .sailing import plot, sail_decision

NEVER = "nothing"
WORTH = VALUE | TREASURE


@phase("before")
class Before(InPort, OnIsland):
    """("before", seat): start a turn; the captain may trade, take and leave things, then sails."""

    def ask(self, state: State, step: Step) -> list[Decision]:
        seat = step.seat
        late = disputes(state) if version_of(state) < 2 else []
        return [sail_decision(state, seat), *ashore(state, seat), *late]

    def on_sail(self, context: GameContext, step: Step, answer: Any) -> None:
        context.then(("after", step.seat))
        plot(context, step.seat, answer)


@phase("after")
class After(InPort, OnIsland):
    """("after", seat): finish a turn; the captain may do business in port or on an island, then ends the turn."""

    def ask(self, state: State, step: Step) -> list[Decision]:
        seat = step.seat
        landing = chart(state, seat) if state.moved in ("sail", "turn", "drift", "attack") and not state.by_fight else []
        return [Confirm(seat, "end", "yes"), *ashore(state, seat), *landing]

    def on_end(self, context: GameContext, step: Step, answer: Any) -> None:
        end_turn(context, step.seat)


def ashore(state: State, seat: int) -> list[Decision]:
    """Return the decisions that the captain on turn has where the ship lies: in port, or on the coast of Flat Island."""
    square = state.at[seat]
    if square in state.sea.port_at:
        return port_decisions(state, seat)
    return [*salvage(state, seat), *maroon(state, seat)] if square in state.sea.flat_coast else []


@phase("window")
class Window(Phase):
    """("window", mover, hours): a turn is over and may be disputed; with 0 hours, only standing orders dispute."""

    def ask(self, state: State, step: Step) -> list[Decision]:
        closing = Confirm(SITE, "close-window", "yes", reaction=True, facts={"other": step.seat, "hours": step.hours})
        return [closing, *disputes(state, {"window": step.hours})]

    def on_close_window(self, context: GameContext, step: Step, answer: Any) -> None:
        if step.hours:
            context.then(("window", step.seat, 0))
        else:
            begin_turn(context, step.seat)


@phase("turn-over")
def end_turn_of_leaver(context: GameContext, step: Step) -> None:
    """("turn-over", seat): end the turn of a captain who left during it, once the other captains have finished their steps."""
    end_turn(context, step.seat)


def end_turn(context: GameContext, seat: int) -> None:
    """End a turn. The move may be disputed before the next turn begins, or in version 1 at its start.

    If the move may be disputed, ending the turn also ends undo, so that nobody ends a turn only to see what happens.
    """
    state = context.state
    state.agenda.clear()
    may_be_disputed = version_of(state) >= 2 and is_doubtful(state)
    context.tell("turn-ended", seat, reveals=may_be_disputed)
    if not may_be_disputed:
        return begin_turn(context, seat)
    hours = hours_agreed(state)
    if hours:
        context.tell("window-opened", seat, hours=hours, reveals=True)
    return context.then(("window", seat, hours))


def hours_agreed(state: State) -> int:
    """Return the number of hours for which a doubtful move may be disputed at this table; 0 if only standing orders dispute."""
    agreed = state.options["disputes"]
    return 0 if agreed == "orders" else agreed


def begin_turn(context: GameContext, seat: int) -> None:
    state = context.state
    if version_of(state) >= 2:
        state.sailed = None
    others = state.others(seat)
    if not others:
        return
    state.turn, count = others[0], len(state.homes)
    if (state.turn - state.first) % count <= (seat - state.first) % count:
        state.round += 1
    state.moved, state.by_fight, state.chain = "", False, ()
    if state.barred:
        state.barred = tuple(other for other in state.barred if other != state.turn)
    context.then(("before", state.turn))
    if state.round <= state.options["round_limit"]:  # otherwise the game is about to end
        context.tell("turn-began", state.turn, round=state.round)


def is_doubtful(state: State) -> bool:
    """Return whether the last move may be disputed because the crew may have been too weak (R-100, R-102)."""
    if state.sailed is None or state.options["oversail"] == "refuse":
        return False
    mover, squares, crew = state.sailed
    return squares > crew and mover not in state.gone and (mover != state.turn or version_of(state) >= 2)


def disputes(state: State, more: Mapping[str, Any] = MappingProxyType({})) -> list[Decision]:
    """Return a dispute for every opponent, clockwise from the mover, if the last move is doubtful (R-96); each answer is a stake (16B)."""
    if not is_doubtful(state):
        return []
    mover, squares, crew = state.voyage
    facts = {"other": mover, "squares": squares, "crew": crew, **more}
    offers = [(seat, stakes(state, seat)) for seat in state.others(mover)]
    return [Choose(seat, "dispute", options[0], options, optional=True, reaction=True, facts=facts) for seat, options in offers]


def stakes(state: State, seat: int) -> tuple[str, ...]:
    """Return the best crew cards and the best treasure aboard; "nothing" if there is neither, or a wrong dispute costs nothing."""
    if not state.options["wrong_dispute_forfeit"] or state.options["oversail"] == "honour":
        return (NEVER,)
    return (*dearest(state.hands[seat]), *dearest(state.holds[seat])) or (NEVER,)


@lru_cache(maxsize=4096)
def dearest(pile: tuple[str, ...]) -> tuple[str, ...]:
    """Return the items of a pile that are worth most, each kind once."""
    most = max(map(WORTH.__getitem__, pile), default=0)
    return tuple(dict.fromkeys(item for item in pile if WORTH[item] == most))


def on_dispute(context: GameContext, seat: int, stake: str) -> None:
    """Decide a dispute by comparing the squares sailed with the strength at departure (R-97 to R-101)."""
    state = context.state
    mover, squares, _ = state.voyage
    state.sailed = None
    proved = squares > state.strength[mover]
    context.tell("disputed", seat, other=mover, squares=squares, proved=proved, reveals=True)
    if proved:
        lose_all(context, mover)
    elif stake != NEVER:
        context.tell("forfeited", seat)
        to_flat(context, seat, stake)
    if state.agenda[-1][0] == "window":
        state.agenda.pop()
        begin_turn(context, mover)


def lose_all(context: GameContext, seat: int) -> None:
    """Put the whole hand under the pile (R-98)."""
    hand = context.state.hands[seat]
    if hand:
        context.drop_crew(seat, hand)
