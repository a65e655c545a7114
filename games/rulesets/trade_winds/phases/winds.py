"""Chance cards that carry a ship away. The captain may act at the new place, but draws no second card."""

from typing import Any

from games.engine import Decision, Place
from games.kit.agenda import Phase
from games.kit.heading import reverse
from games.rulesets.trade_winds.board import ISLE_NAMES, ISLES, SQUALL
from games.rulesets.trade_winds.chart import BESIDE, CHART, COAST, NAMES, OUTWARD, SQUARES, TORTOLA, TORTUGA, apart
from games.rulesets.trade_winds.context import GameContext, phase
from games.rulesets.trade_winds.state import State, Step

from .ports import make_fast
from .sailing import lying


@phase("squall")
def squall(context: GameContext, step: Step) -> None:
    """Squall: carry the ship six squares straight out from the island or, if a ship lies there, seven, else five or fewer."""
    state, seat = context.state, step.seat
    here = state.at[seat]
    line = CHART.rays[here][OUTWARD[COAST[here]]]
    stops = [*line[SQUALL - 1 : SQUALL + 1], *reversed(line[: SQUALL - 1])]
    free = [square for square in stops if not lying(state, square, seat)]
    if free:
        context.set_down(seat, free[0], OUTWARD[COAST[here]])
    else:
        context.tell("not-blown", seat)


@phase("breeze")
def breeze(context: GameContext, step: Step) -> None:
    """Land Breeze: carry the ship into its own harbour, unless another ship lies there."""
    blow_into(context, step.seat, [context.state.homes[step.seat]])


@phase("lee")
def lee(context: GameContext, step: Step) -> None:
    """Lee Shore: carry the ship into the nearer of Tortuga and Tortola, or into the other port if a ship lies in the nearer one."""
    here = context.state.at[step.seat]
    blow_into(context, step.seat, sorted((TORTUGA, TORTOLA), key=lambda port: apart(here, CHART.harbours[port])))


def blow_into(context: GameContext, seat: int, ports: list[int]) -> None:
    """Carry the ship into the first of `ports` where no other ship lies."""
    for port in ports:
        if not lying(context.state, CHART.harbours[port], seat):
            context.set_down(seat, CHART.harbours[port], CHART.exits[port][1])
            make_fast(context, seat)
            return
    context.tell("not-blown", seat)


@phase("gulf")
class Gulf(Phase):
    """Gulf Current: carry the ship to the nearest free square beside the nearer of two islands; the captain breaks ties."""

    def stops(self, state: State, seat: int) -> list[int]:
        """Return the nearest free squares beside the nearer island, all equally near."""
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
        self.drift(context, step.seat, SQUARES[answer])

    def drift(self, context: GameContext, seat: int, square: int) -> None:
        here = context.state.at[seat]
        (c0, r0), (c, r) = CHART.cell(square), CHART.cell(here)
        eastward = 2 if c0 > c else 6
        towards = eastward if abs(c - c0) >= abs(r - r0) else 0 if r0 > r else 4
        ahead = towards if CHART.rays[square][towards] else reverse(towards)
        context.set_down(seat, square, ahead)
