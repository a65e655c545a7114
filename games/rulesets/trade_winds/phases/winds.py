"""Chance cards that carry a ship away. The captain may act at the new place, but draws no second card."""

from typing import Any

from games.engine import Decision, Place
from games.kit.agenda import AutoStep, Phase
from games.kit.heading import reverse
from games.rulesets.trade_winds.board import ISLE_NAMES, ISLES, SQUALL
from games.rulesets.trade_winds.chart import BESIDE, CHART, COAST, NAMES, OUTWARD, SQUARES, TORTOLA, TORTUGA, apart
from games.rulesets.trade_winds.context import GameContext, phase
from games.rulesets.trade_winds.state import State, Step

from .ports import make_fast
from .sailing import lying


@phase("squall")
class Squall(AutoStep):
    """Squall: straight out from this side of the island; one square farther if a ship lies there, then ever nearer."""

    def run(self, context: GameContext, step: Step) -> None:
        state, seat = context.state, step.seat
        here = state.at[seat]
        line = CHART.rays[here][OUTWARD[COAST[here]]]
        stops = [*line[SQUALL - 1 : SQUALL + 1], *reversed(line[: SQUALL - 1])]
        free = [square for square in stops if not lying(state, square, seat)]
        if free:
            context.set_down(seat, free[0], OUTWARD[COAST[here]])
        else:
            context.tell("not-blown", seat)


class ToHarbour(AutoStep):
    """A card that carries the ship into the first of some harbours without another ship."""

    def harbours(self, state: State, seat: int) -> list[int]:
        """Return the ports that this card names, first choice first."""
        raise NotImplementedError

    def run(self, context: GameContext, step: Step) -> None:
        state, seat = context.state, step.seat
        for port in self.harbours(state, seat):
            if not lying(state, CHART.harbours[port], seat):
                context.set_down(seat, CHART.harbours[port], CHART.exits[port][1])
                make_fast(context, seat)
                return
        context.tell("not-blown", seat)


@phase("breeze")
class Breeze(ToHarbour):
    """The card that carries the ship home."""

    def harbours(self, state: State, seat: int) -> list[int]:
        return [state.homes[seat]]


@phase("lee")
class Lee(ToHarbour):
    """Blow the ship into the nearer of Tortuga and Tortola if it is free, else into the other."""

    def harbours(self, state: State, seat: int) -> list[int]:
        return sorted((TORTUGA, TORTOLA), key=lambda port: apart(state.at[seat], CHART.harbours[port]))


@phase("gulf")
class Gulf(Phase):
    """To the nearest free square beside the nearer of Hispaniola and Norman Island; the captain chooses among equals."""

    def stops(self, state: State, seat: int) -> list[int]:
        """Return the squares that are equally near."""
        here = state.at[seat]
        far = [min(apart(here, beside) for beside in CHART.coasts[isle]) for isle in ISLES]
        free = [square for square, isle in BESIDE.items() if far[isle] == min(far) and not lying(state, square, seat)]
        least = min(apart(here, square) for square in free)
        return [square for square in sorted(free) if apart(here, square) == least]

    def waits(self, state: State, step: Step) -> bool:
        return len(self.stops(state, step.seat)) > 1

    def run(self, context: GameContext, step: Step) -> None:
        self.drift(context, step.seat, self.stops(context.state, step.seat)[0])

    def ask(self, state: State, step: Step) -> list[Decision]:
        seat, stops = step.seat, self.stops(state, step.seat)
        rich = max(stops, key=lambda square: len(state.isles[BESIDE[square]]))
        isles = " and ".join(ISLE_NAMES[index] for index in range(len(ISLES)) if any(BESIDE[stop] == index for stop in stops))
        options = tuple(NAMES[square] for square in stops)
        return [Place(seat, "drift", NAMES[rich], options, reaction=state.off_turn(seat), facts={"isle": isles})]

    def on_drift(self, context: GameContext, step: Step, answer: Any) -> None:
        context.done()
        self.drift(context, step.seat, SQUARES[answer])

    def drift(self, context: GameContext, seat: int, square: int) -> None:
        here = context.state.at[seat]
        (c0, r0), (c, r) = CHART.cell(square), CHART.cell(here)
        eastward = 2 if c0 > c else 6
        towards = eastward if abs(c - c0) >= abs(r - r0) else 0 if r0 > r else 4
        ahead = towards if CHART.rays[square][towards] else reverse(towards)
        context.set_down(seat, square, ahead)
