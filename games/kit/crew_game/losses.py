"""Chance cards that take treasure or crew. The captain chooses the loss here; each game moves the lost goods."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from games.engine import Choose, Decision, Pick
from games.kit.agenda import Phase

from .crew import VALUE
from .table import Step

CREW_LOST = 2
"""The number of crew cards that may be lost instead of a treasure."""
CREW_TO_SPARE = 8
"""The minimum worth of the remaining crew at which crew is lost by default."""


class LoseOneOf(Phase, ABC):
    """(kind, seat): lose one of several things. The captain is asked only if there is a choice."""

    @abstractmethod
    def choices(self, state: Any, seat: int) -> tuple[str, ...]:
        """Return the things that the captain can lose; () if the card has no effect."""

    @abstractmethod
    def lose(self, context: Any, seat: int, chosen: str) -> None:
        """Remove the chosen thing, or add a step that asks which piece to lose."""

    def waits(self, state: Any, step: Step) -> bool:
        return len(self.choices(state, step.seat)) > 1

    def run(self, context: Any, step: Step) -> None:
        choices = self.choices(context.state, step.seat)
        if choices:
            self.lose(context, step.seat, choices[0])
        else:
            context.tell("no-effect", step.seat)

    def on_loss(self, context: Any, step: Step, answer: Any) -> None:
        self.lose(context, step.seat, answer)

    on_best = on_loss


class LoseEither(LoseOneOf):
    """(kind, seat): lose one treasure aboard or two crew cards, as the captain chooses."""

    @abstractmethod
    def receiver(self, state: Any, seat: int) -> int | None:
        """Return the receiver: a seat, a negative number for a place, or None if the card has no effect."""

    def room(self, state: Any, to: int) -> bool:
        """Return whether the receiver has room for a treasure."""
        return True

    def choices(self, state: Any, seat: int) -> tuple[str, ...]:
        to = self.receiver(state, seat)
        if to is None:
            return ()
        treasure, crew = bool(state.holds[seat] and self.room(state, to)), len(state.hands[seat])
        return (*(["treasure"] if treasure else []), *(["crew"] if crew >= CREW_LOST or (crew and not treasure) else []))

    def ask(self, state: Any, step: Step) -> list[Decision]:
        seat = step.seat
        crew = sorted(VALUE[card] for card in state.hands[seat])
        default = "crew" if sum(crew[CREW_LOST:]) >= CREW_TO_SPARE else "treasure"
        facts = {"to": self.receiver(state, seat)}
        return [Choose(seat, "loss", default, self.choices(state, seat), reaction=state.off_turn(seat), facts=facts)]

    def lose(self, context: Any, seat: int, chosen: str) -> None:
        to = self.receiver(context.state, seat)
        context.then(("lose-treasure", seat, to) if chosen == "treasure" else ("lose-crew", seat, to, CREW_LOST))


class LoseTreasure(Phase, ABC):
    """("lose-treasure", seat, to): choose the piece to lose."""

    treasure: ClassVar[Mapping[str, int]] = {}

    @abstractmethod
    def send(self, context: Any, seat: int, to: int, goods: tuple[str, ...]) -> None:
        """Move the lost goods to the receiver."""

    def waits(self, state: Any, step: Step) -> bool:
        return len(set(state.holds[step.seat])) > 1

    def run(self, context: Any, step: Step) -> None:
        self.send(context, step.seat, step.to, context.state.holds[step.seat][:1])

    def ask(self, state: Any, step: Step) -> list[Decision]:
        seat, hold = step.seat, state.holds[step.seat]
        cheapest = (min(hold, key=self.treasure.__getitem__),)
        return [Pick(seat, "lose-treasure", cheapest, hold, 1, 1, reaction=state.off_turn(seat), facts={"to": step.to})]

    def on_lose_treasure(self, context: Any, step: Step, answer: Any) -> None:
        self.send(context, step.seat, step.to, answer)


class LoseCrew(Phase, ABC):
    """(kind, seat, to, count): choose the crew to lose."""

    @abstractmethod
    def send(self, context: Any, seat: int, to: int, cards: tuple[str, ...]) -> None:
        """Move the crew to the receiver; do nothing if there are no cards."""

    @abstractmethod
    def pick(self, state: Any, seat: int, count: int, to: int) -> Decision:
        """Return the question of which crew to lose."""

    def waits(self, state: Any, step: Step) -> bool:
        hand = state.hands[step.seat]
        return 0 < step.count < len(hand) and len(set(hand)) > 1

    def run(self, context: Any, step: Step) -> None:
        _, seat, to, count = step
        self.send(context, seat, to, context.state.hands[seat][:count])

    def ask(self, state: Any, step: Step) -> list[Decision]:
        _, seat, to, count = step
        return [self.pick(state, seat, count, to)]

    def on_lose_crew(self, context: Any, step: Step, answer: Any) -> None:
        self.send(context, step.seat, step[2], answer)


class LoseBest(LoseOneOf):
    """(kind, seat): lose the best thing in a pile; the captain chooses among things of equal worth."""

    treasure: ClassVar[Mapping[str, int]] = {}

    def pile(self, state: Any, seat: int) -> tuple[str, ...]:
        """Return the pile that the card takes from: the hand, unless a subclass says otherwise."""
        hand: tuple[str, ...] = state.hands[seat]
        return hand

    def choices(self, state: Any, seat: int) -> tuple[str, ...]:
        """Return the distinct things with the highest worth."""
        worth = {**self.treasure, **VALUE}
        pile = self.pile(state, seat)
        most = max((worth[item] for item in pile), default=0)
        return tuple(dict.fromkeys(item for item in pile if worth[item] == most))

    def ask(self, state: Any, step: Step) -> list[Decision]:
        seat = step.seat
        options = self.choices(state, seat)
        return [Choose(seat, "best", options[0], options, reaction=state.off_turn(seat))]
