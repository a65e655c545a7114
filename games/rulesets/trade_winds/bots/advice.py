"""Reasons for the strong bot's choices, in plain words."""

from collections.abc import Iterator
from typing import Any

from games.engine import Choose, Decision, Pick
from games.engine.decisions import Below
from games.kit.bot import Adviser, Reason, Weighed, in_ten, turns_from_now
from games.rulesets.trade_winds.board import ISLE_NAMES
from games.rulesets.trade_winds.chart import BESIDE, CHART, SQUARES
from games.rulesets.trade_winds.state import points
from games.rulesets.trade_winds.wording import goods

from .captain import Captain
from .reckoning import STYLES, Reckoning, treasure_in
from .sailing import SHORES, STAY, Outlook, arrival, danger, within, worth

RISKY = 1.0
"""The smallest danger, in points, that a reason mentions."""


def rank_sail(own: Reckoning, decision: Choose | Pick, below: Below) -> Iterator[Weighed]:
    """Yield every square within the captain's strength, with its worth and a reason."""
    outlook, here, far = Outlook(own), decision.facts["here"], decision.facts["strength"]
    for name in decision.options:
        if name != here and (name == STAY or within(own, name, far)):
            square = own.at if name == STAY else SQUARES[name]
            yield Weighed(worth(own, outlook, square), name, why_there(own, outlook, square))


def why_there(own: Reckoning, outlook: Outlook, square: int) -> str:
    foes = own.ships.get(square, []) if square != own.at else []
    if foes and max(map(own.fight_worth, foes)) > own.style.boldness:
        return why_fight(own, max(foes, key=own.fight_worth))
    cargo = arrival(own, square)[1] if square != own.at else own.cargo
    risky = danger(own, square, cargo) > RISKY
    return f"{why_stop(own, outlook, square)}{', though a stronger ship may attack you there' if risky else ''}."


def why_stop(own: Reckoning, outlook: Outlook, square: int) -> str:
    """Return the reason to stop on a square: what it brings at once, or the plan that it serves."""
    if square == own.home:
        return f"Brings {goods(own.hold)} home, this turn" if own.hold and square != own.at else "Waits at home"
    if square in own.coast:
        return "Lies at your own coast of Pirate Island: a chance card may bring treasure or crew"
    isle = BESIDE.get(square)
    if isle is not None and arrival(own, square)[0] > 0:
        return f"Reaches {ISLE_NAMES[isle]}, where treasure may be taken"
    port = CHART.port_at.get(square)
    if port is not None and arrival(own, square)[0] > 0:
        return f"Reaches {CHART.ports[port].name}, where a good trade waits"
    return why_way(own, outlook, square)


def why_way(own: Reckoning, outlook: Outlook, square: int) -> str:
    """Return the best plan from a square, in words."""
    _, away, goal = max(outlook.plans(square, own.cargo, own.need))
    if goal == (own.home,):
        plan = f"Brings {goods(own.hold)} home" if own.hold else "Comes home"
    elif goal == own.coast:
        plan = "Reaches your own coast, where cards bring treasure"
    else:
        place = ISLE_NAMES[SHORES.index(goal)] if goal in SHORES else CHART.ports[CHART.port_at[goal[0]]].name
        plan = f"Reaches {place}, where something is to be had"
    return f"{plan}, {turns_from_now(away)}"


def why_fight(own: Reckoning, rival: int) -> str:
    hold = own.public.holds[rival]
    return f"You would beat {own.names[rival]} {in_ten(own.odds(rival)[0])}, and win {goods(hold) if hold else 'crew'}."


def rank_rivals(own: Reckoning, decision: Choose | Pick, below: Below) -> Iterator[Weighed]:
    for option in decision.options:
        yield Weighed(own.fight_worth(int(option)), option, why_fight(own, int(option)))


def rank_drift(own: Reckoning, decision: Choose | Pick, below: Below) -> Iterator[Weighed]:
    outlook = Outlook(own)
    for name in decision.options:
        square = SQUARES[name]
        yield Weighed(outlook.of_square(square, own.cargo, own.need), name, f"{why_way(own, outlook, square)}.")


def why_trade(own: Reckoning, decision: Decision, answer: Any) -> str:
    loot = treasure_in(answer[1])
    if loot and own.cargo + points(loot) >= own.need:
        return "With this treasure at home you win."
    return f"It makes your ship stronger: {goods(loot)} counts at home." if loot else "It makes your crew or your cards worth more to you."


def why_challenge(own: Reckoning, decision: Decision, answer: Any) -> str:
    rival = decision.facts["other"]
    return why_fight(own, rival) if answer == "attack" else f"You would beat {own.names[rival]} only {in_ten(own.odds(rival)[0])}."


def why_gain(own: Reckoning, decision: Decision, answer: Any) -> str:
    return "Treasure wins, and you have room for it." if answer == "treasure" else "More crew helps you more now than what you could load."


def why_loss(own: Reckoning, decision: Decision, answer: Any) -> str:
    return "You would miss two crew cards more." if answer == "treasure" else "Your treasure is worth more than these two crew cards."


REASONS: dict[str, str | Reason] = {
    "trade": why_trade, "challenge": why_challenge, "gain": why_gain, "loss": why_loss,
    "stow": "This leaves you a crew that sails and fights better.",
    "safe": "Nobody can trade it away from the safety zone.",
    "chart": "The chart finds treasure here.", "salvage": "It lies there for free.",
    "boost": "With this wind you are home in one turn instead of several.",
    "treasure": "This is worth most together.",
    "surrender": "You miss these cards least.", "lose-crew": "You miss these cards least.", "give": "You miss these cards least.",
    "fever": "You miss these cards least.", "reduce": "This leaves you the better crew.", "exchange": "You miss these cards least.",
    "spoils": "This adds most to what you have, and takes it from a rival.",
    "victim": "This captain is nearest to winning.", "partner": "This captain has the strongest crew.",
    "free-turn": "A free turn is always worth taking.",
    "overload": "This is the least that has to go.",
    "lose-treasure": "This piece counts least.", "best": "Both are worth the same.",
    "end": "Nothing you can still do this turn would help you.", "docked": "Nothing you can still do here would help you.",
}  # fmt: skip
RANKINGS = {"sail": rank_sail, "attack": rank_rivals, "drift": rank_drift}

advise = Adviser(Captain(STYLES["strong"]), RANKINGS, REASONS)
