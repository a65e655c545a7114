"""What the rules of Trade Winds cost beside Buccaneer's, and how well its bots play.

    python bench/trade_winds.py [--games 400]

Fails when random play is slower than 70 % of Buccaneer's, a sailing decision takes 0.5 ms, or a bot misses its bar.
"""

import argparse
import random
import sys
import time
from collections import Counter
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.engine import Dice
from games.engine.random_play import play_out, random_bot
from games.management.commands.playout import Timed
from games.rulesets import get_ruleset
from games.rulesets.trade_winds import RULESET as RULES

SHARE, LISTING_MS, SLOW_MS = 0.7, 0.5, 1000
BARS = (("strong", "middle", 0.40), ("middle", "easy", 0.40), ("easy", "random", 0.40))
ACTIONS = 20_000


def actions_a_second(rules, places) -> float:
    """Random play over as many games as it takes; the best of three runs."""
    best = 0.0
    for _ in range(3):
        done, seed, start = 0, 0, time.perf_counter()
        while done < ACTIONS:
            seed, dice = seed + 1, Dice(f"bench {seed}".encode())
            state, _ = rules.setup(places, 0, {}, dice)
            done += play_out(rules, state, [random_bot] * len(places), dice, random.Random(seed).randrange).actions
        best = max(best, done / (time.perf_counter() - start))
    return best


def listing() -> float:
    """Median milliseconds of listing a sailing decision at sea."""
    took: list[float] = []

    def watch(action, state, events):
        if state.agenda and state.agenda[-1][0] == "before":
            start = time.perf_counter()
            RULES.decisions(state)
            took.append((time.perf_counter() - start) * 1000)

    dice = Dice(b"listing")
    state, _ = RULES.setup(["blue", "purple", "green", "red"], 0, {}, dice)
    play_out(RULES, state, [random_bot] * 4, dice, random.Random(1).randrange, watch=watch)
    return median(took)


def game(levels: list[str], seed: str):
    """(how it went, slowest decision in ms); goods are counted after every action."""
    chance, dice, places = random.Random(seed), Dice(seed.encode()), []
    for _ in levels:
        places.append(chance.choice(RULES.places_left(places, len(levels))))
    order = [place for place, _ in RULES.places]
    state, _ = RULES.setup(sorted(places, key=order.index), chance.randrange(len(levels)), {}, dice)
    bots = [Timed(random_bot if level == "random" else RULES.bots[level]) for level in levels]
    before = RULES.inventory(state)

    def watch(action, state, events):
        if RULES.inventory(state) != before:
            raise SystemExit(f"goods were made or lost in game {seed} by {action}")

    played = play_out(RULES, state, bots, dice, chance.randrange, most=20_000, watch=watch)
    return played, max(bot.slowest for bot in bots) * 1000


def compare(one: str, many: str, players: int, games: int, bar: float) -> bool:
    """One of the first against the rest; prints a line. False when it stays below its bar."""
    won, rounds, slowest, reasons = 0.0, [], 0.0, Counter()
    for index in range(games):
        seat = index % players
        played, slow = game([one if other == seat else many for other in range(players)], f"bench:{index}")
        won += (seat in played.outcome.winners) / len(played.outcome.winners)
        rounds.append(played.rounds)
        reasons[played.outcome.reason] += 1
        slowest = max(slowest, slow)
    ends = ", ".join(f"{reason} {count}" for reason, count in reasons.most_common())
    share = won / games
    print(f"{one} v {players - 1} {many:<8} won {share:6.1%}   rounds {median(rounds):.0f}   slowest {slowest:.0f} ms   {ends}", flush=True)
    return share >= bar and slowest < SLOW_MS


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=400)
    games = parser.parse_args().games
    ours = actions_a_second(RULES, ["blue", "purple", "green", "red"])
    theirs = actions_a_second(get_ruleset("buccaneer"), ["bombay", "bristol", "genoa", "amsterdam"])
    print(f"random play: {ours:,.0f} actions a second, {ours / theirs:.0%} of Buccaneer's {theirs:,.0f}")
    listed = listing()
    print(f"listing a sailing decision: {listed:.4f} ms")
    results = [ours >= SHARE * theirs, listed < LISTING_MS]
    results += [compare(one, many, 4, games, bar) for one, many, bar in BARS]
    results += [compare(level, level, players, games, 0.0) for players in range(2, 7) for level in ("strong", "middle")]
    print("every bar was reached" if all(results) else "A BAR WAS MISSED")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
