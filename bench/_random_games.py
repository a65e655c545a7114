"""Compare the speed of random games of four with Buccaneer's: shared by the programs about single editions.

Times are CPU time of this program alone, so that other programs on the machine do not blur them.
"""

import random
import time
from collections.abc import Sequence
from statistics import median

from games.engine import Dice
from games.engine.random_play import play_out, random_bot
from games.rulesets import get_ruleset

BUCCANEER = ("bombay", "bristol", "genoa", "amsterdam")
ACTIONS, RUNS = 12_000, 5


def played(rules, places: Sequence[str], seed: int, watch=None) -> int:
    """Return the number of actions of one random game."""
    dice = Dice(f"bench {seed}".encode())
    state, _ = rules.setup(list(places), 0, {}, dice)
    return play_out(rules, state, [random_bot] * len(places), dice, random.Random(seed).randrange, watch=watch).actions


def actions_a_second(rules, places: Sequence[str], first: int) -> float:
    """Return the actions per second of random play, over as many whole games as needed, from seed `first` on."""
    done, seed, start = 0, first, time.process_time()
    while done < ACTIONS:
        done += played(rules, places, seed)
        seed += 1
    return done / (time.process_time() - start)


def beside_buccaneer(rules, places: Sequence[str]) -> float:
    """Print and return the edition's share of Buccaneer's actions per second: medians of alternating runs after a warm-up."""
    sides = ((rules, places), (get_ruleset("buccaneer"), BUCCANEER))
    runs = [[actions_a_second(*side, 100 * run) for side in sides] for run in range(RUNS + 1)][1:]
    ours, theirs = (median(one) for one in zip(*runs, strict=True))
    print(f"random games of four: {ours:,.0f} actions a second, {ours / theirs:.0%} of Buccaneer's {theirs:,.0f}")
    return ours / theirs


def took(work, *given) -> float:
    """Return the milliseconds of one call."""
    start = time.process_time_ns()
    work(*given)
    return (time.process_time_ns() - start) / 1e6


def verdict(good: bool) -> int:
    """Print the last line for people, and return the exit code."""
    print("every bar was reached" if good else "A BAR WAS MISSED")
    return 0 if good else 1
