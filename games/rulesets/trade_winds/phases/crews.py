"""Chance cards about whole crews: new articles, brawls, blood money, fever, and crews that must shrink."""

from typing import Any

from games.engine import Decision
from games.kit.agenda import Phase
from games.kit.crew_game import chance_cards
from games.kit.crew_game.chance_cards import SWAPPED, exchange, mix
from games.kit.crew_game.crew import fighting, sailing
from games.rulesets.trade_winds.cards import CHANCE
from games.rulesets.trade_winds.chart import COAST
from games.rulesets.trade_winds.context import GameContext, phase
from games.rulesets.trade_winds.state import State, Step

from .fighting import HandOver, give_up_crew


@phase("reduce")
class Reduce(chance_cards.Reduce):
    """The question of which crew to give up to meet a limit. The last card given up may take the crew below the limit."""

    def worth(self, hand: tuple[str, ...], limit: int) -> tuple[int, int]:
        need = sailing(hand) - limit
        return need, need + 2

    def rest_value(self, rest: tuple[str, ...]) -> int:
        return 3 * fighting(rest) + 5 * sailing(rest)


phase("exchange")(exchange)


@phase("swap")
class Swap(chance_cards.Swap):
    """New Articles: exchange crew cards for new cards from the pile."""

    def pick(self, state: State, seat: int, count: int) -> Decision:
        return give_up_crew(state, seat, "exchange", count, {})


@phase("brawl")
class Brawl(chance_cards.Rival):
    """Beach Brawl: swap two cards each, drawn blind, with a ship on the coast of Pirate Island; if there is none, put two cards back."""

    name = "partner"

    def rivals(self, state: State, seat: int) -> list[int]:
        return [other for other in state.others(seat) if state.at[other] in COAST and state.hands[other]]

    def go(self, context: GameContext, seat: int, other: int | None) -> None:
        if other is None:
            context.then(("lose-crew", seat, -1, SWAPPED))
        else:
            mix(context, seat, other)


@phase("blood-money")
class BloodMoney(chance_cards.Rival):
    """Blood Money: another captain hands over two cards of their choice."""

    name = "victim"

    def rivals(self, state: State, seat: int) -> list[int]:
        return [other for other in state.others(seat) if state.hands[other]]

    def go(self, context: GameContext, seat: int, other: int | None) -> None:
        if other is None:
            context.tell("no-effect", seat)
            return
        context.tell("pressed", seat, other=other, reveals=True)
        context.then(("give", other, seat))


@phase("give")
class Give(HandOver):
    """("give", seat, to): ask the named captain which two cards to hand over."""

    event = "crew-given"
    on_give = HandOver.chosen


@phase("fever")
class Fever(Phase):
    """("fever", seat): Marsh Fever: reduce a hand to seven cards."""

    MOST_CREW = CHANCE[22].limit

    def waits(self, state: State, step: Step) -> bool:
        return len(state.hands[step.seat]) > self.MOST_CREW

    def ask(self, state: State, step: Step) -> list[Decision]:
        seat = step.seat
        return [give_up_crew(state, seat, "fever", len(state.hands[seat]) - self.MOST_CREW, {})]

    def on_fever(self, context: GameContext, step: Step, answer: Any) -> None:
        context.drop_crew(step.seat, answer, "fever")
