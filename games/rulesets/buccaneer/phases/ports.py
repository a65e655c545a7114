"""Laws 10, 11 and 18: trading, the captain's own docks and safety zone, and Long John Silver."""

from typing import Any

from games.engine import Choose, Confirm, Deal, Decision, Pick
from games.kit.agenda import Phase
from games.kit.crew_game.crew import CREW, VALUE, added, without
from games.rulesets.buccaneer.cards import HOLD, TREASURE
from games.rulesets.buccaneer.context import GameContext, phase
from games.rulesets.buccaneer.state import State, Step

PIECES = tuple(TREASURE)


def port_decisions(state: State, seat: int) -> list[Decision]:
    """Return the decisions of a captain in a port; [] after a free move (R-63)."""
    port = state.sea.port_at.get(state.at[seat])
    if port is None or state.by_fight:
        return []
    if port == state.homes[seat]:
        return [*stow(state, seat, port), *safe(state, seat, port)]
    return [*trade(state, seat, port), *land_john(state, seat, port), *hire_john(state, seat, port)]


def port_name(state: State, port: int) -> str:
    return state.sea.ports[port].name


def trade(state: State, seat: int, port: int) -> list[Decision]:
    """Return the offer to trade with the docks of another port, value for value (law 10)."""
    give = (*state.hands[seat], *state.holds[seat], *(card for card in state.kept[seat] if card != "LJ"))
    take = tuple(item for item in state.docks[port] if item != "LJ")
    if not give or not take:
        return []
    room, may_overpay, facts = HOLD - len(state.holds[seat]), not state.options["exact_trade"], {"port": port_name(state, port)}
    deal = Deal(
        seat, "trade", None, give, take, state.edition.worth, cargo=PIECES, room=room, may_overpay=may_overpay, optional=True, facts=facts
    )
    return [deal] if deal.possible() else []


def stow(state: State, seat: int, port: int) -> list[Decision]:
    """Return the offer to move anything between ship and docks at home (law 11)."""
    give = (*state.hands[seat], *state.holds[seat], *state.kept[seat])
    if not give and not state.docks[port]:
        return []
    worth, room, facts = {**state.edition.worth, "LJ": 0}, HOLD - len(state.holds[seat]), {"port": port_name(state, port)}
    return [Deal(seat, "stow", None, give, state.docks[port], worth, even=False, cargo=PIECES, room=room, optional=True, facts=facts)]


def safe(state: State, seat: int, port: int) -> list[Decision]:
    """Return the offer to put three pieces of a kind into the safety zone, or one more piece of a kind that lies there (law 18)."""
    docks, zone = state.docks[port], state.zones[port]
    kinds = tuple(kind for kind in PIECES if docks.count(kind) >= (1 if kind in zone else 3))
    return [Choose(seat, "safe", kinds[0], kinds, optional=True, facts={"port": port_name(state, port)})] if kinds else []


def land_john(state: State, seat: int, port: int) -> list[Decision]:
    """Return the offer to leave Long John Silver for crew worth up to five (card 21, R-88)."""
    crew = tuple(card for card in state.docks[port] if card in VALUE)
    if "LJ" not in state.kept[seat] or not crew:
        return []
    facts = {"port": port_name(state, port)}
    return [Pick(seat, "land-john", crew[:1], crew, 1, len(crew), VALUE, high=5, optional=True, facts=facts)]


def hire_john(state: State, seat: int, port: int) -> list[Decision]:
    """Return the offer to take Long John Silver aboard for one treasure (card 21)."""
    hold = state.holds[seat]
    if "LJ" not in state.docks[port] or not hold:
        return []
    return [Pick(seat, "hire-john", hold[:1], hold, 1, 1, optional=True, facts={"port": port_name(state, port)})]


class InPort(Phase):
    """A phase that handles a captain's answers in port, in both halves of a turn."""

    def on_trade(self, context: GameContext, step: Step, answer: Any) -> None:
        given, taken = answer
        port = swap(context, step.seat, given, taken)
        context.tell("traded", step.seat, port=port, given=list(given), taken=list(taken), reveals=True)

    def on_stow(self, context: GameContext, step: Step, answer: Any) -> None:
        given, taken = answer
        port = swap(context, step.seat, given, taken)
        shown = any(card in VALUE for card in given)
        context.tell("stowed", step.seat, port=port, given=list(given), taken=list(taken), reveals=shown)

    def on_safe(self, context: GameContext, step: Step, answer: Any) -> None:
        state, port = context.state, context.state.homes[step.seat]
        pieces = (answer,) * (1 if answer in state.zones[port] else 3)
        state.docks[port] = without(state.docks[port], pieces)
        state.zones[port] = added(state.zones[port], pieces)
        context.tell("secured", step.seat, goods=list(pieces))

    def on_land_john(self, context: GameContext, step: Step, answer: Any) -> None:
        port = swap(context, step.seat, ("LJ",), answer)
        context.tell("john-landed", step.seat, port=port, crew=list(answer))

    def on_hire_john(self, context: GameContext, step: Step, answer: Any) -> None:
        port = swap(context, step.seat, answer, ("LJ",))
        context.tell("john-hired", step.seat, port=port, goods=list(answer))


def swap(context: GameContext, seat: int, unloaded: tuple[str, ...], loaded: tuple[str, ...]) -> str:
    """Exchange goods between a ship (hand, hold, kept cards) and the docks of the port where it lies; return the port's name."""
    state = context.state
    port = state.sea.port_at[state.at[seat]]
    for item in unloaded:
        pile = piles_for(state, item)
        pile[seat] = without(pile[seat], (item,))
    for item in loaded:
        pile = piles_for(state, item)
        pile[seat] = added(pile[seat], (item,))
    state.docks[port] = added(without(state.docks[port], loaded), unloaded)
    return port_name(state, port)


def piles_for(state: State, item: str) -> list[tuple[str, ...]]:
    """Return the piles, by seat, in which an item is carried aboard: hands, holds or kept cards."""
    return state.hands if item in CREW else state.holds if item in TREASURE else state.kept


@phase("dock")
class Dock(InPort):
    """("dock", seat): unload after a free move that ended at home, if the table allows it (option of R-63)."""

    def waits(self, state: State, step: Step) -> bool:
        return bool(stow(state, step.seat, state.homes[step.seat]))

    def ask(self, state: State, step: Step) -> list[Decision]:
        seat, port = step.seat, state.homes[step.seat]
        asked = state.off_turn(seat)
        offers = [*stow(state, seat, port), *safe(state, seat, port)]
        for decision in offers:
            decision.reaction = asked
        return [Confirm(seat, "docked", "yes", reaction=asked, facts={"port": port_name(state, port)}), *offers]

    def on_docked(self, context: GameContext, step: Step, answer: Any) -> None:
        """Do nothing: the captain has finished."""
