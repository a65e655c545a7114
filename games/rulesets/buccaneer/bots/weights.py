"""The weights of each level, in points of treasure. Data only: tuned by bench/bots.py."""

from dataclasses import dataclass

HOME, TREASURE_ISLAND, FLAT_ISLAND, KIDD, PORTS = "home", "treasure", "flat", "kidd", "ports"


@dataclass(frozen=True, slots=True, eq=False)
class Style:
    """One level.

    turn         worth of a turn: the rate at which a captain earns treasure
    slips        how many of a hundred answers are random
    laden        with this much treasure aboard, only the way home is considered
    plans        the trips this level considers
    crew         worth of each further four points of sailing strength, the first four first
    might        worth of a point of fighting strength up to ten
    boldness     a fight must promise at least this much
    fear         how much of a feared loss counts
    spread       the risk of a turn at sea with a point of cargo
    spite        extra worth of taking treasure that would soon win the game for another captain
    draw_worth   worth of a chance card besides its treasure and crew
    hunt         the assumed chance that a loaded rival stays, which makes it worth pointing at them
    bluffs       how many times in a hundred a captain considers sailing too far; `believed` how likely the distance must look
    deals        how many times the others' hands are dealt before a fight is weighed; at 0 by the odds of the pack alone
    doubt        the share of moves assumed to be bluffs before anything is known of them; negative: never disputes
    trade_gain   a deal must improve the position by this much
    gives, change   how many things are given at most in a deal, and how many crew cards are taken as change
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
"""Worth of having twenty at home beyond the treasure itself."""

MONEY = {5: 2.6, 4: 2.1, 3: 1.8}
"""Worth of a kept card aboard, by what it buys; a chart can also dig. A used chart is worth less (see `goods`)."""

JOHN = 1.6
"""Long John Silver aboard."""

SPENT_CHART = 1.4
ABOARD = 0.9
"""Worth of a point of treasure in the hold compared with one at home."""

FILLED = 0.7
"""Cost of filling a place in the hold, since nothing better then fits there."""

SURPLUS = 0.2
"""Worth of a point beyond those that win."""

NOT_YET = 0.6
"""Share of the worth of winning while the treasure is still at sea."""

MEAN_CREW = 46 / 26
"""Worth of an unknown crew card in sailing strength."""

GIVEN_UP = 0.8
"""Worth of a crew card that its owner chose to lose compared with an unknown one."""

SECOND = 0.15
"""Weight of the second best trip, since a square with a choice is better."""

IN_PASSING = 0.5
"""The chance that a captain who could win attacks a passing ship."""

DOUBTED = 0.3
"""The chance that an opponent disputes an incredible distance."""

HARMED = 0.4
"""Worth to others of each point of crew that a rival loses."""

ASHORE = 0.3
"""Worth of a point of crew at the docks."""

SAME_KIND = 0.05
"""Extra worth of a piece for each of its kind at home: three can be locked away."""

ROBBED = 0.5
"""Worth to others of each point taken from a rival."""

JOHN_BRINGS = 4
"""Long John Silver is landed for crew worth this much."""

DIG_FROM = 4
"""Kidd's chart is used for treasure worth at least this much."""

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
