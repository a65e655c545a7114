"""The weights of each level, in points of treasure. Data only, tuned by bench/bots.py."""

from dataclasses import dataclass

HOME, TREASURE_ISLAND, FLAT_ISLAND, KIDD, PORTS = "home", "treasure", "flat", "kidd", "ports"


@dataclass(frozen=True, slots=True, eq=False)
class Style:
    """The weights of one level.

    turn         the cost of a turn: the rate at which a captain earns treasure
    slips        the percentage of answers that are random
    laden        the points of treasure aboard from which only the trip home is considered
    plans        the trips that this level considers
    crew         the worth of each further four points of sailing strength, starting with the first four
    might        the worth of a point of fighting strength, up to ten points
    boldness     the minimum expected gain of a fight
    fear         the share of an expected loss that counts
    spread       the risk of a turn at sea, per point of cargo
    spite        the extra worth of taking treasure that would soon win the game for another captain
    draw_worth   the worth of a chance card, apart from treasure and crew
    hunt         the assumed probability that a loaded rival stays in place, which makes it worth pointing at them
    bluffs       the percentage of moves in which a captain considers sailing too far
    believed     the minimum probability that a hand of this size could sail the distance of a bluff
    deals        the number of times that the others' hands are dealt before a fight; 0 uses the odds of the pack alone
    doubt        the share of moves assumed to be bluffs before anything is known of them; negative: never dispute
    trade_gain   the minimum gain of a deal
    gives        the maximum number of things given in a deal
    change       the maximum number of crew cards taken as change in a deal
    """

    turn: float
    slips: int = 0
    laden: int = 99
    plans: frozenset[str] = frozenset((HOME, TREASURE_ISLAND, FLAT_ISLAND, KIDD, PORTS))
    crew: tuple[float, ...] = (0.9, 0.7, 0.4, 0.2)
    might: float = 0.15
    boldness: float = 0.3
    fear: float = 0.6
    spread: float = 0.03
    spite: float = 0.5
    draw_worth: float = 0.4
    hunt: float = 0.0
    bluffs: int = 0
    believed: float = 1.0
    deals: int = 0
    doubt: float = 0.0
    trade_gain: float = 0.3
    gives: int = 6
    change: int = 2


WIN_WORTH = 15.0
"""The worth of having twenty points at home, beyond the treasure itself."""

MONEY = {5: 2.6, 4: 2.1, 3: 1.8}
"""The worth of a kept card aboard, by what the card buys; a chart can also dig. A used chart is worth less (`SPENT_CHART`)."""

JOHN = 1.6
"""The worth of Long John Silver aboard."""

SPENT_CHART = 1.4
ABOARD = 0.9
"""The worth of a point of treasure in the hold, as a share of a point at home."""

FILLED = 0.7
"""The cost of filling a place in the hold, since nothing better then fits there."""

SURPLUS = 0.2
"""The worth of a point beyond those needed to win."""

NOT_YET = 0.6
"""The share of the worth of winning that counts while the treasure is still at sea."""

MEAN_CREW = 46 / 26
"""The worth of an unknown crew card in sailing strength."""

GIVEN_UP = 0.8
"""The worth of a crew card that its owner chose to lose, as a share of an unknown crew card."""

SECOND = 0.15
"""The weight of the second-best trip, since a square with a choice of trips is better."""

IN_PASSING = 0.5
"""The probability that a captain who could win attacks a passing ship."""

DOUBTED = 0.3
"""The probability that an opponent disputes an implausible distance."""

HARMED = 0.4
"""The worth, to each other captain, of a point of crew that a rival loses."""

ASHORE = 0.3
"""The worth of a point of crew at the docks."""

SAME_KIND = 0.05
"""The extra worth of a piece for each piece of the same kind at home: three can be locked away."""

ROBBED = 0.5
"""The worth, to each other captain, of a point taken from a rival."""

JOHN_BRINGS = 4
"""The minimum worth of crew for which Long John Silver is landed."""

DIG_FROM = 4
"""The minimum worth of treasure for which Kidd's chart is used."""

STYLES = {
    "easy": Style(
        turn=0.8,
        slips=25,
        laden=1,
        plans=frozenset((HOME, TREASURE_ISLAND)),
        boldness=2.0,
        fear=0.0,
        doubt=-1.0,
        gives=1,
        change=0,
        trade_gain=1.0,
    ),
    "middle": Style(
        turn=1.0,
        laden=4,
        plans=frozenset((HOME, TREASURE_ISLAND, FLAT_ISLAND, KIDD)),
        boldness=1.0,
        gives=2,
        change=0,
        spite=0.0,
    ),
    "strong": Style(turn=1.3, bluffs=50, believed=0.35, deals=40, doubt=0.006, hunt=0.1),
}
