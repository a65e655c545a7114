"""Compare the cost of Piracy's rules with Buccaneer's, in CPU time of this program alone, and measure how long its games last.

    python bench/piracy.py [--games 40]

Fails if random games of four make less than half of Buccaneer's actions a second (65 % before Buccaneer became 1.3 times as fast), or
finding everything within six squares takes 1 ms.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path
from statistics import mean, median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from _random_games import beside_buccaneer, took, verdict

from games.rulesets.piracy import RULESET as RULES
from games.rulesets.piracy.board import COLOURS
from games.rulesets.piracy.chart import CHARTS
from games.rulesets.piracy.course import reach
from games.rulesets.piracy.options import DEFAULTS
from games.rulesets.piracy.setup import empty_state
from games.standalone.playouts import play_game

SHARE, REACH_MS = 0.5, 1.0
LENGTHS = (
    ("race", 2, 34.6),
    ("race", 3, 45.8),
    ("race", 4, 61.9),
    ("race", 5, 78.5),
    ("race", 6, 96.2),
    ("hoard", 4, 69.6),
    ("hoard", 6, 141.2),
)
"""Mode, captains, and the turns of a game when the rules were first measured."""


def reaching() -> float:
    """Return the median milliseconds of finding everything within six squares, from every square at sea."""
    found = []
    for at, land in enumerate(CHARTS["one"].land):
        if not land:
            state = empty_state([0, 1, 2, 3], DEFAULTS)
            state.pos[0] = at
            found.append(took(reach, state, 0, "die", 6))
    return median(found)


def lasting(mode: str, players: int, measured: float, games: int) -> None:
    """Print how long games of strong bots last."""
    turns, ended = [], Counter()

    def watch(action, state, events):
        turns[-1] += sum(event.name == "turn-began" for event in events)

    for index in range(games):
        turns.append(1)
        game = play_game(RULES, ["strong"] * players, DEFAULTS | {"mode": mode}, f"long {index}", watch)
        ended[game["reason"]] += 1
    told = f"{mean(turns):.1f} turns ({mean(turns) / measured - 1:+.0%} of {measured}), longest {max(turns)}"
    print(f"{mode} {players}: {told}, {dict(ended)}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=40, help="how many games of each length to play")
    games = parser.parse_args().games
    share, found = beside_buccaneer(RULES, COLOURS[:4]), reaching()
    print(f"within six squares: {found:.2f} ms")
    for mode, players, measured in LENGTHS:
        lasting(mode, players, measured, games)
    return verdict(share >= SHARE and found < REACH_MS)


if __name__ == "__main__":
    sys.exit(main())
