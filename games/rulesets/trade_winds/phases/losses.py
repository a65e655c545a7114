"""Chance cards that cost crew in hand or treasure aboard, never goods on docks. The loss goes to an island, a ship or the pile."""

from games.engine import Decision
from games.kit.crew_game import losses
from games.kit.crew_game.crew import CREW, added, without
from games.rulesets.trade_winds.board import ISLE_NAMES
from games.rulesets.trade_winds.cards import CHANCE, TREASURE
from games.rulesets.trade_winds.chart import apart
from games.rulesets.trade_winds.context import GameContext, phase
from games.rulesets.trade_winds.state import State, Step, points

from .fighting import give_up_crew
from .gains import to_take

PILE, HISPANIOLA, NORMAN = -1, -2, -3
"""The receivers of a loss that are not captains."""
CUTTER = 27


@phase("shift")
class Shift(losses.LoseEither):
    """Shifting Cargo: lose one treasure or two crew to Norman Island."""

    def receiver(self, state: State, seat: int) -> int:
        return NORMAN


@phase("net")
class Net(losses.LoseEither):
    """Torn Net: lose one treasure or two crew to the nearest other ship; nothing happens if two ships are equally near."""

    def receiver(self, state: State, seat: int) -> int | None:
        others = state.others(seat)
        far = [apart(state.at[seat], state.at[other]) for other in others]
        return others[far.index(min(far))] if far and far.count(min(far)) == 1 else None


@phase("cutter")
def cutter(context: GameContext, step: Step) -> None:
    """Revenue Cutter: a rich ship loses a piece of treasure, a poor ship takes some."""
    state, seat, card = context.state, step.seat, CHANCE[CUTTER]
    if points(state.holds[seat]) >= card.limit:
        context.then(("lose-treasure", seat, PILE))
    elif to_take(state, seat, card.up_to):
        context.then(("treasure", seat, card.up_to))
    else:
        context.tell("no-effect", seat)


@phase("lose-treasure")
class LoseTreasure(losses.LoseTreasure):
    """Lose a piece of treasure to Pirate Island, to another island, or to another ship, which may then be overloaded."""

    treasure = TREASURE

    def send(self, context: GameContext, seat: int, to: int, goods: tuple[str, ...]) -> None:
        state = context.state
        context.tell("treasure-lost", seat, goods=list(goods), receiver=to)
        if to == PILE:
            context.put_back(seat, goods)
            return
        state.holds[seat] = without(state.holds[seat], goods)
        if to < 0:
            context.wash_up(HISPANIOLA - to, goods)
            return
        state.holds[to] = added(state.holds[to], goods)
        context.then(("overload", to))


@phase("lose-crew")
class LoseCrew(losses.LoseCrew):
    """Lose hand cards to the pile, to an island (face up), or to another captain's hand."""

    def pick(self, state: State, seat: int, count: int, to: int) -> Decision:
        return give_up_crew(state, seat, "lose-crew", count, {"to": to})

    def send(self, context: GameContext, seat: int, to: int, cards: tuple[str, ...]) -> None:
        if not cards:
            context.tell("no-effect", seat)
        elif to == PILE:
            context.drop_crew(seat, cards)
        elif to < 0:
            context.state.hands[seat] = without(context.state.hands[seat], cards)
            context.tell("crew-washed-up", seat, reveals=True, goods=list(cards), isle=ISLE_NAMES[HISPANIOLA - to])
            context.wash_up(HISPANIOLA - to, cards)
        else:
            context.hand_over(seat, to, cards, "crew-lost")


@phase("mutiny")
class Mutiny(losses.LoseBest):
    """Mutiny: lose the highest hand card, which goes under the pile."""

    def lose(self, context: GameContext, seat: int, chosen: str) -> None:
        context.drop_crew(seat, (chosen,), "deserted")


@phase("wave")
class Wave(losses.LoseBest):
    """Rogue Wave: lose the most valuable treasure aboard, else the highest hand card, to Hispaniola."""

    treasure = TREASURE

    def pile(self, state: State, seat: int) -> tuple[str, ...]:
        return state.holds[seat] or state.hands[seat]

    def lose(self, context: GameContext, seat: int, chosen: str) -> None:
        loss = LoseCrew() if chosen in CREW else LoseTreasure()
        loss.send(context, seat, HISPANIOLA, (chosen,))
