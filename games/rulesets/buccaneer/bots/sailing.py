"""Choices at sea (where to sail, whom to attack, which way to point, where to flee), and the dangers there."""

from games.engine import Choose, Decision, Pick
from games.engine.decisions import Below
from games.kit.heading import HEADINGS, NUMBER

from . import odds
from .goods import crew_worth
from .reckoning import Reckoning
from .trips import Outlook
from .weights import DOUBTED, IN_PASSING


def danger(own: Reckoning, square: int) -> float:
    """Return the expected loss from attacks by ships that can reach this square before the captain's next turn."""
    if not own.style.fear or square in own.sea.port_at:
        return 0.0
    return own.style.fear * own.stake * sum(threat(own, rival, square) for rival in own.rivals)


def threat(own: Reckoning, rival: int, square: int) -> float:
    """Return the probability that this rival can reach the square and win a fight there."""
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
    """Return the expected loss from attacks by ships that the captain sails past on the way to this square."""
    ray = next((ray for ray in own.sea.rays[start] if square in ray), ())
    passed = ray[: ray.index(square)] if ray else ()
    risk = 0.0
    for stop in passed:
        for rival in own.at_sea.get(stop, ()):
            risk += IN_PASSING * own.fight(rival)[1]
    return own.style.fear * own.stake * min(1.0, risk)


STAY = "stay"


def choose_sail(own: Reckoning, decision: Choose | Pick, below: Below) -> str:
    outlook, bluffing = Outlook(own), below(100) < own.style.bluffs
    best: str = decision.default
    best_worth = -1e9
    for name in decision.options:
        square = own.at if name == STAY else own.sea.squares[name]
        far = max(own.sea.apart(own.at, square))
        if far > own.strength and own.hand and not (bluffing and may_bluff(own, square, far)):
            continue
        worth = worth_of_stop(own, outlook, square, name) - price_of_bluff(own, far)
        if worth > best_worth:
            best, best_worth = name, worth
    return best


def worth_of_stop(own: Reckoning, outlook: Outlook, square: int, name: str) -> float:
    worth = outlook.of_square(square) - danger(own, square)
    if square != own.at:
        worth -= gauntlet(own, own.at, square)
        worth += fight_at(own, square)
    elif name == STAY and square == own.home:
        worth -= 0.01
    return worth


def fight_at(own: Reckoning, square: int) -> float:
    """Return the expected gain of an attack on this square; zero if peace is better."""
    there = own.at_sea.get(square)
    if not there:
        return 0.0
    promise = max(own.fight_worth(rival) for rival in there)
    peaceful = len(there) == 1 and own.public.options["stop_without_fight"]
    if promise < own.style.boldness and peaceful:
        return 0.0
    return promise


def may_bluff(own: Reckoning, square: int, far: int) -> bool:
    """Return whether to consider a voyage beyond the crew's strength. Never bluff to win: such a bluff is always detected."""
    if own.public.options["oversail"] == "refuse" or (square == own.home and own.wins_with(own.hold)):
        return False
    return odds.can_sail(own.pack, len(own.hand), far) >= own.style.believed


def price_of_bluff(own: Reckoning, far: int) -> float:
    """Return the expected cost of a bluff: the worth of the crew, times the probability that an opponent disputes the voyage."""
    if far <= own.strength or not own.hand:
        return 0.0
    doubt = DOUBTED * (1 - odds.can_sail(own.pack, len(own.hand), far))
    return doubt * crew_worth(own.hand, own.style)


def choose_attack(own: Reckoning, decision: Choose | Pick, below: Below) -> str:
    rivals = [option for option in decision.options if option != "no"]
    best = max(rivals, key=lambda option: own.fight_worth(int(option)))
    if "no" in decision.options and own.fight_worth(int(best)) < own.style.boldness:
        return "no"
    return best


def choose_heading(own: Reckoning, decision: Choose | Pick, below: Below) -> str:
    outlook, square = Outlook(own), own.sea.squares[decision.facts["square"]]
    return max(decision.options, key=lambda name: (outlook.of_heading(square, NUMBER[name]), -HEADINGS.index(name)))


def choose_flee(own: Reckoning, decision: Choose | Pick, below: Below) -> str:
    """Return the best square for a free move, which never attacks."""
    outlook = Outlook(own)

    def worth(name: str) -> float:
        square = own.sea.squares[name]
        return outlook.of_square(square) - danger(own, square) - gauntlet(own, own.at, square)

    return max(decision.options, key=worth)


def choose_port(own: Reckoning, decision: Choose | Pick, below: Below) -> str:
    """Return the port to be blown to, or, if the place of arrival is taken, the best free square."""
    outlook = Outlook(own)
    return max(decision.options, key=lambda name: outlook.of_square(own.sea.squares[name]))


def choose_intercept(own: Reckoning, decision: Decision, below: Below) -> str:
    return "attack" if own.fight_worth(decision.facts["other"]) >= own.style.boldness else "pass"


def honest_options(own: Reckoning, decision: Choose | Pick) -> list[str]:
    reach = max(1, own.strength)
    return [name for name in decision.options if name == STAY or max(own.sea.apart(own.at, own.sea.squares[name])) <= reach]
