"""How each level weighs things, in points of treasure. Data only: tuned by bench/bots.py."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    """One level.

    turn        what a turn is worth: the rate at which a captain earns treasure
    risk        what a point of cargo at sea costs a turn
    slips       how many times in a hundred any legal answer will do
    crew        worth of each point of sailing strength: up to eight, up to twelve, beyond
    might       worth of a point of fighting strength, up to ten
    boldness    a fight must promise at least this much
    grace       what the free turn of the loser costs the winner
    fear        how likely a stronger rival in reach is thought to attack
    spite       extra worth of taking what would soon win the game for somebody else
    gives       how many things are given at most in a deal; 0: no trade
    balances    leaves crew at home that only weakens them in a fight
    roams       thinks of harbours, of the two islands and of charts
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
"""What having twenty at home is worth beyond the treasure itself."""
SURPLUS = 0.2
"""What a point beyond twenty is worth."""
ABOARD = 0.85
"""What a point of treasure aboard is worth against one at home."""
KEPT = {"SP": 3.4, "PP": 2.7, "HC": 3.4, "NC": 3.4, "TW": 1.8}
MEAN_CREW = 2.0
CHART_FINDS = 6.5
"""Points that a chart digs up."""
