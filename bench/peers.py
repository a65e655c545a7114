"""Compare the CPU time of Buccaneer's rules and of other game libraries, in turns; compare ratios within one run only.

    python bench/peers.py [another checkout of this project]

Random play lists the legal answers, chooses one, checks it and applies it; the bench compares it with catanatron's random play, and listing
the answers to a sailing decision with listing the legal moves of a middlegame in python-chess. docs/performance.md says how to install
the libraries; missing libraries are skipped.
"""

import json
import os
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from _site import ROOT, Program

FOLDER = Path(os.environ.get("PEERS") or ROOT / "var" / "peers")
"""The folder with the virtual environments `catanatron` and `chess`."""
ROUNDS, ACTIONS, POSITIONS, LISTS = 7, 8_000, 60, 20
PLACES = ["bombay", "bristol", "genoa", "amsterdam"]
GOALS = {
    "random play, actions a second": ("catanatron", 2.5),
    "with a view for every seat, actions a second": ("catanatron", 1.5),
    "sailing decisions listed, a second": ("chess", 3),
}


def main(other: str) -> None:
    """Let the programs measure in turns; print medians, and the ratios of medians and of the best results."""
    sides = {"here": checkout(ROOT)} | ({"there": checkout(Path(other).resolve())} if other else {})
    for name, program in (("catanatron", "catanatron_playouts.py"), ("chess", "chess_listing.py")):
        if (python := FOLDER / name / "bin" / "python").exists():
            sides[name] = Program([python, ROOT / "bench" / "peers" / program])
        else:
            print(f"{name}: left out, it is not installed")
    rounds = [{name: side() for name, side in sides.items()} for _ in range(ROUNDS)]
    for side in sides.values():
        side.end()
    for index, (title, (peer, goal)) in enumerate(GOALS.items()):
        here = [figures["here"][index] for figures in rounds]
        print(f"{title:<46} {median(here):>9,.0f}", end="")
        for name in sorted({"there", peer} & sides.keys(), reverse=True):
            beside = [figures[name][index] if name == "there" else figures[name] for figures in rounds]
            ratios = f"{median(here) / median(beside):.2f} times (best: {max(here) / max(beside):.2f})"
            print(f"   {name} {median(beside):>9,.0f}, {ratios}", end="")
        print(f"   goal {goal} times {peer}", flush=True)


def checkout(folder: Path) -> Program:
    """Start a process that measures the rules in the given checkout."""
    env = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{Path(__file__).parent}"}
    return Program([sys.executable, "-P", Path(__file__), "--measure"], cwd=folder, env=env)


def measure() -> None:
    """Measure this checkout's rules once for each line of standard input; print the figures as JSON."""
    from games.rulesets.buccaneer import ONLINE

    states = sailing_states()
    for _ in sys.stdin:
        figures = [actions_a_second(lambda state: None), actions_a_second(ONLINE.views), lists_a_second(states)]
        print(json.dumps(figures), flush=True)


def random_game(seed: int) -> Iterator[Any]:
    """Yield the state after each action of a random game of Buccaneer."""
    from games.engine import Dice, play
    from games.engine.random_play import next_action, random_bot
    from games.rulesets.buccaneer import ONLINE

    dice, chance = Dice(f"bench {seed}".encode()), random.Random(seed)
    state, _ = ONLINE.setup(PLACES, 0, {}, dice)
    while ONLINE.outcome(state) is None:
        decisions = ONLINE.decisions(state)
        action = next_action(ONLINE, state, [random_bot] * len(PLACES), chance.randrange, decisions)
        state = play(ONLINE, state, action, dice, decisions).state
        yield state


def actions_a_second(look: Callable[[Any], object]) -> float:
    """Return the number of random actions per second of CPU time; `look` is called with the state after each."""
    seed, actions, start = 0, 0, process_time()
    while actions < ACTIONS:
        for state in random_game(seed):
            look(state)
            actions += 1
            if actions == ACTIONS:
                break
        seed += 1
    return actions / (process_time() - start)


def sailing_states() -> list[Any]:
    """Return states of random games at a sailing decision."""
    from games.rulesets.buccaneer import ONLINE

    states, seed = [], 0
    while len(states) < POSITIONS:
        seed += 1
        for number, state in zip(range(400), random_game(seed), strict=False):
            if number % 20 == 19 and ONLINE.decisions(state)[0].name == "sail":
                states.append(state)
    return states


def lists_a_second(states: list[Any]) -> float:
    """Return for how many sailing decisions all answers can be listed per second of CPU time."""
    from games.rulesets.buccaneer import ONLINE

    start = process_time()
    for state in states * LISTS:
        sum(1 for _ in ONLINE.decisions(state)[0].answers())
    return len(states) * LISTS / (process_time() - start)


if __name__ == "__main__":
    if sys.argv[1:] == ["--measure"]:
        measure()
    else:
        main(sys.argv[1] if len(sys.argv) > 1 else os.environ.get("BEFORE", ""))
