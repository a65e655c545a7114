"""Chance cards 2, 16, 17, 19, 20 and 22, which change crews."""

from typing import Any

from games.engine import Decision, Pick
from games.kit.agenda import Phase
from games.kit.crew_game import chance_cards
from games.kit.crew_game.chance_cards import exchange, give_up, mix
from games.kit.crew_game.crew import VALUE, added, fighting, sailing, without
from games.rulesets.buccaneer.context import GameContext, phase
from games.rulesets.buccaneer.state import State, Step

from .gains_and_losses import PILE, nearest


def everywhere(state: State, seat: int) -> tuple[str, ...]:
    """Return the crew in hand and on the home docks, which cards 2 and 22 count together; docked cards begin with "@" (9B)."""
    return (*state.hands[seat], *("@" + card for card in state.docks[state.homes[seat]] if card in VALUE))


def cheapest(cards: tuple[str, ...], count: int) -> tuple[str, ...]:
    """Choose `count` cards, docked cards first, then the lowest (I-6, I-7); return them in the order offered."""
    ranked = sorted(range(len(cards)), key=lambda place: (cards[place][0] != "@", cards[place][-1], cards[place]))
    return tuple(cards[place] for place in sorted(ranked[:count]))


def take_everywhere(state: State, seat: int, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Remove cards from hand and docks; return the cards without the "@" of docked ones."""
    port = state.homes[seat]
    docked = tuple(card[1:] for card in cards if card[0] == "@")
    handed = tuple(card for card in cards if card[0] != "@")
    state.hands[seat] = without(state.hands[seat], handed)
    state.docks[port] = without(state.docks[port], docked)
    return (*handed, *docked)


@phase("press")
class Press(chance_cards.Rival):
    """("press", seat): name an opponent with crew (card 2)."""

    name = "victim"

    def rivals(self, state: State, seat: int) -> list[int]:
        return [other for other in state.others(seat) if everywhere(state, other)]

    def strength(self, state: State, other: int) -> int:
        return len(everywhere(state, other))

    def go(self, context: GameContext, seat: int, other: int | None) -> None:
        if other is None:
            context.tell("no-effect", seat)
        else:
            context.then(("give", other, seat, 3))

    def on_victim(self, context: GameContext, step: Any, answer: Any) -> None:
        context.tell("pressed", step.seat, other=int(answer), reveals=True)
        super().on_victim(context, step, answer)


@phase("give")
class Give(Phase):
    """("give", seat, to, count): the captain named by card 2 chooses the cards to give, from hand and docks."""

    def waits(self, state: State, step: Step) -> bool:
        return len(set(everywhere(state, step.seat))) > 1 and len(everywhere(state, step.seat)) > step.count

    def run(self, context: GameContext, step: Step) -> None:
        self.give(context, step, everywhere(context.state, step.seat)[: step.count])

    def ask(self, state: State, step: Step) -> list[Decision]:
        _, seat, to, count = step
        cards, reaction = everywhere(state, seat), state.off_turn(seat)
        return [Pick(seat, "give", cheapest(cards, count), cards, count, count, reaction=reaction, facts={"other": to})]

    def on_give(self, context: GameContext, step: Step, answer: Any) -> None:
        self.give(context, step, answer)

    def give(self, context: GameContext, step: Step, cards: tuple[str, ...]) -> None:
        _, seat, to, _ = step
        plain = take_everywhere(context.state, seat, cards)
        context.state.hands[to] = added(context.state.hands[to], plain)
        docked = [card[1:] for card in cards if card[0] == "@"]
        context.tell("crew-given", seat, reveals=True, receiver=to, count=len(plain), docked=docked)
        context.tell("crew-changed-hands", to, to=(seat, to), other=seat, cards=list(plain))


@phase("reduce")
class Reduce(chance_cards.Reduce):
    """("reduce", seat, limit): cut the crew to the highest total that is possible within the limit (cards 16 and 17)."""

    def worth(self, hand: tuple[str, ...], limit: int) -> tuple[int, int]:
        exactly = sailing(hand) - reachable(hand, limit)
        return exactly, exactly

    def rest_value(self, rest: tuple[str, ...]) -> int:
        return fighting(rest)


def reachable(hand: tuple[str, ...], limit: int) -> int:
    """Return the highest total, at most `limit`, of any selection of these cards."""
    totals = {0}
    for card in hand:
        totals |= {total + VALUE[card] for total in totals}
    return max(total for total in totals if total <= limit)


phase("exchange")(exchange)


@phase("swap")
class Swap(chance_cards.Swap):
    """("swap", seat): choose the old crew to drop (card 19)."""

    def pick(self, state: State, seat: int, count: int) -> Decision:
        return give_up(state, seat, "exchange", count, cheapest(state.hands[seat], count), {})


@phase("blind")
class Blind(chance_cards.Rival):
    """("blind", seat): swap two cards with the nearest other ship with crew on the coast of Treasure Island (card 20)."""

    name = "partner"

    def rivals(self, state: State, seat: int) -> list[int]:
        return nearest(state, seat, [other for other in state.others(seat) if state.at[other] in state.sea.coast and state.hands[other]])

    def strength(self, state: State, other: int) -> int:
        return 0  # all rivals are equally near, so the default is the first

    def go(self, context: GameContext, seat: int, other: int | None) -> None:
        if other is None:
            context.then(("lose-crew", seat, PILE, 2))
        else:
            mix(context, seat, other)


@phase("fever")
class Fever(Phase):
    """("fever", seat): keep at most seven crew cards, in hand and on the home docks together (card 22)."""

    MOST_CREW = 7

    def waits(self, state: State, step: Step) -> bool:
        return len(everywhere(state, step.seat)) > self.MOST_CREW

    def ask(self, state: State, step: Step) -> list[Decision]:
        seat, cards = step.seat, everywhere(state, step.seat)
        count = len(cards) - self.MOST_CREW
        return [Pick(seat, "fever", cheapest(cards, count), cards, count, count, reaction=state.off_turn(seat))]

    def on_fever(self, context: GameContext, step: Step, answer: Any) -> None:
        plain = take_everywhere(context.state, step.seat, answer)
        context.bury(plain)
        docked = [card[1:] for card in answer if card[0] == "@"]
        context.tell("fever", step.seat, reveals=True, count=len(plain), docked=docked)
        context.tell("crew-gone", step.seat, to=(step.seat,), cards=list(plain))
