"""What the rules of Piracy cost beside Buccaneer's, how long its games last, and how well its bots play.

    python bench/piracy.py [--games 400]

Fails when random play is slower than Buccaneer's, everything within six squares takes 1 ms to find, or a bot misses its bar.
"""

import argparse
import random
import sys
import time
from collections import Counter
from pathlib import Path
from statistics import mean, median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.engine import Dice
from games.engine.random_play import play_out, random_bot
from games.management.commands.playout import Timed
from games.rulesets import get_ruleset
from games.rulesets.piracy import RULESET as RULES
from games.rulesets.piracy.board import COLOURS
from games.rulesets.piracy.chart import CHARTS
from games.rulesets.piracy.course import reach
from games.rulesets.piracy.options import DEFAULTS
from games.rulesets.piracy.setup import empty_table

REACH_MS, SLOW_MS, ACTIONS = 1.0, 1000, 12_000
BARS = (("strong", "middle", 4, "race", 0.40), ("strong", "middle", 4, "hoard", 0.60), ("middle", "easy", 4, "race", 0.40),
        ("easy", "random", 4, "race", 0.40))  # fmt: skip
LENGTHS = (
    ("race", 2, 34.6),
    ("race", 3, 45.8),
    ("race", 4, 61.9),
    ("race", 5, 78.5),
    ("race", 6, 96.2),
    ("hoard", 4, 69.6),
    ("hoard", 6, 141.2),
)
"""Mode, captains, and the turns that a game took where the rules were measured first."""


def actions_a_second(rules, places, first: int) -> float:
    """Random play over as many games as it takes, by the time this process itself was at work."""
    done, seed, start = 0, first, time.process_time()
    while done < ACTIONS:
        seed, dice = seed + 1, Dice(f"bench {seed}".encode())
        state, _ = rules.setup(places, 0, {}, dice)
        done += play_out(rules, state, [random_bot] * len(places), dice, random.Random(seed).randrange).actions
    return done / (time.process_time() - start)


def side_by_side(runs: int = 7) -> tuple[float, float]:
    """(ours, Buccaneer's) actions a second: medians of runs in turn, after one that only warms up."""
    sides = ((RULES, COLOURS[:4]), (get_ruleset("buccaneer"), ["bombay", "bristol", "genoa", "amsterdam"]))
    taken = [[actions_a_second(*side, 100 * run) for side in sides] for run in range(runs + 1)][1:]
    return median(ours for ours, _ in taken), median(theirs for _, theirs in taken)


def reaching() -> float:
    """Median milliseconds of finding everything within six squares, from every square at sea."""
    took, chart = [], CHARTS["one"]
    for at, land in enumerate(chart.land):
        if not land:
            state = empty_table([0, 1, 2, 3], DEFAULTS)
            state.pos[0] = at
            start = time.perf_counter()
            reach(state, 0, "die", 6)
            took.append((time.perf_counter() - start) * 1000)
    return median(took)


def game(levels: list[str], options: dict, seed: str):
    """(how it went, slowest decision in ms, turns); coins, balls and cards are counted after every action."""
    chance, dice = random.Random(seed), Dice(seed.encode())
    state, _ = RULES.setup(COLOURS[: len(levels)], 0, options, dice)
    bots = [Timed(random_bot if level == "random" else RULES.bots[level]) for level in levels]
    before, turns = RULES.inventory(state), [1]

    def watch(action, state, events):
        turns[0] += sum(event.name == "turn-began" for event in events)
        if RULES.inventory(state) != before:
            raise SystemExit(f"goods were made or lost in game {seed} by {action}")

    played = play_out(RULES, state, bots, dice, chance.randrange, most=20_000, watch=watch)
    return played, max(bot.slowest for bot in bots) * 1000, turns[0]


def compare(one: str, many: str, players: int, mode: str, bar: float, games: int) -> bool:
    """One seat (in Hoard one team) of the first level against the rest. False when it stays below its bar."""
    won, slowest, reasons = 0.0, 0.0, Counter()
    teams = players // 2 if mode == "hoard" else players
    for index in range(games):
        mine = [seat for seat in range(players) if seat % teams == index % teams]
        levels = [one if seat in mine else many for seat in range(players)]
        played, slow, _ = game(levels, {"mode": mode}, f"{one} {many} {index}")
        won += sum(seat in mine for seat in played.outcome.winners) / len(played.outcome.winners)
        slowest, reasons = max(slowest, slow), reasons + Counter([played.outcome.reason])
    good = won / games >= bar and slowest < SLOW_MS
    told = f"won {won / games:.1%} (at least {bar:.0%}), slowest {slowest:.0f} ms, {dict(reasons)}"
    print(f"{mode} {players}: {one} v {many}: {told} {'' if good else 'MISSED'}", flush=True)
    return good


def lasting(mode: str, players: int, measured: float, games: int) -> None:
    """How long games of strong bots last."""
    results = [game(["strong"] * players, {"mode": mode}, f"long {index}") for index in range(games)]
    turns, ended = mean(turns for _, _, turns in results), Counter(played.outcome.reason for played, _, _ in results)
    told = f"{turns:.1f} turns ({turns / measured - 1:+.0%} of {measured}), longest {max(count for _, _, count in results)}"
    print(f"{mode} {players}: {told}, {dict(ended)}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=400)
    games = parser.parse_args().games
    (ours, theirs), found = side_by_side(), reaching()
    print(f"random play: {ours:,.0f} actions a second, Buccaneer's {theirs:,.0f}; within six squares: {found:.2f} ms")
    results = [ours >= theirs, found < REACH_MS, *(compare(*bar[:4], bar[4], games) for bar in BARS)]
    for mode, players, measured in LENGTHS:
        lasting(mode, players, measured, max(1, games // 10))
    print("every bar was reached" if all(results) else "A BAR WAS MISSED")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
