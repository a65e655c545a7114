"""The start of crew games: deal crew to captains, and stock the ports without a captain."""

from collections.abc import Sequence

from .context import CrewContext


def deal_hands(context: CrewContext, pack: Sequence[str], first: int, size: int) -> None:
    """Deal a hand of this size to each captain, the dealer first. The rest of the pack is the pile, and the first turn begins."""
    state = context.state
    context.tell("dealt", first, count=size, reveals=True)
    for step in state.seats:
        seat = (first + step) % len(state.homes)
        state.hands[seat], pack = tuple(sorted(pack[:size])), pack[size:]
        context.tell("crew-faces", seat, to=(seat,), cards=list(state.hands[seat]))
    state.crew = tuple(pack)
    context.tell("turn-began", first, round=1)
    state.draws = context.dice.count


def ownerless(homes: Sequence[int], first: int, count: int) -> list[int]:
    """Return the ports without a captain among `count` ports, clockwise from the port of the first dealer."""
    ports = ((homes[first] + step) % count for step in range(1, count))
    return [port for port in ports if port not in homes]
