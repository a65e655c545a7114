"""Chance cards that bring treasure from its island or crew from Pirate Island."""

from typing import Any

from games.engine import Choose, Decision, Pick
from games.kit.crew_game.crews import Join
from games.rulesets.buccaneer.cards import CHANCE, HOLD, TREASURE
from games.rulesets.buccaneer.context import GameContext
from games.rulesets.buccaneer.state import State
from games.rulesets.buccaneer.steps import Step

from .base import Phase, off_turn, phase
from .islands import dearest, on_island


def treasure_to_take(state: State, seat: int, limit: int) -> tuple[str, ...]:
    """Return the pieces on Treasure Island, worth at most `limit`, for which this ship has room."""
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
        return [Choose(seat, "gain", default, ("treasure", "crew"), reaction=off_turn(state, seat), facts=facts)]

    def on_gain(self, context: GameContext, step: Step, answer: Any) -> None:
        _, seat, number = step
        context.done()
        card = CHANCE[number]
        context.then(("treasure", seat, card.up_to) if answer == "treasure" else ("join", seat, card.crew))


@phase("treasure")
class Treasure(Phase):
    """("treasure", seat, limit): choose at least one piece, worth at most `limit` together, as far as the hold has room (R-19)."""

    def waits(self, state: State, step: Step) -> bool:
        return len(treasure_to_take(state, step.seat, step.limit)) > 0

    def run(self, context: GameContext, step: Step) -> None:
        context.tell("no-treasure", step.seat)

    def ask(self, state: State, step: Step) -> list[Decision]:
        _, seat, limit = step
        room = HOLD - len(state.holds[seat])
        goods = on_island(state, limit, room)
        best = dearest(goods, limit, room)
        facts = {"limit": limit}
        return [
            Pick(
                seat,
                "treasure",
                best,
                goods,
                1,
                room,
                TREASURE,
                None,
                limit,
                reaction=off_turn(state, seat),
                facts=facts,
            )
        ]

    def on_treasure(self, context: GameContext, step: Step, answer: Any) -> None:
        context.done()
        context.load(step.seat, answer)
        context.tell("treasure-found", step.seat, goods=list(answer))


phase("join")(Join)
