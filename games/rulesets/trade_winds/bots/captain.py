"""One bot: from a view and open decisions to an answer."""

from games.engine import Action

from . import choices, sailing
from .reckoning import Reckoning
from .weights import Style

REQUIRED = {
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
"""Decision -> the answer; what is not named here gets its default."""

OFFERED = {
    "stow": choices.consider_stow,
    "safe": choices.consider_safe,
    "chart": choices.consider_salvage,
    "salvage": choices.consider_salvage,
    "trade": choices.consider_trade,
    "boost": choices.consider_boost,
}
"""Optional decision -> the answer, or None to leave it be; the first one taken up is played."""


class Captain:
    """A bot of one level. It remembers nothing: the same view, decisions and chance give the same answer."""

    def __init__(self, style: Style):
        self.style = style

    def __call__(self, view, decisions, below) -> Action | None:
        own = Reckoning(view, self.style)
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
    if decision.name != "sail":
        return decision.sample(below)
    far = decision.facts["strength"]
    honest = [name for name in decision.options if name == sailing.STAY or sailing.within(own, name, far)]
    return honest[below(len(honest))]
