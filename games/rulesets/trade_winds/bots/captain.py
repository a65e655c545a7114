"""One bot: it turns a view and open decisions into an answer."""

from typing import Any

from games.engine import Choose, Decision
from games.engine.decisions import Below
from games.kit.bot import Captain as Bot
from games.kit.bot import Choice
from games.rulesets.trade_winds.seen import View

from . import choices, sailing
from .reckoning import Reckoning

REQUIRED: dict[str, Choice] = {
    "sail": sailing.choose_sail,
    "attack": choices.choose_attack,
    "challenge": choices.choose_challenge,
    "spoils": choices.choose_spoils,
    "surrender": choices.choose_lost_crew,
    "lose-crew": choices.choose_lost_crew,
    "give": choices.choose_lost_crew,
    "fever": choices.choose_lost_crew,
    "gain": choices.choose_gain,
    "loss": choices.choose_loss,
    "victim": choices.choose_victim,
    "drift": choices.choose_drift,
    "free-turn": choices.choose_free_turn,
}
"""Decision -> the answer; a decision that is not listed gets its default."""

OFFERED: dict[str, Choice] = {
    "stow": choices.consider_stow,
    "safe": choices.consider_safe,
    "chart": choices.consider_salvage,
    "salvage": choices.consider_salvage,
    "trade": choices.consider_trade,
    "boost": choices.consider_boost,
}
"""Optional decision -> the answer, or None to skip it; the first one taken is played."""


class Captain(Bot):
    required, offered = REQUIRED, OFFERED

    def reckon(self, view: View, below: Below) -> Reckoning:
        return Reckoning(view, self.style)

    def slip(self, own: Reckoning, decision: Decision, below: Below) -> Any:
        """Return a random legal answer, but never sail too far by mistake."""
        if not isinstance(decision, Choose) or decision.name != "sail":
            return super().slip(own, decision, below)
        far = decision.facts["strength"]
        honest = [name for name in decision.options if name == sailing.STAY or sailing.within(own, name, far)]
        return honest[below(len(honest))]
