"""A bot, which turns a view and open decisions into an answer."""

from collections import Counter
from typing import Any

from games.engine import Choose, Deal, Decision, Pick
from games.engine.decisions import Below
from games.kit.bot import Captain as Bot
from games.kit.crew_game.crew import CREW, added, without
from games.rulesets.trade_winds.cards import CHANCE, TREASURE, WIN
from games.rulesets.trade_winds.chart import PORT_OF, SQUARES
from games.rulesets.trade_winds.seen import View
from games.rulesets.trade_winds.state import points

from . import sailing
from .reckoning import ABOARD, MEAN_CREW, STYLES, Reckoning, best_bargain, ship_of
from .sailing import Outlook, turns

LEAST_SAILING = 8


def choose_challenge(own: Reckoning, decision: Decision, below: Below) -> str:
    return "attack" if own.fight_worth(decision.facts["other"]) >= own.style.boldness else "pass"


def choose_attack(own: Reckoning, decision: Choose | Pick, below: Below) -> str:
    return max(decision.options, key=lambda option: own.fight_worth(int(option)))


def choose_spoils(own: Reckoning, decision: Choose | Pick, below: Below) -> str:
    if "treasure" not in decision.options:
        return decision.options[0]
    treasure = ABOARD * min(own.room, points(tuple(decision.facts["cargo"])))
    crew = MEAN_CREW * own.style.crew[1] * decision.facts["crew"]
    return "treasure" if treasure >= crew or "crew" not in decision.options else "crew"


def choose_lost_crew(own: Reckoning, decision: Pick, below: Below) -> tuple[str, ...]:
    if decision.most > 3:
        default: tuple[str, ...] = decision.default
        return default
    hand = Counter(own.hand)
    return max(decision.answers(), key=lambda cards: own.worth(tuple(sorted((hand - Counter(cards)).elements()))))


def choose_gain(own: Reckoning, decision: Decision, below: Below) -> str:
    card = CHANCE[decision.facts["card"]]
    crew = own.worth((*own.hand, *("?2",) * card.crew)) - own.worth(own.hand)
    treasure = ABOARD * min(decision.facts["up_to"], own.room, max(0, own.need - own.cargo) + 1)
    return "treasure" if treasure >= crew else "crew"


def choose_loss(own: Reckoning, decision: Choose | Pick, below: Below) -> str:
    if len(decision.options) == 1:
        return decision.options[0]
    cheapest = min(TREASURE[piece] for piece in own.hold)
    low = tuple(sorted(own.hand, key=lambda card: card[1])[:2])
    return "treasure" if ABOARD * cheapest <= own.worth(own.hand) - own.worth(without(own.hand, low)) else "crew"


def choose_victim(own: Reckoning, decision: Choose | Pick, below: Below) -> str:
    return max(decision.options, key=lambda option: own.public.totals[int(option)] + points(own.public.holds[int(option)]))


def choose_drift(own: Reckoning, decision: Choose | Pick, below: Below) -> str:
    outlook = Outlook(own)
    return max(decision.options, key=lambda name: outlook.of_square(SQUARES[name], own.cargo, own.need))


def choose_free_turn(own: Reckoning, decision: Decision, below: Below) -> str:
    """Return "take": a free turn is always worth taking."""
    return "take"


def consider_trade(own: Reckoning, decision: Decision, below: Below) -> Any:
    port = PORT_OF[decision.facts["port"]]
    bargain = best_bargain(ship_of(own), own.view.docks[port], own.style)
    return (bargain.given, bargain.taken) if bargain else None


def consider_safe(own: Reckoning, decision: Decision, below: Below) -> Any:
    """Move everything possible into the safety zone, unless the captain has enough points at home to win."""
    return decision.default if own.style.gives and own.banked < WIN else None


def consider_salvage(own: Reckoning, decision: Decision, below: Below) -> Any:
    return decision.default or None


def consider_boost(own: Reckoning, decision: Decision, below: Below) -> Any:
    """Play a Trade Wind if it brings cargo home in one turn that would otherwise take several."""
    late = turns((own.home,), own.at, own.strength)
    soon = turns((own.home,), own.at, own.strength + 9)
    return "yes" if own.cargo >= min(own.need, 8) and soon == 1 < late else None


def consider_stow(own: Reckoning, decision: Deal, below: Below) -> Any:
    """At home, take crew and cards aboard from the docks, and put ashore the crew that only weakens the hand in a fight."""
    backs = tuple(item for item in decision.take if item[0] == "?")
    if backs:
        return (), backs
    if not own.style.balances:
        return None
    ashore = tuple(item for item in decision.take if item in CREW)
    unloaded, taken = balanced(own, ashore)
    cards = tuple(item for item in own.view.docks[own.port] if item in ("SP", "PP", "HC", "NC", "TW"))
    return (unloaded, taken + cards) if unloaded or taken or cards else None


def balanced(own: Reckoning, ashore: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return (cards to put ashore, cards to take aboard), moving one card at a time while the hand improves."""
    hand, docked = own.hand, ashore
    while True:
        exchanges = [(own.worth(added(hand, (card,))), card, True) for card in set(docked)]
        exchanges += [
            (own.worth(without(hand, (card,))), card, False)
            for card in set(hand)
            if sum(int(sailor[1]) for sailor in hand) - int(card[1]) >= LEAST_SAILING
        ]
        best = max(exchanges, default=(0.0, "", False))
        if best[0] <= own.worth(hand) + 0.01:
            break
        hand = added(hand, (best[1],)) if best[2] else without(hand, (best[1],))
        docked = without(docked, (best[1],)) if best[2] else added(docked, (best[1],))
    unloaded, taken = Counter(own.hand) - Counter(hand), Counter(hand) - Counter(own.hand)
    return tuple(unloaded.elements()), tuple(taken.elements())


class Captain(Bot):
    required = {
        "sail": sailing.choose_sail,
        "attack": choose_attack,
        "challenge": choose_challenge,
        "spoils": choose_spoils,
        "surrender": choose_lost_crew,
        "lose-crew": choose_lost_crew,
        "give": choose_lost_crew,
        "fever": choose_lost_crew,
        "gain": choose_gain,
        "loss": choose_loss,
        "victim": choose_victim,
        "drift": choose_drift,
        "free-turn": choose_free_turn,
    }
    offered = {
        "stow": consider_stow,
        "safe": consider_safe,
        "chart": consider_salvage,
        "salvage": consider_salvage,
        "trade": consider_trade,
        "boost": consider_boost,
    }

    def reckon(self, view: View, below: Below) -> Reckoning:
        return Reckoning(view, self.style)

    def slip(self, own: Reckoning, decision: Decision, below: Below) -> Any:
        """Return a random legal answer, but never sail too far by mistake."""
        if not isinstance(decision, Choose) or decision.name != "sail":
            return super().slip(own, decision, below)
        far = decision.facts["strength"]
        honest = [name for name in decision.options if name == sailing.STAY or sailing.within(own, name, far)]
        return honest[below(len(honest))]


BOTS = {level: Captain(style) for level, style in STYLES.items()}
