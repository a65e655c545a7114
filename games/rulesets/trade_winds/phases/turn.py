"""A turn from its start to its end, the free turns after fights, and the next captain."""

from typing import Any

from games.engine import Choose, Confirm, Decision
from games.kit.agenda import Phase
from games.kit.crew_game.crew import added, without
from games.rulesets.trade_winds.cards import CARD_OF
from games.rulesets.trade_winds.context import GameContext, phase
from games.rulesets.trade_winds.state import State, Step

from .islands import OnIsland, chart, salvage
from .ports import InPort, port_decisions
from .sailing import plot, sail_decision


@phase("before")
class Before(InPort, OnIsland):
    """("before", seat): start a turn: arrange the ship and the docks, then sail."""

    def ask(self, state: State, step: Step) -> list[Decision]:
        seat = step.seat
        trading = state.options["trade_on_leaving"] and not state.entered
        decisions = [sail_decision(state, seat), *boost(state, seat), *port_decisions(state, seat, trading), *salvage(state, seat)]
        return mark(state, seat, decisions)

    def on_boost(self, context: GameContext, step: Step, answer: Any) -> None:
        state, seat = context.state, step.seat
        state.kept[seat], state.boost = without(state.kept[seat], ("TW",)), True
        state.chance += (CARD_OF["TW"],)
        context.tell("wind-raised", seat)

    def on_sail(self, context: GameContext, step: Step, answer: Any) -> None:
        context.then(("after", step.seat))
        plot(context, step.seat, answer)


@phase("after")
class After(InPort, OnIsland):
    """("after", seat): after the ship has stopped, do business in port or on an island, then end the turn."""

    def ask(self, state: State, step: Step) -> list[Decision]:
        seat = step.seat
        moved = chart(state, seat) if state.moved in ("sail", "drift") else []
        decisions = [Confirm(seat, "end", "yes"), *port_decisions(state, seat, state.entered), *salvage(state, seat), *moved]
        return mark(state, seat, decisions)

    def on_end(self, context: GameContext, step: Step, answer: Any) -> None:
        context.tell("turn-ended", step.seat)
        next_turn(context)


def mark(state: State, seat: int, decisions: list[Decision]) -> list[Decision]:
    """Mark the decisions as off turn if the captain is on a free turn, and return them."""
    if state.off_turn(seat):
        for decision in decisions:
            decision.reaction = True
    return decisions


def boost(state: State, seat: int) -> list[Decision]:
    if state.boost or seat != state.turn or state.freed or "TW" not in state.kept[seat]:
        return []
    return [Confirm(seat, "boost", "yes", optional=True)]


@phase("turn-over")
def end_turn_of_leaver(context: GameContext, step: Step) -> None:
    """("turn-over", seat): end the turn of a player who left during the turn, once the others have finished their steps."""
    next_turn(context)


@phase("free")
class FreeTurn(Phase):
    """("free", seat): offer a free turn to a captain who lost a fight, or who was attacked in a drawn fight."""

    def ask(self, state: State, step: Step) -> list[Decision]:
        seat = step.seat
        return [Choose(seat, "free-turn", "decline", ("take", "decline"), reaction=state.off_turn(seat))]

    def on_free_turn(self, context: GameContext, step: Step, answer: Any) -> None:
        if answer == "decline":
            context.tell("free-turn-declined", step.seat)
            next_turn(context)
            return
        context.tell("free-turn-began", step.seat)
        context.then(("before", step.seat))


def next_turn(context: GameContext) -> None:
    """Begin the free turn owed for the latest fight, or else the next captain's regular turn."""
    state = context.state
    state.agenda.clear()
    state.moved, state.steps, state.entered, state.boost = "", 0, False, False
    while state.queue:
        seat, state.queue = state.queue[-1], state.queue[:-1]
        if seat not in state.freed and seat not in state.gone:
            state.active, state.freed = seat, (*state.freed, seat)
            context.then(("free", seat))
            return
    regular_turn(context)


def regular_turn(context: GameContext) -> None:
    """Begin the next captain's regular turn, and lift the ripe bans of the captain whose turn has ended."""
    state, seat = context.state, context.state.turn
    state.bans = tuple(ban for ban in state.bans if ban[0] != seat or not ban[2])
    others = state.others(seat)
    if not others:
        return
    count = len(state.homes)
    if (others[0] - state.first) % count <= (seat - state.first) % count:
        state.round += 1
    state.turn = state.active = others[0]
    state.freed = ()
    state.bans = tuple((winner, loser, ripe or winner == state.turn) for winner, loser, ripe in state.bans)
    context.then(("before", state.turn))
    if state.round <= state.options["round_limit"]:  # otherwise the game is about to end
        context.tell("turn-began", state.turn, round=state.round)


def give_up(context: GameContext, seat: int) -> None:
    """Return a leaving captain's crew and cargo to the pile and Pirate Island, and their kept cards and safety zone to the docks."""
    state = context.state
    if state.hands[seat]:
        context.drop_crew(seat, state.hands[seat])
    context.bury(state.fresh[seat])
    state.fresh[seat] = ()
    context.put_back(seat, state.holds[seat])
    port = state.homes[seat]
    state.docks[port] = added(state.docks[port], (*state.kept[seat], *state.zones[port]))
    state.kept[seat], state.zones[port] = (), ()
