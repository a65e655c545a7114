"""How each level weighs things, in points of treasure. Data only: tuned by bench/bots.py."""

from dataclasses import dataclass

HOME, TREASURE_ISLAND, FLAT_ISLAND, KIDD, PORTS = "home", "treasure", "flat", "kidd", "ports"


@dataclass(frozen=True, slots=True, eq=False)
class Style:
    """One level.

    turn         what a turn is worth: the rate at which a captain earns treasure
    slips        how many times in a hundred any legal answer will do
    laden        with so much treasure aboard only home is thought of
    plans        the trips this level thinks of
    crew         worth of each further four points of sailing strength, the first four first
    might        worth of a point of fighting strength up to ten
    boldness     a fight must promise at least this much
    fear         how much of a feared loss counts
    spread       the risk of having a point of cargo at sea for a turn
    spite        extra worth of taking what would soon win the game for somebody else
    draw_worth   what a chance card is worth besides its treasure and crew
    hunt         how likely a laden rival is thought to lie still, so that pointing at them pays
    bluffs       how many times in a hundred a captain thinks of sailing too far; `believed` how likely the distance must look
    deals        so many times the others' hands are supposed before a fight is weighed; at 0 by the odds of the pack alone
    doubt        the share of moves that is taken for bluffs before anything is known of them; below nothing: never disputes
    trade_gain   a deal must better one's lot by this much
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
"""What having twenty at home is worth beyond the treasure itself."""

MONEY = {5: 2.6, 4: 2.1, 3: 1.8}
"""What a kept card aboard is worth, by what it buys; a chart digs too. One that can no longer dig is worth less, see `goods`."""

JOHN = 1.6
"""Long John Silver aboard."""

SPENT_CHART = 1.4
ABOARD = 0.9
"""What a point of treasure in the hold is worth against one at home."""

FILLED = 0.7
"""What filling a place in the hold costs: it cannot hold anything better then."""

SURPLUS = 0.2
"""What a point is worth beyond those that win."""

NOT_YET = 0.6
"""What the promise of winning is worth while the treasure is still at sea."""

MEAN_CREW = 46 / 26
"""What an unknown crew card is worth in sailing strength."""

GIVEN_UP = 0.8
"""What a crew card that its owner chose to lose is worth against an unknown one."""

SECOND = 0.15
"""How much the second best trip counts: a square that leaves a choice is the better one."""

IN_PASSING = 0.5
"""How likely a captain is to attack anyone who sails past them, if they could win."""

DOUBTED = 0.3
"""How likely somebody is to dispute a distance that is hardly to be believed."""

HARMED = 0.4
"""What each point of crew that a rival loses is worth, because they have it no more."""

ASHORE = 0.3
"""What a point of crew at the docks is worth."""

SAME_KIND = 0.05
"""What a piece is worth more for each of its kind that lies at home: three can be locked away."""

ROBBED = 0.5
"""What each point taken from a rival is worth because they have it no more."""

JOHN_BRINGS = 4
"""Long John Silver is landed for crew worth this much."""

DIG_FROM = 4
"""And Kidd's chart for treasure worth this much."""

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
