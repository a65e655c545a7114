"""The weights of each level, in points of treasure. Data only: tuned by bench/bots.py."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    """One level.

    turn        worth of a turn: the rate at which a captain earns treasure
    risk        cost per turn of a point of cargo at sea
    slips       how many of a hundred answers are random
    crew        worth of each point of sailing strength: up to eight, up to twelve, beyond
    might       worth of a point of fighting strength, up to ten
    boldness    a fight must promise at least this much
    grace       cost to the winner of the loser's free turn
    fear        the assumed chance that a stronger rival in reach attacks
    spite       extra worth of taking treasure that would soon win the game for another captain
    gives       how many things are given at most in a deal; 0: no trade
    balances    leaves crew at home that only weakens them in a fight
    roams       considers harbours, the two islands and charts
    """

    turn: float = 1.8
    risk: float = 0.05
    slips: int = 0
    crew: tuple[float, float, float] = (0.55, 0.3, 0.1)
    might: float = 0.2
    boldness: float = 0.5
    grace: float = 0.5
    fear: float = 0.0
    spite: float = 0.0
    gives: int = 0
    balances: bool = False
    roams: bool = False


STYLES = {
    "easy": Style(slips=30, risk=0.2, boldness=3.0, might=0.05),
    "middle": Style(slips=8, risk=0.14, boldness=2.0, might=0.1),
    "strong": Style(fear=0.3, spite=0.5, gives=4, balances=True, roams=True),
}

DRAW = 2.2
"""Points of treasure that a chance card brings on average."""
DRAW_CREW = 0.3
WIN_WORTH = 15.0
"""Worth of having twenty at home beyond the treasure itself."""
SURPLUS = 0.2
"""Worth of a point beyond twenty."""
ABOARD = 0.85
"""Worth of a point of treasure aboard compared with one at home."""
KEPT_CARDS = {"SP": 3.4, "PP": 2.7, "HC": 3.4, "NC": 3.4, "TW": 1.8}
MEAN_CREW = 2.0
CHART_FINDS = 6.5
"""Points that a chart digs up."""
