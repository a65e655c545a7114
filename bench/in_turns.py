"""Compare this code with another checkout: a posted move and a page, measured strictly in turns on SQLite.

    python bench/in_turns.py /path/to/the/other/checkout [rounds]

Each checkout plays the same game in a separate process, by its own bench/server.py, with the Python of its .venv if it has one. The
speed of a shared machine changes from minute to minute, so only ratios of one run count; Python calls are the steadiest figure.
"""

import cProfile
import json
import os
import secrets
import subprocess
import sys
import tempfile
from pathlib import Path
from pstats import Stats
from statistics import median
from typing import Any

HERE = Path(__file__).resolve().parent.parent
AT_ONCE, FIRST, LATE, PROFILED = 6, 3, 300, 40
KINDS = ("move", "page")


class Checkout:
    """A process that plays with the code of one folder."""

    def __init__(self, folder: Path, data: str):
        env = {**os.environ, "BUCCANEER_DATA": data, "PYTHONPATH": f"{folder}{os.pathsep}{folder / 'bench'}"}
        own = folder / ".venv" / "bin" / "python"
        command = [own if own.exists() else sys.executable, "-P", __file__, "--play"]  # not this folder's own server.py
        self.process = subprocess.Popen(command, cwd=folder, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self, kind: str, times: int, profiled: bool = False) -> Any:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps([kind, times, profiled]) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def main(other: str, rounds: int) -> None:
    with tempfile.TemporaryDirectory() as data, tempfile.TemporaryDirectory() as more:
        checkouts = [Checkout(Path(other).resolve(), data), Checkout(HERE, more)]
        ahead(checkouts, FIRST)
        show("a move from the 3rd on", in_turns(checkouts, "move", rounds))
        ahead(checkouts, LATE - FIRST - AT_ONCE * rounds)
        show("a move from the 300th on", in_turns(checkouts, "move", rounds))
        show("the page of the table", in_turns(checkouts, "page", rounds))
        for kind in KINDS:
            calls = [checkout(kind, PROFILED, True) for checkout in checkouts]
            print(f"{f'Python calls of a {kind}':<28} {calls[0]:8.0f} there, {calls[1]:8.0f} here, ratio {calls[1] / calls[0]:.2f}")
        for checkout in checkouts:
            checkout.process.communicate()


def ahead(checkouts: list[Checkout], moves: int) -> None:
    for checkout in checkouts:
        checkout("move", max(moves, 0))


def in_turns(checkouts: list[Checkout], kind: str, rounds: int) -> list[list[float]]:
    """Return the CPU milliseconds of both checkouts; they take turns to go first."""
    took: list[list[float]] = [[], []]
    for turn in range(rounds):
        for which in (0, 1) if turn % 2 else (1, 0):
            took[which] += checkouts[which](kind, AT_ONCE)
    return took


def show(title: str, took: list[list[float]]) -> None:
    there, here = took
    ratios = f"ratio of medians {median(here) / median(there):.2f}, of minima {min(here) / min(there):.2f}"
    print(f"{title:<28} {median(there):6.1f} ms there, {median(here):6.1f} ms here, {ratios} ({len(here)} each)", flush=True)


def play() -> None:
    """Play by lines of [kind, times, profiled]; answer each with the times in ms, or with the number of calls."""
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
        print(
            json.dumps(calls(server, table, kind, times) if profiled else [took.cpu * 1000 for took in act(table, kind, times)]), flush=True
        )


def act(table: Any, kind: str, times: int) -> list[Any]:
    return table.play(times) if kind == "move" else [table.page() for _ in range(times)]


def calls(server: Any, table: Any, kind: str, times: int) -> float:
    """Return the number of calls per move or page, without those that find the next move."""
    profile, timed = cProfile.Profile(), server.timed
    server.timed = lambda what: timed(lambda: profile.runcall(what))
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
