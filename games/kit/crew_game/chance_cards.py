"""Chance cards: draw, show and carry out a card; exchange and swap crew."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from games.engine import Choose, Decision, Pick
from games.kit.agenda import Entries, Phase

from .crew import VALUE, added, sailing, without
from .table import Step


def draw(context: Any, seat: int, cards: Mapping[int, Any], obey: Callable[[Any, int, int, Any], list[Entries]]) -> None:
    """Turn up the top card. Unless the captain keeps it, it goes under the pack, and `obey(state, seat, number, card)` lists its steps."""
    state = context.state
    if not state.chance:
        return
    number, state.chance = state.chance[0], state.chance[1:]
    card = cards[number]
    context.tell("chance-drawn", seat, reveals=True, card=number)
    if card.keep:
        state.kept[seat] = added(state.kept[seat], (card.keep,))
        return
    state.chance += (number,)
    context.then_all(obey(state, seat, number, card))


def is_weak(state: Any, seat: int, card: Any) -> bool:
    """Return whether the crew is small enough for the card to help."""
    return bool(sailing(state.hands[seat]) <= card.limit)


def reinforced(state: Any, seat: int, card: Any) -> list[Entries]:
    """Return the steps that add a card's crew to a weak ship; none if the ship is not weak."""
    return [("join", seat, card.crew)] if card.crew and is_weak(state, seat, card) else []


def usual_steps(state: Any, seat: int, number: int, card: Any) -> list[Entries]:
    """Return the steps of a card that all crew games share; any other card is one step with the card's own name."""
    if card.do == "both":
        return [("treasure", seat, card.up_to), *reinforced(state, seat, card)]
    if card.do == "cut":
        return [("treasure", seat, card.up_to), ("reduce", seat, card.limit)]
    if card.do == "either":
        return [("gain", seat, number)]
    if card.do == "crew":
        return [("join", seat, card.crew)]
    if card.do == "fever":
        return [("fever", sick) for sick in (seat, *state.others(seat))]
    return [(card.do, seat)]


SWAPPED = 2
"""The number of cards that each of two captains gives when they swap crew unseen."""


def give_up(state: Any, seat: int, name: str, count: int, default: tuple[str, ...], facts: dict[str, Any]) -> Pick:
    """Return the question of which crew cards in hand a captain gives up."""
    return Pick(seat, name, default, state.hands[seat], count, count, reaction=state.off_turn(seat), facts=facts)


class Reduce(Phase, ABC):
    """("reduce", seat, limit): drop crew until the sailing strength of the hand is within the limit."""

    @abstractmethod
    def worth(self, hand: tuple[str, ...], limit: int) -> tuple[int, int]:
        """Return the lowest and the highest total worth that the dropped crew may have."""

    @abstractmethod
    def rest_value(self, rest: tuple[str, ...]) -> int:
        """Return the value of the remaining crew, by which the default is chosen."""

    def waits(self, state: Any, step: Step) -> bool:
        return bool(sailing(state.hands[step.seat]) > step.limit)

    def ask(self, state: Any, step: Step) -> list[Decision]:
        _, seat, limit = step
        hand = state.hands[seat]
        facts = {"limit": limit}
        reaction = state.off_turn(seat)
        decision = Pick(seat, "reduce", None, hand, 1, len(hand), VALUE, *self.worth(hand, limit), reaction=reaction, facts=facts)
        decision.default = max(decision.answers(), key=lambda cards: self.rest_value(without(hand, cards)))
        return [decision]

    def on_reduce(self, context: Any, step: Step, answer: Any) -> None:
        context.drop_crew(step.seat, answer)


def join(context: Any, step: Step) -> None:
    """("join", seat, count): take up to `count` crew from the pile."""
    context.join(step.seat, step.count)


def exchange(context: Any, step: Step) -> None:
    """("exchange", seat): exchange old crew for new; new cards wait in `fresh` until the captain has chosen which old cards to drop."""
    state, seat = context.state, step.seat
    state.fresh[seat] = context.draw(len(state.hands[seat]))
    context.tell("crew-faces", seat, to=(seat,), reveals=True, cards=list(state.fresh[seat]))
    context.then(("swap", seat))


class Swap(Phase, ABC):
    """("swap", seat): choose which old cards to drop if the pile held fewer cards than the hand."""

    @abstractmethod
    def pick(self, state: Any, seat: int, count: int) -> Decision:
        """Return the question of which old cards to drop."""

    def waits(self, state: Any, step: Step) -> bool:
        return 0 < len(state.fresh[step.seat]) < len(state.hands[step.seat])

    def run(self, context: Any, step: Step) -> None:
        self.swap(context, step.seat, context.state.hands[step.seat][: len(context.state.fresh[step.seat])])

    def ask(self, state: Any, step: Step) -> list[Decision]:
        return [self.pick(state, step.seat, len(state.fresh[step.seat]))]

    def on_exchange(self, context: Any, step: Step, answer: Any) -> None:
        self.swap(context, step.seat, answer)

    def swap(self, context: Any, seat: int, old: tuple[str, ...]) -> None:
        """Put the old cards under the pile, and the new cards into the hand."""
        state = context.state
        state.hands[seat] = added(without(state.hands[seat], old), state.fresh[seat])
        state.fresh[seat] = ()
        context.bury(old)
        context.tell("crew-exchanged", seat, reveals=True, count=len(old))


class Rival(Phase, ABC):
    """(kind, seat): ask a captain to name another captain, if there is a choice. `name` is the name of the question."""

    name: ClassVar[str]

    @abstractmethod
    def rivals(self, state: Any, seat: int) -> list[int]:
        """Return the captains who may be named."""

    @abstractmethod
    def go(self, context: Any, seat: int, other: int | None) -> None:
        """Act on the named captain; `other` is None if no captain can be named."""

    def strength(self, state: Any, other: int) -> int:
        """Return the strength by which the default answer is chosen: it names the first of the strongest captains."""
        return sailing(state.hands[other])

    def waits(self, state: Any, step: Step) -> bool:
        return len(self.rivals(state, step.seat)) > 1

    def run(self, context: Any, step: Step) -> None:
        rivals = self.rivals(context.state, step.seat)
        self.go(context, step.seat, rivals[0] if rivals else None)

    def ask(self, state: Any, step: Step) -> list[Decision]:
        seat, rivals = step.seat, self.rivals(state, step.seat)
        default = max(rivals, key=lambda other: self.strength(state, other))
        return [Choose(seat, self.name, str(default), tuple(map(str, rivals)), reaction=state.off_turn(seat))]

    def on_partner(self, context: Any, step: Step, answer: Any) -> None:
        self.go(context, step.seat, int(answer))

    on_victim = on_partner


def mix(context: Any, seat: int, other: int) -> None:
    """Swap two random crew cards each, unseen and at the same time."""
    state = context.state
    count = min(SWAPPED, len(state.hands[seat]), len(state.hands[other]))
    ours = context.dice.shuffle(state.hands[seat], "blind")[:count]
    theirs = context.dice.shuffle(state.hands[other], "blind")[:count]
    state.hands[seat] = added(without(state.hands[seat], ours), theirs)
    state.hands[other] = added(without(state.hands[other], theirs), ours)
    context.tell("crew-mixed", seat, reveals=True, other=other, count=count)
    context.tell("crew-changed-hands", seat, to=(seat, other), other=other, cards=theirs)
    context.tell("crew-changed-hands", other, to=(seat, other), other=seat, cards=ours)
