"""Chance cards that cost treasure or crew, which go to islands, to ships, or to the pile. They affect hands only, never docks."""

from games.engine import Decision
from games.kit.crew_game import losses
from games.kit.crew_game.crew import CREW, added, without
from games.rulesets.trade_winds.board import ISLE_NAMES
from games.rulesets.trade_winds.cards import CHANCE, TREASURE
from games.rulesets.trade_winds.chart import apart
from games.rulesets.trade_winds.context import GameContext
from games.rulesets.trade_winds.state import State, points
from games.rulesets.trade_winds.steps import Step

from .base import AutoStep, phase
from .fighting import give_up_crew
from .gains import to_take

PILE, HISPANIOLA, NORMAN = -1, -2, -3
"""The receivers that are not ships."""
CUTTER = 27


def place_name(to: int) -> str:
    """Return the name of the island with this number as a receiver."""
    return ISLE_NAMES[HISPANIOLA - to]


def nearest_ship(state: State, seat: int) -> int | None:
    """Return the nearest other ship; None if two are equally near."""
    others = state.others(seat)
    far = [apart(state.at[seat], state.at[other]) for other in others]
    return others[far.index(min(far))] if far and far.count(min(far)) == 1 else None


class Lose(losses.LoseEither):
    """Lose one treasure aboard or two crew, as the captain chooses among what they have."""

    def receiver(self, state: State, seat: int) -> int | None:
        """Return the receiver, or None if the card has no effect."""
        return NORMAN


@phase("shift")
class Shift(Lose):
    """Shifting Cargo: lose it to Norman Island."""


@phase("net")
class Net(Lose):
    """Torn Net: lose it to the nearest other ship; nothing happens if two are equally near."""

    def receiver(self, state: State, seat: int) -> int | None:
        return nearest_ship(state, seat)


@phase("cutter")
class Cutter(AutoStep):
    """Revenue Cutter: rich ships lose a piece, poor ones take treasure."""

    def run(self, context: GameContext, step: Step) -> None:
        state, seat, card = context.state, step.seat, CHANCE[CUTTER]
        if points(state.holds[seat]) >= card.limit:
            context.then(("lose-treasure", seat, PILE))
        elif to_take(state, seat, card.up_to):
            context.then(("treasure", seat, card.up_to))
        else:
            context.tell("no-effect", seat)


@phase("lose-treasure")
class LoseTreasure(losses.LoseTreasure):
    """Lose a treasure to Pirate Island, to another island or to another ship."""

    treasure = TREASURE

    def send(self, context: GameContext, seat: int, to: int, goods: tuple[str, ...]) -> None:
        send_treasure(context, seat, to, goods)


def send_treasure(context: GameContext, seat: int, to: int, goods: tuple[str, ...]) -> None:
    """Move treasure back to Pirate Island, to another island, or to another ship, which may then be overloaded."""
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
    """Lose crew to the pile, to an island or to another hand."""

    def pick(self, state: State, seat: int, count: int, to: int) -> Decision:
        return give_up_crew(state, seat, "lose-crew", count, {"to": to})

    def send(self, context: GameContext, seat: int, to: int, cards: tuple[str, ...]) -> None:
        send_crew(context, seat, to, cards)


def send_crew(context: GameContext, seat: int, to: int, cards: tuple[str, ...]) -> None:
    """Move hand cards under the pile, to an island, where everyone can see them, or to another captain's hand."""
    if not cards:
        context.tell("no-effect", seat)
    elif to == PILE:
        context.drop_crew(seat, cards)
    elif to < 0:
        context.state.hands[seat] = without(context.state.hands[seat], cards)
        context.tell("crew-washed-up", seat, reveals=True, goods=list(cards), isle=place_name(to))
        context.wash_up(HISPANIOLA - to, cards)
    else:
        context.hand_over(seat, to, cards, "crew-lost")


class LoseBest(losses.LoseBest):
    """Lose the best of a pile."""

    treasure = TREASURE


@phase("mutiny")
class Mutiny(LoseBest):
    """Mutiny: the highest hand card goes under the pile."""

    def lose(self, context: GameContext, seat: int, chosen: str) -> None:
        context.drop_crew(seat, (chosen,), "deserted")


@phase("wave")
class Wave(LoseBest):
    """Rogue Wave: the best treasure aboard, else the highest hand card, to Hispaniola."""

    def pile(self, state: State, seat: int) -> tuple[str, ...]:
        return state.holds[seat] or state.hands[seat]

    def lose(self, context: GameContext, seat: int, chosen: str) -> None:
        if chosen in CREW:
            send_crew(context, seat, HISPANIOLA, (chosen,))
        else:
            send_treasure(context, seat, HISPANIOLA, (chosen,))
