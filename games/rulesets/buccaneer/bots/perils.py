"""Rivals that might attack a ship, and the expected cost."""

from .reckoning import Reckoning
from .weights import IN_PASSING


def danger(own: Reckoning, square: int) -> float:
    """Return the expected loss to ships that can reach this square before the captain's next turn."""
    if not own.style.fear or square in own.sea.port_at:
        return 0.0
    return own.style.fear * own.stake * sum(threat(own, rival, square) for rival in own.rivals)


def threat(own: Reckoning, rival: int, square: int) -> float:
    """Return the chance that this rival can reach the square and win there."""
    public = own.public
    cards, position = public.crew_counts[rival], public.at[rival]
    if not cards:
        return 0.0
    rays = own.sea.rays[position] if position in own.sea.port_at else (own.sea.rays[position][public.heading[rival]],)
    for ray in rays:
        if square in ray:
            _, lose = own.fight(rival)
            return own.can_come(rival, ray.index(square) + 1) * lose if lose else 0.0
    return 0.0


def gauntlet(own: Reckoning, start: int, square: int) -> float:
    """Return the expected loss to ships on the way that may intercept."""
    ray = next((ray for ray in own.sea.rays[start] if square in ray), ())
    passed = ray[: ray.index(square)] if ray else ()
    risk = 0.0
    for stop in passed:
        for rival in own.at_sea.get(stop, ()):
            risk += IN_PASSING * own.fight(rival)[1]
    return own.style.fear * own.stake * min(1.0, risk)
