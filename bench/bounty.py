"""What the rules of Bounty cost beside Buccaneer's, in processor time of this program alone.

    python bench/bounty.py

Fails when random games of four make fewer actions a second than Buccaneer's, or when finding the squares that a throw reaches
takes 0.3 ms in the median, worked out anew or in the course of a game.
"""

import random
import sys
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.engine import Dice
from games.engine.random_play import play_out, random_bot
from games.rulesets import get_ruleset
from games.rulesets.bounty import RULESET as RULES
from games.rulesets.bounty.chart import NAMES, walks

OURS, THEIRS = ["red", "blue", "green", "yellow"], ["bombay", "bristol", "genoa", "amsterdam"]
REACH_MS, ACTIONS, RUNS = 0.3, 12_000, 5


def played(rules, places, seed: int, watch=None) -> int:
    """Actions of one random game."""
    dice = Dice(f"bench {seed}".encode())
    state, _ = rules.setup(places, 0, {}, dice)
    return play_out(rules, state, [random_bot] * len(places), dice, random.Random(seed).randrange, watch=watch).actions


def actions_a_second(rules, places) -> float:
    """Random play over as many whole games as it takes."""
    done, seed, start = 0, 0, time.process_time()
    while done < ACTIONS:
        seed += 1
        done += played(rules, places, seed)
    return done / (time.process_time() - start)


def took(work, *given) -> float:
    """Milliseconds of one call."""
    start = time.process_time_ns()
    work(*given)
    return (time.process_time_ns() - start) / 1e6


def anew() -> float:
    """Median of finding what every throw reaches from every square, nothing remembered."""
    return median(took(walks.__wrapped__, square, throw) for square in NAMES for throw in range(2, 7))


def listing() -> float:
    """Median of listing what a ship may do, with the prey in reach, in random games."""
    found: list[float] = []

    def watch(action, state, events):
        if state.agenda and state.agenda[-1][0] == "sail":
            found.append(took(RULES.decisions, state))

    for seed in range(3):
        played(RULES, OURS, seed, watch)
    return median(found)


def main() -> int:
    pairs = [(actions_a_second(RULES, OURS), actions_a_second(get_ruleset("buccaneer"), THEIRS)) for _ in range(RUNS)]
    ours, theirs = (median(one) for one in zip(*pairs, strict=True))
    print(f"random games of four: {ours:,.0f} actions a second, {ours / theirs:.0%} of Buccaneer's {theirs:,.0f}")
    cold, warm = anew(), listing()
    print(f"squares within reach of a throw: {cold:.4f} ms worked out anew, {warm:.4f} ms with all that is offered in a game")
    good = ours >= theirs and cold < REACH_MS and warm < REACH_MS
    print("every bar was reached" if good else "A BAR WAS MISSED")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
