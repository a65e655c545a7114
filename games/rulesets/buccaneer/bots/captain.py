"""A bot that turns a view and open decisions into an answer."""

from typing import Any

from games.engine import Choose, Decision
from games.engine.decisions import Below
from games.kit.bot import Captain as Bot
from games.kit.bot import Choice
from games.rulesets.buccaneer.seen import View

from . import answers, ashore, sailing
from .reckoning import Reckoning

REQUIRED: dict[str, Choice] = {
    "sail": sailing.choose_sail,
    "attack": sailing.choose_attack,
    "heading": sailing.choose_heading,
    "flee": sailing.choose_flee,
    "flee-heading": sailing.choose_heading,
    "berth": sailing.choose_port,
    "port-ahead": sailing.choose_port,
    "intercept": sailing.choose_intercept,
    "salvage": ashore.choose_salvage,
    "gain": answers.choose_gain,
    "treasure": answers.choose_treasure,
    "loss": answers.choose_loss,
    "lose-treasure": answers.choose_lost_treasure,
    "lose-crew": answers.choose_lost_crew,
    "surrender": answers.choose_lost_crew,
    "give": answers.choose_from_everywhere,
    "fever": answers.choose_from_everywhere,
    "reduce": answers.choose_reduction,
    "exchange": answers.choose_exchange,
    "best": answers.choose_best,
    "victim": answers.choose_victim,
    "partner": answers.choose_partner,
    "spoils": answers.choose_spoils,
    "keep": answers.choose_keep,
}
"""Required decision -> the function that chooses its answer; a decision that is not listed gets its default."""

OFFERED: dict[str, Choice] = {
    "stow": ashore.consider_stow,
    "safe": ashore.consider_safe,
    "chart": ashore.consider_chart,
    "salvage": ashore.consider_salvage,
    "land-john": ashore.consider_landing_john,
    "trade": ashore.consider_trade,
    "dispute": answers.consider_dispute,
}
"""Optional decision -> the function that chooses its answer, or None to skip it; the first answer is played."""


class Captain(Bot):
    required, offered = REQUIRED, OFFERED

    def reckon(self, view: View, below: Below) -> Reckoning:
        return Reckoning(view, self.style, below)

    def slip(self, own: Reckoning, decision: Decision, below: Below) -> Any:
        """Return a random legal answer as a mistake, but never a voyage that is too far."""
        if not isinstance(decision, Choose) or decision.name != "sail":
            return super().slip(own, decision, below)
        honest = sailing.honest_options(own, decision)
        return honest[below(len(honest))]
