"""Reasons for the strong bot's choices, in plain words."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from games.engine import Choose, Decision, Pick
from games.engine.decisions import Below
from games.kit.bot import Adviser, Reason, Weighed, in_ten, turns_from_now
from games.kit.heading import NUMBER
from games.rulesets.buccaneer.cards import TREASURE, WIN
from games.rulesets.buccaneer.state import points
from games.rulesets.buccaneer.wording import goods

from .captain import Captain
from .reckoning import Reckoning
from .sailing import STAY, danger, fight_at, honest_options, worth_of_stop
from .trips import ANCHOR_GOAL, COAST_GOAL, FLAT_GOAL, Outlook, Trip, turns, turns_ahead
from .weights import STYLES

HONEST = replace(STYLES["strong"], bluffs=0, gives=5)
"""The strong level without bluffs, and without the largest deals, which are slow to find."""
RISKY = 1.0
"""The minimum danger, in points of treasure, that a reason mentions."""


def rank_sail(own: Reckoning, decision: Choose | Pick, below: Below) -> Iterator[Weighed]:
    """Yield every square within the captain's strength, with its worth and the reason to sail there."""
    outlook = Outlook(own)
    for name in honest_options(own, decision):
        square = own.at if name == STAY else own.sea.squares[name]
        yield Weighed(worth_of_stop(own, outlook, square, name), name, why_there(own, outlook, square))


def why_there(own: Reckoning, outlook: Outlook, square: int) -> str:
    """Return the reason to sail to this square (a fight, or the best trip from there), and any threat to a ship there."""
    if square != own.at and fight_at(own, square) > 0:
        return why_fight(own, max(own.at_sea[square], key=own.fight_worth))

    def value(trip: Trip) -> float:
        return trip.worth - own.turn * turns(own.sea, trip.goal, square, own.strength)

    trip = max(outlook.trips, key=value)
    when = turns_from_now(turns(own.sea, trip.goal, square, own.strength))
    risk = danger(own, square)
    return f"{why_trip(own, trip, when)}{', though a stronger ship may attack you there' if risk > RISKY else ''}."


def why_trip(own: Reckoning, trip: Trip, when: str) -> str:
    goal = trip.goal
    if goal == own.home:
        if own.wins_with(own.hold):
            return f"Brings home what you need to win, {when}"
        return f"Brings {goods(own.hold)} home, {when}" if own.hold else f"Comes home, {when}"
    if goal == COAST_GOAL:
        return f"Reaches Treasure Island {when}, where a chance card may bring treasure or crew"
    if goal == FLAT_GOAL:
        return f"Reaches Flat Island {when}, where {goods(own.public.flat)} may be taken"
    if goal == ANCHOR_GOAL:
        return f"Reaches the anchor {when}, where your chart finds treasure"
    return f"Reaches {own.sea.ports[own.sea.port_at[int(goal)]].name} {when}, where a good trade waits"


def why_fight(own: Reckoning, rival: int) -> str:
    hold = own.public.holds[rival]
    return f"You would beat {own.names[rival]} {in_ten(own.fight(rival)[0])}, and win {goods(hold) if hold else 'crew'}."


def rank_heading(own: Reckoning, decision: Choose | Pick, below: Below) -> Iterator[Weighed]:
    """Yield every compass point, with its worth and the trip that begins in that direction."""
    outlook, square = Outlook(own), own.sea.squares[decision.facts["square"]]
    for name in decision.options:
        heading = NUMBER[name]

        def away(trip: Trip, heading: int = heading) -> int:
            return turns_ahead(own.sea, trip.goal, square, heading, own.strength)

        trip = max(outlook.trips, key=lambda trip: trip.worth - own.turn * away(trip))
        yield Weighed(outlook.of_heading(square, heading), name, f"{why_trip(own, trip, turns_from_now(away(trip)))}.")


def rank_flee(own: Reckoning, decision: Choose | Pick, below: Below) -> Iterator[Weighed]:
    outlook = Outlook(own)
    for name in decision.options:
        square = own.sea.squares[name]
        yield Weighed(outlook.of_square(square) - danger(own, square), name, why_there(own, outlook, square))


def rank_rivals(own: Reckoning, decision: Choose | Pick, below: Below) -> Iterator[Weighed]:
    for option in decision.options:
        if option == "no":
            yield Weighed(own.style.boldness, option, "A fight promises less here than it risks.")
        else:
            yield Weighed(own.fight_worth(int(option)), option, why_fight(own, int(option)))


def why_trade(own: Reckoning, decision: Decision, answer: Any) -> str:
    _, taken = answer
    loot = tuple(item for item in taken if item in TREASURE)
    if loot and own.banked + points((*own.hold, *loot)) >= WIN:
        return "With this treasure at home you win."
    return f"It makes your ship stronger: {goods(loot)} counts at home." if loot else "It makes your crew or your cards worth more to you."


def why_intercept(own: Reckoning, decision: Decision, answer: Any) -> str:
    rival = decision.facts["other"]
    return why_fight(own, rival) if answer == "attack" else f"You would beat {own.names[rival]} only {in_ten(own.fight(rival)[0])}."


def why_gain(own: Reckoning, decision: Decision, answer: Any) -> str:
    return (
        "Treasure wins, and your hold has room for it."
        if answer == "treasure"
        else "More crew helps you more now than what you could load."
    )


def why_loss(own: Reckoning, decision: Decision, answer: Any) -> str:
    return "You would miss two crew cards more." if answer == "treasure" else "Your treasure is worth more than these two crew cards."


REASONS: dict[str, str | Reason] = {
    "trade": why_trade, "intercept": why_intercept, "gain": why_gain, "loss": why_loss,
    "stow": "Treasure counts towards twenty ashore, and crew is of use aboard.",
    "safe": "Nobody can trade it away from the safety zone.",
    "chart": "The chart is worth less than what it finds.",
    "salvage": "It lies there for free.",
    "land-john": "Crew is of more use to you than Long John Silver.",
    "dispute": "With so few crew cards, hardly anyone could have sailed that far.",
    "treasure": "This is worth most together, and fits your hold.",
    "lose-treasure": "This piece counts least.",
    "lose-crew": "You miss these cards least.", "surrender": "You miss these cards least.", "give": "You miss these cards least.",
    "fever": "You miss these cards least.", "reduce": "This leaves you the better crew.", "exchange": "The new cards are better than these.",
    "best": "Both are worth the same; this one is missed less.",
    "victim": "This captain has most crew to give.", "partner": "This captain has most crew.",
    "spoils": "This adds most to what you have, and takes it from a rival.",
    "keep": "These two pieces are worth most.",
    "end": "Nothing you can still do this turn would help you.", "docked": "Nothing you can still do here would help you.",
    "berth": "This square is best for your next trip.", "port-ahead": "This port is best for your next trip.",
}  # fmt: skip
RANKINGS = {
    "sail": rank_sail, "flee": rank_flee, "heading": rank_heading, "flee-heading": rank_heading, "attack": rank_rivals,
}  # fmt: skip

advise = Adviser(Captain(HONEST), RANKINGS, REASONS)
"""The adviser of all three editions."""
