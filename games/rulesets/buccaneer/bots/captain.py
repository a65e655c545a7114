"""One bot: from a view and open decisions to an answer."""

from games.engine import Action

from . import answers, ashore, sailing
from .reckoning import Reckoning
from .weights import Style

REQUIRED = {
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
"""Decision -> the answer; what is not named here gets its default."""

OFFERED = {
    "stow": ashore.consider_stow,
    "safe": ashore.consider_safe,
    "chart": ashore.consider_chart,
    "salvage": ashore.consider_salvage,
    "land-john": ashore.consider_landing_john,
    "trade": ashore.consider_trade,
    "dispute": answers.consider_dispute,
}
"""Optional decision -> the answer, or None to leave it be; the first one taken up is played."""


class Captain:
    """A bot of one level. It remembers nothing: the same view, decisions and chance give the same answer."""

    def __init__(self, style: Style):
        self.style = style

    def __call__(self, view, decisions, below) -> Action | None:
        own = Reckoning(view, self.style, below)
        for decision in decisions:
            consider = OFFERED.get(decision.name) if decision.optional else None
            said = consider(own, decision, below) if consider else None
            if said is not None:
                return Action(decision.seat, decision.name, said)
        required = next((decision for decision in decisions if not decision.optional), None)
        if required is None:
            return None
        return Action(required.seat, required.name, self.answer(own, required, below))

    def answer(self, own: Reckoning, decision, below):
        """What is said to a question that must be answered; now and then a slip."""
        if below(100) < self.style.slips:
            return slip(own, decision, below)
        choose = REQUIRED.get(decision.name)
        return choose(own, decision, below) if choose else decision.default


def slip(own: Reckoning, decision, below):
    """Any answer will do, but nobody sails too far by mistake."""
    if decision.name == "sail":
        honest = sailing.honest_options(own, decision)
        return honest[below(len(honest))]
    return decision.sample(below)
