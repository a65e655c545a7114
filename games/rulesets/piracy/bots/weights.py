"""The weights of the bots, all in one place: turns in a Race, tenths of a coin in Hoard."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    """One level.

    `rivals`: how much the leader's progress hurts; `caution`: how much danger counts; `slips`: how many of a hundred plans are
    random; `deep`: how many plans for the event are computed with the voyage after it; `guns`: whether it fires.
    """

    rivals: float
    caution: float
    slips: int
    deep: int
    guns: bool


STYLES = {
    "easy": Style(rivals=0.0, caution=0.0, slips=34, deep=1, guns=False),
    "middle": Style(rivals=0.15, caution=0.1, slips=25, deep=1, guns=True),
    "strong": Style(rivals=0.6, caution=0.2, slips=0, deep=6, guns=True),
}

SPEED = (3.5, 3.5, 2.0, 1.5, 1.0)
"""Average squares per turn by coins aboard."""
ASHORE, CAPTIVE = 0.8, 2.4
"""Turns lost on an island, and in captivity."""
ANOTHER = 2.2
"""Turns to fetch one more coin from the hoard by sailing around to it."""
NO_COINS = 8.0
"""Turns to a possible source of coins when none lie about."""
COIN = 4.5
"""Turns that a coin aboard is worth."""
CATCH = 0.5
"""Chance that a captain who could move a monster onto a ship does so."""
WON = 1000.0
TEAM_RIVALS, TEAM_CAUTION = 1.2, 1.5
"""Factors for both weights in Hoard."""
HOME, ABOARD, WAY, IDLE = 10.0, 8.0, 0.5, 0.4
"""Hoard: a coin at home, a coin aboard, less per turn from home, and per turn of an empty ship from coins."""
