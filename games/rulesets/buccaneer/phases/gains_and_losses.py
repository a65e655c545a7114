"""Chance cards that bring or cost treasure and crew."""

from collections.abc import Sequence
from typing import Any

from games.engine import Choose, Decision, Pick
from games.kit.agenda import Phase
from games.kit.crew_game import losses
from games.kit.crew_game.chance_cards import join
from games.kit.crew_game.crew import added, without
from games.rulesets.buccaneer.cards import CHANCE, HOLD, TREASURE
from games.rulesets.buccaneer.context import GameContext, phase
from games.rulesets.buccaneer.state import State, Step

from .fighting import give_up_crew
from .islands import dearest, on_island


def treasure_to_take(state: State, seat: int, limit: int) -> tuple[str, ...]:
    """Return the pieces on Treasure Island, each worth at most `limit`, for which this ship has room."""
    return on_island(state, limit, HOLD - len(state.holds[seat]))


@phase("gain")
class Gain(Phase):
    """("gain", seat, card): the captain chooses treasure or crew, if both are possible (R-17)."""

    def waits(self, state: State, step: Step) -> bool:
        _, seat, number = step
        return bool(treasure_to_take(state, seat, CHANCE[number].up_to) and state.crew)

    def run(self, context: GameContext, step: Step) -> None:
        _, seat, number = step
        card = CHANCE[number]
        if treasure_to_take(context.state, seat, card.up_to):
            context.then(("treasure", seat, card.up_to))
        else:
            context.then(("join", seat, card.crew))

    def ask(self, state: State, step: Step) -> list[Decision]:
        _, seat, number = step
        card = CHANCE[number]
        default = "treasure" if card.up_to >= 4 else "crew"
        facts = {"card": number, "up_to": card.up_to, "crew": card.crew}
        return [Choose(seat, "gain", default, ("treasure", "crew"), reaction=state.off_turn(seat), facts=facts)]

    def on_gain(self, context: GameContext, step: Step, answer: Any) -> None:
        _, seat, number = step
        card = CHANCE[number]
        context.then(("treasure", seat, card.up_to) if answer == "treasure" else ("join", seat, card.crew))


@phase("treasure")
class Treasure(Phase):
    """("treasure", seat, limit): the captain takes at least one piece, worth at most `limit` in total, if the hold has room (R-19)."""

    def waits(self, state: State, step: Step) -> bool:
        return len(treasure_to_take(state, step.seat, step.limit)) > 0

    def run(self, context: GameContext, step: Step) -> None:
        context.tell("no-treasure", step.seat)

    def ask(self, state: State, step: Step) -> list[Decision]:
        _, seat, limit = step
        room = HOLD - len(state.holds[seat])
        goods, reaction = on_island(state, limit, room), state.off_turn(seat)
        best = dearest(goods, limit, room)
        return [Pick(seat, "treasure", best, goods, 1, room, TREASURE, high=limit, reaction=reaction, facts={"limit": limit})]

    def on_treasure(self, context: GameContext, step: Step, answer: Any) -> None:
        context.load(step.seat, answer)
        context.tell("treasure-found", step.seat, goods=list(answer))


phase("join")(join)


FLAT, PILE = -1, -2
"""The numbers of the receivers that are not ships."""


def distance(state: State, seat: int, other: int) -> int:
    """Return the distance to another ship, measured as the table has agreed."""
    here, there = state.at[seat], state.at[other]
    if state.options["nearest_metric"] == "direct":
        return max(state.sea.apart(here, there))
    return state.sea.distances(here)[there]


def nearest(state: State, seat: int, ships: Sequence[int]) -> list[int]:
    """Return the nearest of `ships`, or several if they are equally near."""
    if not ships:
        return []
    least = min(distance(state, seat, other) for other in ships)
    return [other for other in ships if distance(state, seat, other) == least]


class Lose(losses.LoseEither):
    """Lose one treasure aboard or two crew cards: the captain chooses a loss that can be paid in full (R-18)."""

    def receiver(self, state: State, seat: int) -> int | None:
        return FLAT

    def room(self, state: State, to: int) -> bool:
        return to == FLAT or len(state.holds[to]) < HOLD


@phase("lose-to-ship")
class LoseToShip(Lose):
    """Card 7: lose to the nearest other ship; nothing happens if two ships are equally near."""

    def receiver(self, state: State, seat: int) -> int | None:
        ships = nearest(state, seat, state.others(seat))
        return ships[0] if len(ships) == 1 else None


@phase("lose-to-flat")
class LoseToFlat(Lose):
    """Card 8: lose to Flat Island."""


@phase("lose-treasure")
class LoseTreasure(losses.LoseTreasure):
    """("lose-treasure", seat, to): lose a treasure to Flat Island or to another ship."""

    treasure = TREASURE

    def send(self, context: GameContext, seat: int, to: int, goods: tuple[str, ...]) -> None:
        context.unload(seat, goods)
        if to == FLAT:
            context.wash_up(goods)
        else:
            context.state.holds[to] = added(context.state.holds[to], goods)
        context.tell("treasure-lost", seat, goods=list(goods), receiver=to)


@phase("lose-crew")
class LoseCrew(losses.LoseCrew):
    """("lose-crew", seat, to, count): lose crew to Flat Island, to the pile or to another captain's hand."""

    def pick(self, state: State, seat: int, count: int, to: int) -> Decision:
        return give_up_crew(state, seat, "lose-crew", count, {"to": to})

    def send(self, context: GameContext, seat: int, to: int, cards: tuple[str, ...]) -> None:
        if not cards:
            context.tell("no-effect", seat)
        elif to == PILE:
            context.drop_crew(seat, cards)
        else:
            send_crew(context, seat, to, cards)


def send_crew(context: GameContext, seat: int, to: int, cards: tuple[str, ...]) -> None:
    """Move crew from a hand to Flat Island, where everyone can see it, or to another captain's hand."""
    state = context.state
    state.hands[seat] = without(state.hands[seat], cards)
    if to == FLAT:
        context.wash_up(cards)
        context.tell("crew-washed-up", seat, reveals=True, goods=list(cards))
        return
    state.hands[to] = added(state.hands[to], cards)
    context.tell("crew-lost", seat, reveals=True, receiver=to, count=len(cards))
    context.tell("crew-changed-hands", to, to=(seat, to), other=seat, cards=list(cards))


@phase("lose-best")
class OverTheSide(losses.LoseBest):
    """Card 9: lose the best treasure aboard, or with an empty hold the best crew card, to Flat Island (R-20)."""

    treasure = TREASURE

    def pile(self, state: State, seat: int) -> tuple[str, ...]:
        return state.holds[seat] or state.hands[seat]

    def lose(self, context: GameContext, seat: int, chosen: str) -> None:
        to_flat(context, seat, chosen)


@phase("desert")
class Desert(losses.LoseBest):
    """Card 10: the best crew card goes under the pile on Pirate Island (R-20)."""

    def lose(self, context: GameContext, seat: int, chosen: str) -> None:
        context.drop_crew(seat, (chosen,), "deserted")


def to_flat(context: GameContext, seat: int, item: str) -> None:
    """Move one treasure from the hold or one crew card from the hand to Flat Island."""
    if item in TREASURE:
        context.unload(seat, (item,))
        context.wash_up((item,))
        context.tell("treasure-lost", seat, goods=[item], receiver=FLAT)
    else:
        send_crew(context, seat, FLAT, (item,))
