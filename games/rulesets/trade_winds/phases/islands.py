"""Pirate Island's stock, and the goods and charts of Hispaniola and Norman Island."""

from functools import lru_cache
from typing import Any

from games.engine import Decision, Pick
from games.kit.agenda import Phase
from games.kit.crew_game.crew import CREW, VALUE, added, without
from games.rulesets.trade_winds.board import ISLE_NAMES
from games.rulesets.trade_winds.cards import CARD_OF, CHART_WORTH, CHARTS, TREASURE
from games.rulesets.trade_winds.chart import BESIDE
from games.rulesets.trade_winds.context import GameContext, phase
from games.rulesets.trade_winds.state import State, Step

from .ports import room

WEIGHT = {**dict.fromkeys(CREW, 0), **TREASURE}
"""Item on an island -> the points that it adds to a ship's load."""


def on_island(state: State, limit: int) -> tuple[str, ...]:
    """Return the pieces on Pirate Island to choose from, each kind as often as the stock and `limit` points allow."""
    return tuple(kind for kind, worth in TREASURE.items() for _ in range(min(state.treasure[kind], limit // worth)))


@lru_cache(maxsize=4096)
def dearest(goods: tuple[str, ...], limit: int) -> tuple[str, ...]:
    """Return the pieces with the highest total worth within `limit`; prefer a few valuable pieces."""
    best: dict[int, tuple[str, ...]] = {0: ()}
    for piece in sorted(goods, key=TREASURE.__getitem__, reverse=True):
        for total, chosen in list(best.items()):
            if total + TREASURE[piece] <= limit:
                best.setdefault(total + TREASURE[piece], (*chosen, piece))
    return tuple(sorted(best[max(best)]))


def salvage(state: State, seat: int, least: int = 1) -> list[Decision]:
    """Return the question of which goods a ship beside Hispaniola or Norman Island takes, among those that fit aboard."""
    isle = BESIDE.get(state.at[seat])
    if isle is None or not state.isles[isle]:
        return []
    space = room(state, seat)
    offered = tuple(item for item in state.isles[isle] if WEIGHT[item] <= space)
    if not offered:
        return []
    crew = tuple(item for item in offered if item in VALUE)
    best = dearest(tuple(item for item in offered if item in TREASURE), space)
    default, facts = tuple(sorted((*crew, *best))), {"isle": ISLE_NAMES[isle]}
    return [Pick(seat, "salvage", default, offered, least, len(offered), WEIGHT, None, space, optional=least > 0, facts=facts)]


def chart(state: State, seat: int) -> list[Decision]:
    """Offer to play the chart of the island beside the ship, for treasure worth up to seven points."""
    isle = BESIDE.get(state.at[seat])
    if isle is None or CHARTS[isle] not in state.kept[seat]:
        return []
    limit = min(CHART_WORTH, room(state, seat))
    goods = on_island(state, limit)
    if not goods:
        return []
    facts = {"card": CHARTS[isle], "isle": ISLE_NAMES[isle], "limit": limit}
    return [Pick(seat, "chart", dearest(goods, limit), goods, 1, len(goods), TREASURE, None, limit, optional=True, facts=facts)]


class OnIsland(Phase):
    """A phase that carries out the answers of a captain beside an island."""

    def on_salvage(self, context: GameContext, step: Step, answer: Any) -> None:
        if not answer:
            return
        state, seat = context.state, step.seat
        isle = BESIDE[state.at[seat]]
        state.isles[isle] = without(state.isles[isle], answer)
        state.hands[seat] = added(state.hands[seat], (item for item in answer if item in VALUE))
        state.holds[seat] = added(state.holds[seat], (item for item in answer if item in TREASURE))
        context.tell("salvaged", seat, goods=list(answer), isle=ISLE_NAMES[isle])

    def on_chart(self, context: GameContext, step: Step, answer: Any) -> None:
        state, seat = context.state, step.seat
        card = CHARTS[BESIDE[state.at[seat]]]
        context.load(seat, answer)
        state.kept[seat] = without(state.kept[seat], (card,))
        state.chance += (CARD_OF[card],)
        context.tell("chart-played", seat, card=card, goods=list(answer))


@phase("washed")
class Washed(OnIsland):
    """("washed", seat, isle): offer a ship the goods that have washed up beside it."""

    def waits(self, state: State, step: Step) -> bool:
        return bool(salvage(state, step.seat, 0))

    def ask(self, state: State, step: Step) -> list[Decision]:
        (decision,) = salvage(state, step.seat, 0)
        decision.reaction = state.off_turn(step.seat)
        return [decision]
