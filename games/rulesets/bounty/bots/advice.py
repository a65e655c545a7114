"""Reasons for the strong bot's choices, in plain words."""

from collections.abc import Iterator, Sequence
from typing import Any

from games.engine import Action, Decision
from games.engine.decisions import Below
from games.kit.bot import Advice, Weighed, best
from games.kit.sentences import capital, joined
from games.rulesets.bounty.board import PORTS
from games.rulesets.bounty.cards import LOAN
from games.rulesets.bounty.chart import ADMIRALTY, HOME, PORT_AT, SQUARES
from games.rulesets.bounty.seen import View
from games.rulesets.bounty.wording import dubloons, vessel

from .captain import Captain
from .judgement import STYLES, Judgement, Lookout
from .voyage import FEES, HOME_PORT, MEANS

STYLE = STYLES["strong"]
CAPTAIN = Captain(STYLE)
RISKY = 1.0
"""The smallest danger, in turns, that a reason mentions."""


def advise(view: View, decisions: Sequence[Decision], below: Below, names: Sequence[str]) -> list[Advice]:
    required = next((decision for decision in decisions if not decision.optional), None)
    if required is None:
        return []
    own = Lookout(view, required.facts["ship"])
    if required.name == "sail":
        attack = next((decision for decision in decisions if decision.name == "attack"), None)
        choices = best([*courses(own, required), *attacks(own, attack, names)])
        return [Advice(Action(required.seat, *choice.answer), choice.reason) for choice in choices]
    answer = getattr(CAPTAIN, f"choose_{required.name}")(own, required)
    return [Advice(Action(required.seat, required.name, answer), WHY[required.name](own, answer, names))]


def courses(own: Lookout, decision: Any) -> Iterator[Weighed]:
    """Yield every offered square with its worth (fewer turns to the end are better) and a reason. Answers are (question, square)."""
    judgement, throw = Judgement(own, STYLE), decision.facts["throw"]
    for name in decision.options:
        square = SQUARES[name]
        risky = judgement.danger(square) > RISKY
        reason = f"{why_square(own, judgement, square)}{', though you may be attacked there' if risky else ''}."
        yield Weighed(-judgement.square(square, throw), ("sail", name), reason)


def why_square(own: Lookout, judgement: Judgement, square: int) -> str:
    if square == HOME:
        return f"Sells your cargo, worth {dubloons(own.cargo)}, at home" if own.cargo else "Waits in Home Port"
    if square in PORT_AT and judgement.may_buy_at(PORT_AT[square]):
        return f"Reaches {PORTS[PORT_AT[square]].name}, where {bargain(PORT_AT[square])}"
    if square == ADMIRALTY and judgement.claim():
        return "Fetches the temporary warship card, to hunt the ship that robbed you"
    plans = judgement.now.plans(square)
    goal = min(plans, key=plans.__getitem__)
    if goal == HOME_PORT:
        return f"On the way home with cargo worth {dubloons(own.cargo)}" if own.cargo else "On the way home"
    return f"On the way to {PORTS[goal].name}, where {bargain(goal)}"


def bargain(port: int) -> str:
    """Return in words the fee of a port, and the average worth of its cards."""
    return f"a card costs {FEES[port]} and sells for about {round(MEANS[port])}"


def attacks(own: Lookout, decision: Any, names: Sequence[str]) -> Iterator[Weighed]:
    judgement = Judgement(own, STYLE)
    for name in decision.options if decision else ():
        there = [other for other in own.prey() if own.public.at[other] == SQUARES[name]]
        yield Weighed(-judgement.attack(SQUARES[name]) - (STYLE.raids or 0), ("attack", name), why_attack(own, there, names))


def why_attack(own: Lookout, there: list[int], names: Sequence[str]) -> str:
    ships = joined([str(vessel(ship, names, own.seat)) for ship in there])
    prize = dubloons(round(sum(map(own.cargo_of, there))))
    if own.role != "pirate":
        return f"Takes the cargo of {ships}, worth about {prize}."
    risk = max(map(own.maybe_warship, there))
    warning = f" It may be a warship: about {round(100 * risk)} times in 100." if risk >= 0.01 else ""
    return f"Robs {ships} of cargo worth about {prize}.{warning}"


def why_buy(own: Lookout, answer: str, names: Sequence[str]) -> str:
    port = PORT_AT[own.at]
    return f"{capital(bargain(port))}." if answer == "buy" else "Prey is near, and a new card would hide what your ship is now."


def why_loan(own: Lookout, answer: str, names: Sequence[str]) -> str:
    if answer == "borrow":
        return f"Without {LOAN} dubloons more you can hardly pay for a card."
    return "You have enough to buy cards, and a loan counts against you."


def why_commission(own: Lookout, answer: str, names: Sequence[str]) -> str:
    if answer == "no":
        return "There is nobody worth hunting."
    return f"{capital(str(vessel(int(answer), names, own.seat)))} carries cargo worth about {dubloons(round(own.cargo_of(int(answer))))}."


WHY = {"buy": why_buy, "loan": why_loan, "commission": why_commission}
