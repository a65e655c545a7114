"""Random games of every edition, by the rules alone and in small towns, until a fault is found or the time is up."""

from collections import Counter
from collections.abc import Callable
from itertools import product
from time import monotonic

from games.engine import Ruleset

from .in_memory import Trial
from .run import simulate
from .town import Failed, Plan

EVERY = 60
"""Seconds between two progress messages."""


class Fault(Exception):
    """A random game found a fault; the message says which, and how to repeat the game."""


def soak(editions: list[Ruleset], seed: int, parts: list[str], end: float, tell: Callable[[str], object]) -> None:
    """Play games, each of the edition and part with the least time so far, until `end`. Raise Fault at the first fault."""
    spent = dict.fromkeys(product(range(len(editions)), parts), 0.0)
    games, last_line = Counter[tuple[int, str]](), monotonic()
    while (begun := monotonic()) < end:
        turn = min(spent, key=lambda turn: spent[turn])
        PARTS[turn[1]](editions[turn[0]], seed + games[turn], end)
        games[turn] += 1
        spent[turn] += monotonic() - begun
        if monotonic() - last_line > EVERY:
            last_line = monotonic()
            tell(played(editions, games))
    tell(f"no fault: {played(editions, games)}")


def played(editions: list[Ruleset], games: Counter[tuple[int, str]]) -> str:
    return ", ".join(f"{editions[index].slug} ({part}) {count}" for (index, part), count in sorted(games.items()))


def in_memory(rules: Ruleset, number: int, end: float) -> None:
    """Play one game by the rules alone, at most until `end`. Raise Fault at the first fault."""
    trial = None
    try:
        trial = Trial(rules, number)
        for _ in trial.play():
            if monotonic() > end:
                return
    except Exception as fault:
        again = f"python -m harness soak --ruleset {rules.slug} --part memory --seed {number}"
        raise Fault(f"{type(fault).__name__}: {fault}\nagain: {again}\n{trial or ''}") from fault


def on_the_site(rules: Ruleset, number: int, end: float) -> None:
    """Let four people play this edition on the site for half a virtual day. Raise Fault at the first fault."""
    try:
        simulate(Plan(number, 4, 0.5, "none", rules.slug, "busy"))
    except Failed as failure:
        raise Fault(str(failure)) from failure


PARTS: dict[str, Callable[[Ruleset, int, float], None]] = {"memory": in_memory, "site": on_the_site}
