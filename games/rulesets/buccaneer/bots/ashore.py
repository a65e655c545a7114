"""Actions in port, at Flat Island and at the anchor. Each must improve the position, so a turn's actions end."""

from typing import Any

from games.engine import Choose, Deal, Decision, Pick
from games.engine.decisions import Below
from games.kit.crew_game.crew import VALUE
from games.rulesets.buccaneer.cards import HOLD, MONEY, TREASURE
from games.rulesets.buccaneer.state import points

from .goods import choices, crew_in, crew_worth
from .reckoning import Reckoning
from .trading import Ship, best_bargain
from .weights import DIG_FROM, JOHN_BRINGS

CARDS = ("LJ", *MONEY)


def consider_trade(own: Reckoning, decision: Deal, below: Below) -> Any:
    """Return the best deal if it is good enough, else None."""
    docks = tuple(sorted(decision.take))
    bargain = best_bargain(Ship(own.hand, own.hold, own.kept, own.banked, own.public.chart_used, own.edition), docks, own.style)
    return (bargain.given, bargain.taken) if bargain else None


def consider_stow(own: Reckoning, decision: Deal, below: Below) -> Any:
    """Move treasure ashore, and crew and cards aboard."""
    unloaded = tuple(item for item in decision.give if item in TREASURE)
    taken = tuple(item for item in decision.take if item in VALUE or item in CARDS)
    return (unloaded, taken) if unloaded or taken else None


def consider_safe(own: Reckoning, decision: Choose | Pick, below: Below) -> Any:
    """Move treasure into the safety zone, dearest first."""
    return max(decision.options, key=TREASURE.__getitem__)


def consider_landing_john(own: Reckoning, decision: Pick, below: Below) -> Any:
    """Land Long John Silver for crew cards that are worth at least `JOHN_BRINGS` together; None if none are."""
    crews = [cards for count in range(1, min(5, len(decision.options)) + 1) for cards in choices(decision.options, count)]
    offered = [cards for cards in crews if decision.problem(cards) is None]
    best = max(offered, key=lambda cards: crew_worth(tuple(sorted((*own.hand, *cards))), own.style))
    return best if sum(VALUE[card] for card in best) >= JOHN_BRINGS else None


def choose_salvage(own: Reckoning, decision: Pick, below: Below) -> Any:
    """Return all the crew, and the best treasure that fits."""
    room = HOLD - len(own.hold)
    pieces = sorted((item for item in decision.options if item in TREASURE), key=TREASURE.__getitem__, reverse=True)
    return (*crew_in(decision.options), *pieces[:room])


def consider_salvage(own: Reckoning, decision: Pick, below: Below) -> Any:
    """Return the answer of `choose_salvage` to an optional offer."""
    return choose_salvage(own, decision, below) or None


def consider_chart(own: Reckoning, decision: Decision, below: Below) -> Any:
    """Dig if the find is worth more than the chart."""
    return decision.default if points(decision.default) >= DIG_FROM else None
