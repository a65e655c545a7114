"""Chance cards that bring treasure from Pirate Island or crew from the pile."""

from typing import Any

from games.engine import Choose, Decision, Pick
from games.kit.agenda import Entries, Phase
from games.kit.crew_game import chance_cards
from games.kit.crew_game.chance_cards import join
from games.rulesets.trade_winds.cards import CHANCE, TREASURE, Chance
from games.rulesets.trade_winds.context import GameContext, phase
from games.rulesets.trade_winds.state import State, Step

from .islands import dearest, on_island
from .ports import room

WINDS = ("squall", "breeze", "lee", "gulf")
ENOUGH = 4
"""The smallest worth of treasure, in points, that makes treasure the default rather than crew."""


@phase("draw")
def draw(context: GameContext, step: Step) -> None:
    """("draw", seat): draw a chance card at the end of a move on the coast of Pirate Island."""
    chance_cards.draw(context, step.seat, CHANCE, obey)


def obey(state: State, seat: int, number: int, card: Chance) -> list[Entries]:
    """Return the steps that carry out a chance card, in order."""
    if card.do in WINDS:
        return [*chance_cards.reinforced(state, seat, card), (card.do, seat)]
    if card.do == "pieces":
        return [("pieces", seat, number), *([("join", seat, card.crew)] if card.crew else [])]
    if card.do == "deserters":
        return [("join", seat, card.crew if chance_cards.is_weak(state, seat, card) else 1)]
    if card.do == "rations":
        return [("lose-crew", seat, -1, card.crew)]
    return chance_cards.usual_steps(state, seat, number, card)


def fitting(state: State, seat: int, number: int) -> tuple[str, ...]:
    """Return the pieces named on a card that are available and fit aboard."""
    pieces: list[str] = []
    for kind in CHANCE[number].pieces:
        space = room(state, seat) - sum(TREASURE[piece] for piece in pieces)
        if TREASURE[kind] <= space and pieces.count(kind) < state.treasure[kind]:
            pieces.append(kind)
    return tuple(pieces)


def to_take(state: State, seat: int, limit: int) -> tuple[str, ...]:
    """Return the treasure on Pirate Island to choose from, within `limit` points and the room aboard."""
    return on_island(state, min(limit, room(state, seat)))


@phase("gain")
class Gain(Phase):
    """("gain", seat, card): ask for treasure or crew, if both are possible."""

    def treasure(self, state: State, seat: int, number: int) -> tuple[str, ...]:
        card = CHANCE[number]
        return fitting(state, seat, number) if card.pieces else to_take(state, seat, card.up_to)

    def waits(self, state: State, step: Step) -> bool:
        _, seat, number = step
        return bool(state.crew and self.treasure(state, seat, number))

    def run(self, context: GameContext, step: Step) -> None:
        _, seat, number = step
        self.go(context, seat, number, "treasure" if self.treasure(context.state, seat, number) else "crew")

    def ask(self, state: State, step: Step) -> list[Decision]:
        _, seat, number = step
        card = CHANCE[number]
        worth = card.up_to or sum(TREASURE[kind] for kind in card.pieces)
        facts = {"card": number, "up_to": worth, "crew": card.crew, "pieces": list(card.pieces)}
        default = "treasure" if worth >= ENOUGH else "crew"
        return [Choose(seat, "gain", default, ("treasure", "crew"), reaction=state.off_turn(seat), facts=facts)]

    def on_gain(self, context: GameContext, step: Step, answer: Any) -> None:
        self.go(context, step.seat, step.card, answer)

    def go(self, context: GameContext, seat: int, number: int, answer: Any) -> None:
        card = CHANCE[number]
        if answer == "crew":
            context.then(("join", seat, card.crew))
        else:
            context.then(("pieces", seat, number) if card.pieces else ("treasure", seat, card.up_to))


@phase("treasure")
class Treasure(Phase):
    """("treasure", seat, limit): choose pieces that fit aboard and are worth at most `limit` in total."""

    def waits(self, state: State, step: Step) -> bool:
        return bool(to_take(state, step.seat, step.limit))

    def run(self, context: GameContext, step: Step) -> None:
        context.tell("no-treasure", step.seat)

    def ask(self, state: State, step: Step) -> list[Decision]:
        seat, limit = step.seat, min(step.limit, room(state, step.seat))
        goods, reaction = on_island(state, limit), state.off_turn(seat)
        best, facts = dearest(goods, limit), {"limit": limit}
        return [Pick(seat, "treasure", best, goods, 1, len(goods), TREASURE, None, limit, reaction=reaction, facts=facts)]

    def on_treasure(self, context: GameContext, step: Step, answer: Any) -> None:
        context.load(step.seat, answer)
        context.tell("treasure-found", step.seat, goods=list(answer))


@phase("pieces")
def take_pieces(context: GameContext, step: Step) -> None:
    """("pieces", seat, card): take the pieces named on the card, as many as fit aboard."""
    _, seat, number = step
    goods = fitting(context.state, seat, number)
    if not goods:
        context.tell("no-treasure", seat)
        return
    context.load(seat, goods)
    context.tell("treasure-found", seat, goods=list(goods))


phase("join")(join)
