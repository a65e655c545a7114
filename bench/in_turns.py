"""Compare this code with another checkout: measure a posted move and a page, strictly in turns, on SQLite.

    python bench/in_turns.py /path/to/the/other/checkout [rounds]

Each checkout plays the same game in a separate process, with its own bench/server.py and the Python of its .venv, if it has one. The
speed of a shared machine changes from minute to minute, so compare only ratios within one run; the number of Python calls varies least.
"""

import cProfile
import json
import os
import secrets
import sys
import tempfile
from pathlib import Path
from pstats import Stats
from statistics import median
from typing import Any

HERE = Path(__file__).resolve().parent.parent
AT_ONCE, FIRST, LATE, PROFILED = 6, 3, 300, 40


def main(other: str, rounds: int) -> None:
    with tempfile.TemporaryDirectory() as data, tempfile.TemporaryDirectory() as more:
        checkouts = [checkout(Path(other).resolve(), data), checkout(HERE, more)]
        ahead(checkouts, FIRST)
        compare("a move from the 3rd on", checkouts, "move", rounds)
        ahead(checkouts, max(LATE - FIRST - AT_ONCE * rounds, 0))
        compare("a move from the 300th on", checkouts, "move", rounds)
        compare("the page of the table", checkouts, "page", rounds)
        for kind in ("move", "page"):
            there, here = (play(kind, PROFILED, True) for play in checkouts)
            print(f"{f'Python calls of a {kind}':<28} {there:8.0f} there, {here:8.0f} here, ratio {here / there:.2f}")
        for play in checkouts:
            play.end()


def checkout(folder: Path, data: str) -> Any:
    """Start a process that plays with the code in the given checkout."""
    from _site import Program  # imported here because the processes import the other checkout's module

    env = {**os.environ, "BUCCANEER_DATA": data, "PYTHONPATH": f"{folder}{os.pathsep}{folder / 'bench'}"}
    own = folder / ".venv" / "bin" / "python"
    return Program([own if own.exists() else sys.executable, "-P", __file__, "--play"], cwd=folder, env=env)  # not this server.py


def ahead(checkouts: list[Any], moves: int) -> None:
    for play in checkouts:
        play("move", moves, False)


def compare(title: str, checkouts: list[Any], kind: str, rounds: int) -> None:
    """Print the median CPU time, in milliseconds, of a move or page in both checkouts, which take turns to go first."""
    took: list[list[float]] = [[], []]
    for turn in range(rounds):
        for which in (0, 1) if turn % 2 else (1, 0):
            took[which] += checkouts[which](kind, AT_ONCE, False)
    there, here = took
    ratios = f"ratio of medians {median(here) / median(there):.2f}, of minima {min(here) / min(there):.2f}"
    print(f"{title:<28} {median(there):6.1f} ms there, {median(here):6.1f} ms here, {ratios} ({len(here)} each)", flush=True)


def play() -> None:
    """Read lines of [kind, times, profiled] as JSON; for each, print the CPU milliseconds, or the number of calls if profiled."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "buccaneer_site.settings"
    import django

    django.setup()
    import server
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    secrets.token_bytes = lambda size=32: bytes(range(size))  # type: ignore[assignment,misc] # the same dice for both
    table = server.Table()
    for line in sys.stdin:
        kind, times, profiled = json.loads(line)
        print(json.dumps(calls(server, table, kind, times) if profiled else act(table, kind, times)), flush=True)


def act(table: Any, kind: str, times: int) -> list[float]:
    """Return the CPU time, in milliseconds, of each move or page."""
    return [took.cpu * 1000 for took in (table.play(times) if kind == "move" else [table.page() for _ in range(times)])]


def calls(server: Any, table: Any, kind: str, times: int) -> float:
    """Return the number of Python calls per move or page, without the calls that find the next move."""
    profile, timed = cProfile.Profile(), server.timed
    server.timed = lambda work: timed(lambda: profile.runcall(work))
    act(table, kind, times)
    server.timed = timed
    return Stats(profile).total_calls / times  # type: ignore[attr-defined]


if __name__ == "__main__":
    if sys.argv[1:] == ["--play"]:
        play()
    elif other := sys.argv[1] if len(sys.argv) > 1 else os.environ.get("BEFORE"):
        main(other, int(sys.argv[2]) if len(sys.argv) > 2 else 10)
    else:
        print("left out: give the folder of another checkout to compare with")
