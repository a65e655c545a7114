"""Harbours: trading on entry, the captain's own docks, unloading, and the safety zone."""

from typing import Any

from games.engine import Choose, Deal, Decision
from games.kit.agenda import Phase
from games.kit.crew_game.crew import CREW, added, without
from games.rulesets.trade_winds.cards import BACKS, LADING, LOAD, TREASURE, WORTH
from games.rulesets.trade_winds.chart import CHART, is_own_coast
from games.rulesets.trade_winds.context import GameContext, phase, unseen
from games.rulesets.trade_winds.seen import docks
from games.rulesets.trade_winds.state import State, Step, points


def port_decisions(state: State, seat: int, trading: bool) -> list[Decision]:
    """Return the decisions of a captain whose ship lies in a harbour."""
    port = CHART.port_at.get(state.at[seat])
    if port is None:
        return []
    if port == state.homes[seat]:
        return [*barter(state, seat, port, "stow"), *safe(state, seat, port)]
    return barter(state, seat, port, "trade") if trading else []


def room(state: State, seat: int) -> int:
    """Return how many more points of treasure a ship can carry."""
    return LOAD - points(state.holds[seat])


def barter(state: State, seat: int, port: int, name: str) -> list[Decision]:
    """Offer a trade of equal worth with the docks of another port, or a free exchange at home. Safety zones are closed."""
    give, take = (*state.hands[seat], *state.holds[seat], *state.kept[seat]), docks(state, port, seat)
    if name == "trade" and not (give and take):
        return []
    facts = {"port": CHART.ports[port].name}
    deal = Deal(seat, name, None, give, take, WORTH, name == "trade", LADING, room(state, seat), optional=True, facts=facts)
    return [deal] if deal.possible() else []


def safe(state: State, seat: int, port: int) -> list[Decision]:
    """Offer to put three of a kind into the safety zone, or more of a kind that is already there."""
    lying, zone = state.docks[port], state.zones[port]
    kinds = tuple(kind for kind in TREASURE if lying.count(kind) >= (1 if kind in zone else 3))
    return [Choose(seat, "safe", kinds[0], kinds, optional=True, facts={"port": CHART.ports[port].name})] if kinds else []


class InPort(Phase):
    """A phase that carries out the answers of a captain in port."""

    def on_trade(self, context: GameContext, step: Step, answer: Any) -> None:
        exchange(context, step.seat, answer, "traded", reveals=True)

    def on_stow(self, context: GameContext, step: Step, answer: Any) -> None:
        exchange(context, step.seat, answer, "stowed", reveals=any(item in BACKS for item in answer[1]))

    def on_safe(self, context: GameContext, step: Step, answer: Any) -> None:
        state, port = context.state, context.state.homes[step.seat]
        pieces = tuple(item for item in state.docks[port] if item == answer)
        state.docks[port] = without(state.docks[port], pieces)
        state.zones[port] = added(state.zones[port], pieces)
        context.tell("secured", step.seat, goods=list(pieces))


def exchange(context: GameContext, seat: int, deal: tuple[tuple[str, ...], tuple[str, ...]], event: str, reveals: bool) -> None:
    """Exchange goods with the docks. Only the captain at `seat` sees the colours of the crew that came aboard."""
    port, (given, taken) = CHART.port_at[context.state.at[seat]], deal
    crew = swap(context, seat, port, given, taken)
    context.tell(event, seat, reveals=reveals, port=CHART.ports[port].name, given=unseen(given), taken=unseen(taken))
    if crew:
        context.tell("crew-faces", seat, to=(seat,), cards=crew)


def swap(context: GameContext, seat: int, port: int, unloaded: tuple[str, ...], loaded: tuple[str, ...]) -> list[str]:
    """Exchange goods between a ship and the docks of a port; return the crew cards that came aboard."""
    state = context.state
    goods = tuple(item for item in loaded if item not in CREW and item not in BACKS)
    crew = [context.take_ashore(seat, port, item) for item in loaded if item not in goods]
    for card in unloaded:
        if card in CREW:
            context.lay_ashore(seat, port, card)
    landed = tuple(item for item in unloaded if item not in CREW)
    state.docks[port] = added(without(state.docks[port], goods), landed)
    for pile, is_treasure in ((state.holds, True), (state.kept, False)):
        out = [item for item in landed if (item in TREASURE) == is_treasure]
        pile[seat] = added(without(pile[seat], out), (item for item in goods if (item in TREASURE) == is_treasure))
    return crew


@phase("arrive")
def arrive(context: GameContext, step: Step) -> None:
    """("arrive", seat): after any fight, finish a sailing move: use the harbour, or draw a card on the captain's own coast."""
    state, seat = context.state, step.seat
    make_fast(context, seat)
    if state.steps and is_own_coast(state.homes[seat], state.at[seat]):
        context.then(("draw", seat))


def make_fast(context: GameContext, seat: int) -> None:
    """Unload all treasure in the captain's own harbour; allow trade in any other harbour."""
    state = context.state
    if CHART.port_at.get(state.at[seat], state.homes[seat]) != state.homes[seat]:
        state.entered = True
    else:
        unload_at_home(context, seat)


def unload_at_home(context: GameContext, seat: int) -> None:
    """Move all treasure of a ship in its own harbour to the docks [TW-P7]."""
    state, port = context.state, context.state.homes[seat]
    goods = state.holds[seat]
    if goods and CHART.port_at.get(state.at[seat]) == port:
        state.holds[seat], state.docks[port] = (), added(state.docks[port], goods)
        context.tell("unloaded", seat, port=CHART.ports[port].name, goods=list(goods))
