"""A bot, which turns a view and open decisions into an answer."""

from collections.abc import Sequence
from typing import Any

from games.engine import Action, Choose, Decision, Pick
from games.engine.decisions import Below
from games.rulesets.bounty.board import PORTS
from games.rulesets.bounty.chart import HARBOURS, HOME, PORT_AT, PORT_SQUARES, SQUARES, distance
from games.rulesets.bounty.seen import View

from .judgement import STYLES, Judgement, Lookout, Style


class Captain:
    """A bot of one level. It has no memory: the same view, decisions and random numbers give the same answer."""

    def __init__(self, style: Style):
        self.style = style

    def __call__(self, view: View, decisions: Sequence[Decision], below: Below) -> Action | None:
        required = next((decision for decision in decisions if not decision.optional), None)
        if required is None:
            return None
        if below(100) < self.style.slips:
            return Action(required.seat, required.name, required.sample(below))
        own = Lookout(view, required.facts["ship"])
        attack = next((decision for decision in decisions if decision.name == "attack"), None)
        answer = getattr(self, "choose_" + required.name)
        name, choice = answer(own, required, attack) if required.name == "sail" else (required.name, answer(own, required))
        return Action(required.seat, name, choice)

    def choose_sail(self, own: Lookout, decision: Choose | Pick, attack: Any) -> tuple[str, str]:
        if self.style.plans:
            return Judgement(own, self.style).best(decision, attack)
        prize = self.plain_prize(own, attack)
        if prize:
            return "attack", prize
        goal = self.plain_goal(own)
        other_harbours = HARBOURS - {goal}
        return "sail", min(decision.options, key=lambda name: (SQUARES[name] in other_harbours, distance(SQUARES[name], goal), name))

    def plain_goal(self, own: Lookout) -> int:
        """Return the nearest port where the ship may still buy, or Home Port once the ship carries enough."""
        enough = len(own.hold) >= self.style.ports or own.net + own.cargo >= (own.public.options["goal"] or 9999)
        if enough or own.known == "pirate" or own.loot or own.ship in own.public.bankrupt:
            return HOME
        ports = [square for port, square in enumerate(PORT_SQUARES) if port not in own.visited and PORTS[port].fee <= own.purse]
        return min(ports, key=lambda square: (distance(own.at, square), square), default=HOME)

    def plain_prize(self, own: Lookout, attack: Any) -> str | None:
        """Return the square with the largest prize, or None if no prize is worth the risk."""
        if attack is None or self.style.raids is None:
            return None
        stakes = {
            name: sum(own.cargo_of(other) for other in own.prey() if own.public.at[other] == SQUARES[name]) for name in attack.options
        }
        best = max(stakes, key=lambda name: (stakes[name], name))
        return best if stakes[best] > own.cargo + 3 * self.style.raids else None

    def choose_buy(self, own: Lookout, decision: Choose | Pick) -> str:
        """Return "buy" in nearly every case, but "pass" for a ship with prey near, or with enough cards."""
        if "pass" not in decision.options:
            return "buy"
        if self.style.plans:
            return Judgement(own, self.style).buying(PORT_AT[own.at])
        return "buy" if len(own.hold) < self.style.ports else "pass"

    def choose_loan(self, own: Lookout, decision: Decision) -> str:
        return "borrow" if own.purse < 10 else "no"

    def choose_commission(self, own: Lookout, decision: Choose | Pick) -> str:
        robbers = [option for option in decision.options if option != "no"]
        return max(robbers, key=lambda option: own.cargo_of(int(option)))


BOTS = {level: Captain(style) for level, style in STYLES.items()}
