"""Answers about chance cards, the results of fights, and voyages that may be too far."""

from typing import Any

from games.engine import Choose, Decision, Pick
from games.engine.decisions import Below
from games.kit.crew_game.crew import VALUE, added, choices, without
from games.rulesets.buccaneer.cards import TREASURE
from games.rulesets.buccaneer.state import points

from .goods import best_pieces, crew_worth, gain_of_crew, hold_worth, least_missed, loss_of_crew
from .odds import could_sail, laid_down
from .reckoning import Reckoning, dearest_worth
from .weights import ASHORE, FILLED, GIVEN_UP, HARMED, ROBBED, SAME_KIND

NOT_WORTH_A_THOUGHT = 0.1
"""The share of possible hands strong enough for a distance, above which a bot does not dispute it."""


def choose_gain(own: Reckoning, decision: Decision, below: Below) -> str:
    stock = tuple(own.public.treasure.items())
    treasure = dearest_worth(stock, decision.facts["up_to"], own.room) - FILLED
    crew = gain_of_crew(own.hand, min(decision.facts["crew"], own.public.crew_pile), own.style)
    return "treasure" if treasure >= crew else "crew"


def choose_treasure(own: Reckoning, decision: Decision, below: Below) -> Any:
    """Return the treasure that makes the hold worth most, preferring kinds that the captain already has."""
    stored = (*own.public.docks[own.public.homes[own.seat]], *own.public.zones[own.public.homes[own.seat]], *own.hold)

    def worth(pieces: tuple[str, ...]) -> float:
        return hold_worth((*own.hold, *pieces), own.banked) + SAME_KIND * sum(stored.count(piece) for piece in pieces)

    return max(decision.answers(), key=worth)


def choose_loss(own: Reckoning, decision: Choose | Pick, below: Below) -> str:
    if len(decision.options) < 2:
        return decision.options[0]
    cheapest = min(TREASURE[piece] for piece in own.hold)
    rest = without(own.hand, least_missed(own.hand, 2, own.style))
    crew = crew_worth(own.hand, own.style) - crew_worth(rest, own.style)
    return "treasure" if cheapest < crew and not own.wins_with(own.hold) else "crew"


def choose_lost_treasure(own: Reckoning, decision: Decision, below: Below) -> Any:
    return (min(own.hold, key=TREASURE.__getitem__),)


def choose_lost_crew(own: Reckoning, decision: Pick, below: Below) -> Any:
    return least_missed(decision.options, decision.least, own.style)


def choose_from_everywhere(own: Reckoning, decision: Pick, below: Below) -> Any:
    """Return the cards of the hand and the docks ("@") whose loss costs least."""

    def worth_after(cards: tuple[str, ...]) -> float:
        handed = tuple(card for card in cards if card[0] != "@")
        docked = sum(VALUE[card[1:]] for card in cards if card[0] == "@")
        return crew_worth(without(own.hand, handed), own.style) - ASHORE * docked

    return max(choices(decision.options, decision.least), key=worth_after)


def choose_reduction(own: Reckoning, decision: Decision, below: Below) -> Any:
    return max(decision.answers(), key=lambda cards: crew_worth(without(own.hand, cards), own.style))


def choose_exchange(own: Reckoning, decision: Pick, below: Below) -> Any:
    """Return the old cards to give up, taking the new cards into account."""

    def worth_after(cards: tuple[str, ...]) -> float:
        return crew_worth(added(without(own.hand, cards), own.view.fresh), own.style)

    return max(choices(decision.options, decision.least), key=worth_after)


def choose_best(own: Reckoning, decision: Choose | Pick, below: Below) -> str:
    """Return which of several pieces or cards of equal worth to lose."""
    if decision.options[0] in TREASURE:
        return decision.options[0]
    return max(decision.options, key=lambda card: crew_worth(without(own.hand, (card,)), own.style))


def choose_victim(own: Reckoning, decision: Choose | Pick, below: Below) -> str:
    """Return the opponent with the most crew; break ties in favour of the one nearest to winning."""
    public = own.public

    def worth(option: str) -> tuple[int, int]:
        docks = public.docks[public.homes[int(option)]]
        return public.crew_counts[int(option)] + sum(item in VALUE for item in docks), public.totals[int(option)]

    return max(decision.options, key=worth)


def choose_partner(own: Reckoning, decision: Choose | Pick, below: Below) -> str:
    return max(decision.options, key=lambda option: own.public.crew_counts[int(option)])


def choose_spoils(own: Reckoning, decision: Decision, below: Below) -> str:
    """Return "treasure" if the loser's treasure is worth more than their two worst crew cards, else "two-crew"."""
    loser = decision.facts["other"]
    hold = own.public.holds[loser]
    if hold:
        pile = (*own.hold, *hold)
        best_two = best_pieces(pile, own.banked) if len(pile) > 2 else pile
        if points(best_two) - own.cargo + ROBBED * points(hold) > gain_of_crew(own.hand, 2 * GIVEN_UP, own.style):
            return "treasure"
    return "two-crew"


def choose_keep(own: Reckoning, decision: Decision, below: Below) -> Any:
    return best_pieces(own.hold, own.banked)


def consider_dispute(own: Reckoning, decision: Choose | Pick, below: Below) -> str | None:
    """Return the card or piece to stake if a dispute promises more than it risks, else None."""
    facts, style = decision.facts, own.style
    if facts.get("window"):  # bots answer when the window closes, as standing orders do
        return None
    possible = could_sail(own.view, facts["crew"], facts["squares"], laid_down(own.view, facts["other"]))
    if style.doubt < 0 or possible > NOT_WORTH_A_THOUGHT:
        return None
    stake = min(decision.options, key=lambda item: TREASURE.get(item, VALUE.get(item, 0)))
    guilty = style.doubt / (style.doubt + possible * (1 - style.doubt)) if possible else 1.0
    harm = HARMED * gain_of_crew((), facts["crew"], style)
    price = loss_of_crew(own.hand, 1, style) + ASHORE * VALUE[stake] if stake in VALUE else TREASURE.get(stake, 0)
    return stake if guilty * harm > (1 - guilty) * price else None
