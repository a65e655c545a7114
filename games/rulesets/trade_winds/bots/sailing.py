"""Choose where to sail: weigh the gain at once, the prospects, and the rivals in the way."""

from games.engine import Choose, Pick
from games.engine.decisions import Below
from games.rulesets.trade_winds.cards import CHARTS
from games.rulesets.trade_winds.chart import BESIDE, CHART, SQUARES, apart, bearing
from games.rulesets.trade_winds.state import points

from .outlook import Outlook
from .reckoning import Reckoning, treasure_in, useful
from .trading import best_bargain, ship_of
from .weights import ABOARD, CHART_FINDS, DRAW, DRAW_CREW

STAY = "stay"


def choose_sail(own: Reckoning, decision: Choose | Pick, below: Below) -> str:
    """Return the option with the highest expected gain; on a tie, the first."""
    outlook = Outlook(own)
    here = decision.facts["here"]
    far = decision.facts["strength"]
    options = [name for name in decision.options if name != here and (name == STAY or within(own, name, far))]
    return max(options, key=lambda name: worth(own, outlook, own.at if name == STAY else SQUARES[name]))


def within(own: Reckoning, name: str, far: int) -> bool:
    """Return whether the crew is strong enough for this distance. (Some tables let ships try more.)"""
    return apart(own.at, SQUARES[name]) <= max(1, far)


def worth(own: Reckoning, outlook: Outlook, square: int) -> float:
    """Return the worth of ending this move there."""
    total, cargo, need = 0.0, own.cargo, own.need
    if square != own.at:
        foes = own.ships.get(square, [])
        if foes:
            total += max(map(own.fight_worth, foes)) - own.style.boldness
        gain, cargo, need = arrival(own, square)
        total += gain - gauntlet(own, square)
    return total + outlook.of_square(square, cargo, need) - danger(own, square, cargo)


def arrival(own: Reckoning, square: int) -> tuple[float, int, int]:
    """Return (gain at once, cargo and need afterwards) of stopping there."""
    if square == own.home:
        return useful(own.cargo, own.need), 0, max(1, own.need - own.cargo)
    if square in own.coast:
        return DRAW_CREW, min(own.cargo + min(round(DRAW), own.room), own.cargo + own.room), own.need
    port = CHART.port_at.get(square)
    if port is not None:
        bargain = best_bargain(ship_of(own), own.view.docks[port], own.style) if own.view.docks[port] else None
        return (bargain.worth + own.grudge(port) * points(bargain.taken) if bargain else 0.0), own.cargo, own.need
    isle = BESIDE.get(square)
    if isle is not None:
        gain: float = min(own.room, points(treasure_in(own.public.isles[isle])))
        gain += min(own.room - gain, CHART_FINDS) if CHARTS[isle] in own.kept else 0
        return ABOARD * min(gain, max(0, own.need - own.cargo)), own.cargo, own.need
    return 0.0, own.cargo, own.need


def gauntlet(own: Reckoning, square: int) -> float:
    """Return the expected loss to rivals on the way: likely winners are expected to stop a loaded ship."""
    line = CHART.rays[own.at][bearing(own.at, square)]
    cost = 0.0
    for passed in line[: line.index(square)]:
        for rival in own.ships.get(passed, ()):
            win, lose = own.odds(rival)
            cost += max(0.0, own.style.fear * (lose - win)) * own.stake * 2
    return cost


def danger(own: Reckoning, square: int, cargo: int) -> float:
    """Return the expected loss there during a round: to rivals who can reach the square and are likely to win."""
    if not own.style.fear or not cargo or square == own.home:
        return 0.0
    cost = 0.0
    for rival in own.rivals:
        position = own.public.at[rival]
        far = sum(own.public.backs[rival])
        if position != square and any(square in ray[:far] for ray in CHART.rays[position]):
            _, lose = own.odds(rival)
            cost += own.style.fear * lose * ABOARD * cargo
    return cost
