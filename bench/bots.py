"""Measure how well the bots of a game play: win rates with rotating seats, rounds, slowest decision, reasons of ending.

    python bench/bots.py [--edition SLUG]… [--games 100] [--seed 0] [--pair strong,middle] [--players 4] [--option NAME=VALUE]

Without --edition, every edition is played. Without --pair, all matches with bars are played, and each level against itself with every
number of captains. Fails if a bar is missed, a decision takes a second, or a game does not end.
"""

import argparse
import sys
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.rulesets import all_rulesets
from games.standalone.playouts import play_game, read_options


@dataclass(frozen=True, slots=True)
class Match:
    """One captain of level `one` against captains of level `many`; `one` must win at least the share `bar` of the games.

    With `teams` teams, partners sit `teams` seats apart, and all captains of one team are of level `one`.
    """

    one: str
    many: str
    bar: float = 0.0
    players: int = 4
    options: dict[str, Any] = field(default_factory=dict)
    teams: int = 0

    def __str__(self) -> str:
        words = "".join(f" {key}={value}" for key, value in self.options.items())
        return f"{self.one} v {self.many}, {self.players}{words}"

    def side(self, index: int) -> set[int]:
        """Return the seats of level `one` in game number `index`; the seats rotate from game to game."""
        apart = self.teams or self.players
        return {seat for seat in range(self.players) if seat % apart == index % apart}


USUAL = (Match("strong", "middle", 0.40), Match("middle", "easy", 0.40), Match("easy", "random", 0.40))
BUCCANEER = (Match("strong", "middle", 0.50), Match("middle", "random", 0.40), *USUAL[1:])
BARS = {
    "buccaneer": BUCCANEER,
    "buccaneer-classic": BUCCANEER,
    "buccaneer-family": BUCCANEER,
    "piracy": (*USUAL, Match("strong", "middle", 0.60, options={"mode": "hoard"}, teams=2)),
}
"""The matches of some editions, with bars; all other editions use USUAL."""

SLOW = 1000
"""A decision must take less than this many milliseconds."""


def play(rules, match: Match, games: int, seed: int) -> list[dict]:
    """Play the games of a match; return the result of each, with the seats of level `one` as `side`."""
    options, played = {option.key: option.default for option in rules.options} | match.options, []
    for index in range(games):
        side = match.side(index)
        levels = [match.one if seat in side else match.many for seat in range(match.players)]
        played.append(play_game(rules, levels, options, f"{seed}:{index}") | {"side": side})
    return played


def won(played: list[dict]) -> float:
    """Return the share of games won by level `one`; each win is divided equally among its winners."""
    return sum(len(game["side"].intersection(game["winners"])) / len(game["winners"]) for game in played) / len(played)


def line(match: Match, played: list[dict]) -> str:
    """Return one line that sums up the results of a match."""
    rounds = sorted(game["rounds"] for game in played)
    tenth, last = rounds[len(rounds) // 10], rounds[-1 - len(rounds) // 10]
    reasons = ", ".join(f"{reason} {count}" for reason, count in Counter(game["reason"] for game in played).most_common())
    seconds = sum(game["seconds"] for game in played) / len(played)
    return (f"{match!s:32} won {won(played):6.1%} of {len(played):4}   rounds {median(rounds):.0f} ({tenth}-{last})   "
            f"slowest {slowest(played):.1f} ms   {seconds * 1000:.0f} ms a game   {reasons}")  # fmt: skip


def slowest(played: list[dict]) -> float:
    """Return the time of the slowest decision, in milliseconds."""
    return max(game["slowest_decision_ms"] for game in played)


def reached(rules, match: Match, games: int, seed: int) -> bool:
    """Play one match and print its line; return False if it misses its bar or a decision is too slow."""
    played = play(rules, match, games, seed)
    good = won(played) >= match.bar and slowest(played) < SLOW
    print(line(match, played) + ("" if good else f"   MISSED {match.bar:.0%}"), flush=True)
    return good


def matches(rules, given) -> list[tuple[Match, int]]:
    """Return each match of one edition, with the number of games to play."""
    chosen = read_options(rules, given.option) if given.option else {}
    named = {pair.partition("=")[0].replace("-", "_") for pair in given.option}
    options = {key: value for key, value in chosen.items() if key in named}
    if given.pair:
        one, many = given.pair.split(",")
        return [(Match(one, many, players=given.players, options=options), given.games)]
    bars = [(replace(match, options=match.options | options), given.games) for match in BARS.get(rules.slug, USUAL)]
    seats = range(rules.seats[0], rules.seats[1] + 1)
    among = [Match(level, level, players=players, options=options) for players in seats for level in rules.bots]
    return bars + [(match, max(1, given.games // 10)) for match in among]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--edition", action="append", choices=list(all_rulesets()))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--pair", help="two levels: one of the first against the second")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    options, results = parser.parse_args(), []
    for slug in options.edition or all_rulesets():
        print(f"-- {slug}", flush=True)
        rules = all_rulesets()[slug]
        results += [reached(rules, match, games, options.seed) for match, games in matches(rules, options)]
    print("every bar was reached" if all(results) else "A BAR WAS MISSED")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
