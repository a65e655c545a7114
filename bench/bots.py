"""How well the bots of Buccaneer play: win rates with rotating seats, rounds, slowest decision, reasons of ending.

    python bench/bots.py [--edition buccaneer] [--games 400] [--players 4] [--seed 0] [--pair strong,middle]

Without --pair it plays the comparisons that matter and every number of players, and fails when a bar is missed.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.management.commands.playout import play_game
from games.rulesets import all_rulesets

BARS = (
    ("strong", "middle", 0.50),
    ("middle", "random", 0.40),
    ("middle", "easy", 0.40),
    ("easy", "random", 0.40),
    ("strong", "strong", 0.0),
    ("middle", "middle", 0.0),
)
"""One of the first against as many of the second as the table seats; the share of games the first must win."""

SLOW = 1000
"""Milliseconds: no decision may take as long."""


def one_against_many(rules, one: str, many: str, players: int, games: int, seed: int) -> list[dict]:
    """`one` sits in each seat in turn, `many` in all the others; the games as `playout` tells them."""
    played, options = [], {option.key: option.default for option in rules.options}
    for index in range(games):
        seat = index % players
        levels = [one if other == seat else many for other in range(players)]
        played.append(play_game(rules, levels, options, f"{seed}:{index}") | {"seat": seat})
    return played


def won(played: list[dict]) -> float:
    """The share of games won; a shared win counts in parts."""
    return sum((game["seat"] in game["winners"]) / len(game["winners"]) for game in played) / len(played)


def line(title: str, played: list[dict]) -> str:
    """One line for people."""
    rounds = sorted(game["rounds"] for game in played)
    tenth, last = rounds[len(rounds) // 10], rounds[-1 - len(rounds) // 10]
    reasons = ", ".join(f"{reason} {count}" for reason, count in Counter(game["reason"] for game in played).most_common())
    seconds = sum(game["seconds"] for game in played) / len(played)
    slowest = max(game["slowest_decision_ms"] for game in played)
    return (f"{title:20} won {won(played):6.1%} of {len(played):4}   rounds {median(rounds):.0f} ({tenth}-{last})   "
            f"slowest {slowest:.1f} ms   {seconds * 1000:.0f} ms a game   {reasons}")  # fmt: skip


def compare(rules, one: str, many: str, bar: float, players: int, games: int, seed: int) -> bool:
    """Play and print one comparison; False when it stays below its bar."""
    played = one_against_many(rules, one, many, players, games, seed)
    print(line(f"{one} v {players - 1} {many}", played), flush=True)
    return won(played) >= bar and all(game["slowest_decision_ms"] < SLOW for game in played)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--edition", default="buccaneer", choices=[slug for slug in all_rulesets() if slug.startswith("buccaneer")])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--pair", help="two levels: one of the first against the second")
    given = parser.parse_args()
    rules = all_rulesets()[given.edition]
    if given.pair:
        one, many = given.pair.split(",")
        return 0 if compare(rules, one, many, 0.0, given.players, given.games, given.seed) else 1
    results = [compare(rules, one, many, bar, given.players, given.games, given.seed) for one, many, bar in BARS]
    for players in range(rules.seats[0], rules.seats[1] + 1):
        for level in rules.bots:
            results.append(compare(rules, level, level, 0.0, players, max(1, given.games // 10), given.seed))
    print("every bar was reached" if all(results) else "A BAR WAS MISSED")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
