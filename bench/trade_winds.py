"""Compare the cost of Trade Winds' rules with Buccaneer's, in CPU time of this program alone.

    python bench/trade_winds.py

Fails if random games of four make less than 70 % of Buccaneer's actions a second, or a sailing decision takes 0.5 ms to list.
"""

import sys
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from _random_games import beside_buccaneer, played, took, verdict

from games.rulesets.trade_winds import RULESET as RULES

PLACES = ("blue", "purple", "green", "red")
SHARE, LISTING_MS = 0.7, 0.5


def listing() -> float:
    """Return the median milliseconds of listing a sailing decision at sea."""
    found: list[float] = []

    def watch(action, state, events):
        if state.agenda and state.agenda[-1][0] == "before":
            found.append(took(RULES.decisions, state))

    played(RULES, PLACES, 1, watch)
    return median(found)


def main() -> int:
    share, listed = beside_buccaneer(RULES, PLACES), listing()
    print(f"listing a sailing decision: {listed:.4f} ms")
    return verdict(share >= SHARE and listed < LISTING_MS)


if __name__ == "__main__":
    sys.exit(main())
