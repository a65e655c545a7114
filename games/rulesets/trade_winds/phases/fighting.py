"""Fights: the winner, the spoils, and the free turn for the loser."""

from dataclasses import dataclass
from typing import Any, ClassVar

from games.engine import Choose, Decision, IllegalAction, Pick, version_of
from games.kit.agenda import Phase
from games.kit.crew_game.chance_cards import give_up
from games.kit.crew_game.crew import added, best_to_lose, fight, fighting, sailing
from games.rulesets.trade_winds.cards import LOAD, TREASURE
from games.rulesets.trade_winds.context import GameContext, phase
from games.rulesets.trade_winds.state import State, Step, points

from .ports import unload_at_home

CREW_GIVEN = 2
"""The number of crew cards that a beaten captain gives up, or that a named captain hands over."""


@dataclass(slots=True)
class Shed(Pick):
    """A choice of goods to give up, worth at least `low`, with none to spare: keeping any of them would exceed the limit."""

    kind: ClassVar[str] = "pick"

    def problem(self, chosen: tuple[str, ...]) -> IllegalAction | None:
        refusal = Pick.problem(self, chosen)
        if refusal is None and sum(self.worths(chosen)) - min(self.worths(chosen)) >= (self.low or 0):
            return IllegalAction("not-needed", "You would give up more than has to go.")
        return refusal

    def worths(self, chosen: tuple[str, ...]) -> list[int]:
        table = self.worth or {}
        return [table[item] for item in chosen]

    def lightest(self) -> tuple[str, ...]:
        return min(self.answers(), key=lambda chosen: (sum(self.worths(chosen)), len(chosen)))


@phase("fight")
def settle_fight(context: GameContext, step: Step) -> None:
    """("fight", attacker, attacked): show both hands to both captains; the greater fighting strength wins."""
    _, attacker, attacked = step
    state = context.state
    winner, loser = fight(context, attacker, attacked)
    if winner is None:
        state.queue += (loser,)
        return
    state.bans = (*(ban for ban in state.bans if ban[:2] != (winner, loser)), (winner, loser, False))
    if loser == attacked or state.options["beaten_attacker_free"]:
        state.queue += (loser,)
    context.then(("spoils", winner, loser))


@phase("spoils")
class Spoils(Phase):
    """("spoils", winner, loser): ask whether the winner takes all treasure aboard, two crew cards, or nothing."""

    def waits(self, state: State, step: Step) -> bool:
        return bool(state.holds[step.other] or state.hands[step.other])

    def run(self, context: GameContext, step: Step) -> None:
        context.tell("nothing-to-take", step.seat, other=step.other)

    def ask(self, state: State, step: Step) -> list[Decision]:
        _, winner, loser = step
        treasure = ("treasure",) if state.holds[loser] else ()
        options = (*treasure, *(("crew",) if state.hands[loser] else ()), "nothing")
        facts = {"other": loser, "cargo": list(state.holds[loser]), "crew": min(CREW_GIVEN, len(state.hands[loser]))}
        return [Choose(winner, "spoils", options[0], options, reaction=state.off_turn(winner), facts=facts)]

    def on_spoils(self, context: GameContext, step: Step, answer: Any) -> None:
        _, winner, loser = step
        if answer == "nothing":
            context.tell("nothing-taken", winner, other=loser)
            return
        if answer == "crew":
            context.tell("crew-demanded", winner, other=loser, count=min(CREW_GIVEN, len(context.state.hands[loser])), reveals=True)
            context.then(("surrender", loser, winner))
            return
        goods, context.state.holds[loser] = context.state.holds[loser], ()
        context.state.holds[winner] = added(context.state.holds[winner], goods)
        context.tell("captured", winner, other=loser, goods=list(goods), reveals=True)
        context.then(("overload", winner))


@phase("overload")
class Overload(Phase):
    """("overload", seat): put back treasure that the ship cannot carry; at home, unload the rest."""

    def waits(self, state: State, step: Step) -> bool:
        return points(state.holds[step.seat]) > LOAD

    def run(self, context: GameContext, step: Step) -> None:
        if version_of(context.state) >= 3:
            unload_at_home(context, step.seat)

    def ask(self, state: State, step: Step) -> list[Decision]:
        seat, hold = step.seat, state.holds[step.seat]
        excess = points(hold) - LOAD
        facts = {"limit": LOAD, "excess": excess}
        decision = Shed(seat, "overload", (), hold, 1, len(hold), TREASURE, excess, reaction=state.off_turn(seat), facts=facts)
        decision.default = decision.lightest()
        return [decision]

    def on_overload(self, context: GameContext, step: Step, answer: Any) -> None:
        context.put_back(step.seat, answer)
        context.tell("put-back", step.seat, goods=list(answer))
        self.run(context, step)


class HandOver(Phase):
    """(kind, seat, other): ask a captain which crew to hand over to another captain."""

    event = ""

    def waits(self, state: State, step: Step) -> bool:
        hand = state.hands[step.seat]
        return len(hand) > CREW_GIVEN and len(set(hand)) > 1

    def run(self, context: GameContext, step: Step) -> None:
        _, seat, other = step
        context.hand_over(seat, other, context.state.hands[seat][:CREW_GIVEN], self.event)

    def ask(self, state: State, step: Step) -> list[Decision]:
        _, seat, other = step
        return [give_up_crew(state, seat, step.kind, CREW_GIVEN, {"other": other})]

    def chosen(self, context: GameContext, step: Step, answer: Any) -> None:
        _, seat, other = step
        context.hand_over(seat, other, answer, self.event)


@phase("surrender")
class Surrender(HandOver):
    """("surrender", loser, winner): ask the loser which two crew cards to give up."""

    event = "crew-surrendered"
    on_surrender = HandOver.chosen


def give_up_crew(state: State, seat: int, name: str, count: int, facts: dict[str, Any]) -> Pick:
    """Return the question of which crew a captain gives up. By default they keep the best: fighting counts three times, sailing five."""
    hand = state.hands[seat]
    least_missed = tuple(sorted(sorted(hand, key=lambda card: (card[1], card))[:count]))
    if count <= 3:
        least_missed = best_to_lose(hand, count, lambda rest: (3 * fighting(rest) + 5 * sailing(rest), fighting(rest)))
    return give_up(state, seat, name, count, least_missed, facts)
