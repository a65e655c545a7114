"""Laws 9 and 15: arrival at Treasure Island and Flat Island, and Captain Kidd's anchor."""

from typing import Any

from games.engine import Decision, Pick
from games.kit.agenda import Phase
from games.kit.crew_game.crew import VALUE, added, without
from games.rulesets.buccaneer.cards import CHARTS, HOLD, TREASURE
from games.rulesets.buccaneer.context import GameContext, phase
from games.rulesets.buccaneer.state import State, Step

PIECES = tuple(TREASURE)
KIDD_WORTH = 7


def on_island(state: State, limit: int, room: int) -> tuple[str, ...]:
    """Return the pieces on Treasure Island that a ship could take now, each kind as often as the ship could take it."""
    return tuple(kind for kind in PIECES for _ in range(min(state.treasure[kind], room, limit // TREASURE[kind])))


def dearest(goods: tuple[str, ...], limit: int, room: int) -> tuple[str, ...]:
    """Return the pieces with the highest total worth within `limit` and `room`."""
    best: tuple[str, ...] = ()
    for index, first_piece in enumerate(goods):
        pairs = [(first_piece, second_piece) for second_piece in goods[index + 1 :]] if room > 1 else []
        for chosen in [(first_piece,), *pairs]:
            worth = sum(TREASURE[piece] for piece in chosen)
            if worth <= limit and worth > sum(TREASURE[piece] for piece in best):
                best = chosen
    return best


@phase("arrive")
def arrive(context: GameContext, step: Step) -> None:
    """("arrive", seat, square): carry out the stop of a turn's own move, after any fight on the square (R-46, R-55, R-56)."""
    _, seat, square = step
    state = context.state
    if state.by_fight:
        if state.moved == "attack" and square in state.sea.coast and state.options["driven_off_attacker_draws"]:
            context.then(("draw", seat))
    elif state.at[seat] in state.sea.coast:
        context.then(("draw", seat))


def salvage(state: State, seat: int) -> list[Decision]:
    """Return the question of what a ship on the coast of Flat Island takes (law 15); [] if there is nothing to take."""
    if state.at[seat] not in state.sea.flat_coast or not state.flat or state.by_fight:
        return []
    return take(state, seat)


def take(state: State, seat: int, least: int = 1) -> list[Decision]:
    """Return the question of what to take from Flat Island, treasure only as far as the hold has room; [] if nothing can be taken."""
    room = HOLD - len(state.holds[seat])
    offered = tuple(item for item in state.flat if item in VALUE or room)
    if not offered:
        return []
    goods = tuple(item for item in offered if item in TREASURE)
    best = tuple(sorted(goods, key=TREASURE.__getitem__)[-room:]) if room else ()
    default = tuple(sorted((*best, *(item for item in offered if item in VALUE))))
    return [Pick(seat, "salvage", default, offered, least, len(offered), cargo=PIECES, room=room, optional=least > 0)]


def maroon(state: State, seat: int) -> list[Decision]:
    """Return the offer to land crew on Flat Island during the captain's own turn (law 15)."""
    hand = state.hands[seat]
    if state.at[seat] not in state.sea.flat_coast or not hand or state.by_fight:
        return []
    return [Pick(seat, "maroon", hand[:1], hand, 1, len(hand), optional=True)]


def chart(state: State, seat: int, least: int = 1) -> list[Decision]:
    """Return the offer to land one of Kidd's charts at the anchor for treasure worth up to seven (cards 25 and 26)."""
    if state.at[seat] != state.sea.anchor:
        return []
    room = HOLD - len(state.holds[seat])
    held = [card for card in state.kept[seat] if card in CHARTS]
    spent = state.chart_used and state.options["kidd_once"]
    if not held or not room or spent:
        return []
    goods = on_island(state, KIDD_WORTH, room)
    best = dearest(goods, KIDD_WORTH, room)
    if not goods:
        return []
    facts = {"card": held[0]}
    return [Pick(seat, "chart", best, goods, least, room, TREASURE, high=KIDD_WORTH, optional=least > 0, facts=facts)]


class OnIsland(Phase):
    """A phase that handles a captain's answers at an island, in both halves of a turn."""

    def on_salvage(self, context: GameContext, step: Step, answer: Any) -> None:
        if not answer:
            return
        state, seat = context.state, step.seat
        crew = tuple(item for item in answer if item in VALUE)
        state.flat = without(state.flat, answer)
        state.hands[seat] = added(state.hands[seat], crew)
        state.holds[seat] = added(state.holds[seat], (item for item in answer if item not in VALUE))
        context.tell("salvaged", seat, goods=list(answer))

    def on_maroon(self, context: GameContext, step: Step, answer: Any) -> None:
        state, seat = context.state, step.seat
        state.hands[seat] = without(state.hands[seat], answer)
        context.wash_up(answer)
        context.tell("marooned", seat, goods=list(answer), reveals=True)

    def on_chart(self, context: GameContext, step: Step, answer: Any) -> None:
        if not answer:
            return
        state, seat = context.state, step.seat
        card = next(card for card in state.kept[seat] if card in CHARTS)
        context.load(seat, answer)
        state.kept[seat] = without(state.kept[seat], (card,))
        state.chart_used = True
        if state.options["kidd_once"]:
            state.discarded = added(state.discarded, (card,))
        else:
            state.chance += (25 + CHARTS.index(card),)
        context.tell("chart-landed", seat, card=card, goods=list(answer))


@phase("salvage")
class Salvage(OnIsland):
    """("salvage", seat): take goods after a free move that ended on the coast of Flat Island (R-94)."""

    def waits(self, state: State, step: Step) -> bool:
        return bool(take(state, step.seat, 0))

    def ask(self, state: State, step: Step) -> list[Decision]:
        (decision,) = take(state, step.seat, 0)
        decision.reaction = state.off_turn(step.seat)
        return [decision]


@phase("dig")
class Dig(OnIsland):
    """("dig", seat): dig for treasure after a free move that ended at the anchor with a chart in hand."""

    def waits(self, state: State, step: Step) -> bool:
        return bool(chart(state, step.seat, 0))

    def ask(self, state: State, step: Step) -> list[Decision]:
        (decision,) = chart(state, step.seat, 0)
        decision.reaction = state.off_turn(step.seat)
        return [decision]
