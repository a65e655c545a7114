"""Compare the cost of Bounty's rules with Buccaneer's, in CPU time of this program alone.

    python bench/bounty.py

Fails if random games of four make less than 65 % of Buccaneer's actions a second, or if finding the squares that a throw reaches
takes 0.3 ms in the median, from scratch or in the course of a game.
"""

import sys
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from _random_games import beside_buccaneer, played, took, verdict

from games.rulesets.bounty import RULESET as RULES
from games.rulesets.bounty.chart import NAMES, walks

PLACES = ("red", "blue", "green", "yellow")
SHARE, REACH_MS = 0.65, 0.3


def anew() -> float:
    """Return the median time of finding what every throw reaches from every square, without a cache."""
    return median(took(walks.__wrapped__, square, throw) for square in NAMES for throw in range(2, 7))


def listing() -> float:
    """Return the median time of listing what a ship may do, with prey in reach, in random games."""
    found: list[float] = []

    def watch(action, state, events):
        if state.agenda and state.agenda[-1][0] == "sail":
            found.append(took(RULES.decisions, state))

    for seed in range(3):
        played(RULES, PLACES, seed, watch)
    return median(found)


def main() -> int:
    share, cold, warm = beside_buccaneer(RULES, PLACES), anew(), listing()
    print(f"squares within reach of a throw: {cold:.4f} ms worked out anew, {warm:.4f} ms with all that is offered in a game")
    return verdict(share >= SHARE and cold < REACH_MS and warm < REACH_MS)


if __name__ == "__main__":
    sys.exit(main())
