"""`make drill`: kill the processes of a town under load again and again; nothing may be lost or done twice.

MINUTES sets the length (default 20). SEED repeats the order of strikes and the choices of people, but not their times. Every kind of
strike happens once before any happens again. MINUTES=0 runs each kind once, in quick succession, but skips wrong clocks, which take long.
"""

import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, ClassVar, NamedTuple

import psycopg
import servers

from harness.drill import town as drill_town
from harness.drill.people import Notes, Person, Relay, ask

INSIDE = [sys.executable, str(Path(__file__).with_name("inside.py"))]
SLEEP = Path(__file__).with_name("wrong_clock")
SEED = os.environ.get("SEED") or str(random.randrange(10**6))  # noqa: S311
TABLES = os.environ.get("TABLES", "6")
SHORT = float(os.environ.get("MINUTES", "1")) == 0
GAP = (0.3, 1.0) if SHORT else (3.0, 8.0)
"""The shortest and longest time between two strikes, in seconds."""
DOWN = (0.3, 1.0) if SHORT else (0.5, 4.0)
"""The shortest and longest time for which a killed process stays down, in seconds."""
ROUND = 16
"""Seconds: slightly more than one round of beat's schedule."""
PATIENCE = 300.0
"""Seconds within which the town must recover after a strike."""
WRONG_TIMES = {"clock put forward": "+3d", "clock put back": "-2d"}
HEARTBEAT = "SELECT coalesce(extract(epoch FROM max(at)), 0)::float FROM games_heartbeat"
HURRY = "UPDATE notifications_delivery SET not_before = now() WHERE state = 'pending' AND attempts = 0 AND not_before > now()"
"""Make pending letters due now: otherwise turn letters would wait two minutes for players at the table, and few would be sent."""


class Strike(NamedTuple):
    """A strike, with the Unix times at which it began and at which the town had recovered."""

    kind: str
    begun: float
    ended: float


class Blow(NamedTuple):
    """A fault that a drill can cause in the town, by calling `strike`.

    sign: returns when the town last did something that this fault prevents; lacking: why this machine cannot cause the fault
    is_beside: whether other blows are struck at the same time
    """

    strike: Callable[[], object]
    sign: Callable[[], float]
    lacking: str = ""
    is_beside: bool = False


class Drill:
    """One run of a drill in a town, with the strikes made and the faults found."""

    minutes = float(os.environ.get("MINUTES", "20"))
    title = f"A drill of {minutes:g} minutes, SEED={SEED}, {TABLES} tables"
    verdict = "Nothing lost, nothing twice."
    same_as: ClassVar[dict[str, str]] = {}
    """Kind of strike -> the kind that it counts as, if different."""

    def __init__(self, town: drill_town.Town, relay: Relay):
        self.town, self.relay, self.notes, self.chance = town, relay, Notes(), random.Random(SEED)  # noqa: S311
        self.strikes: list[Strike] = []
        self.faults: list[str] = []
        self.people: list[Person] = []
        self.stop = threading.Event()

    def play(self) -> None:
        """Seat people, and strike the town while they play."""
        self.seat()
        self.settle()
        threading.Thread(target=self.town.look_after, daemon=True).start()
        self.go_on(time.time() + self.minutes * 60)
        self.rise()

    # -- people ---------------------------------------------------------------------------------------
    def seat(self) -> None:
        """Seat people, and let them play until `stop` is set."""
        town = self.town
        done = subprocess.run([*INSIDE, "begin", SEED, TABLES], cwd=town.code, env=town.env, stdout=subprocess.PIPE, check=True)
        for who in json.loads(done.stdout):
            self.people.append(Person(who, town.webs, town.ports["receiver"], self.relay, self.notes, SEED, self.stop))
            self.people[-1].start()
        threading.Thread(target=self.hurry, daemon=True).start()

    def hurry(self) -> None:
        while not self.stop.wait(1):
            with suppress(psycopg.Error):
                self.town.query(HURRY)

    def settle(self) -> None:
        """Wait for a first move, letter and heartbeat: without a heartbeat the site cannot detect a wrong clock."""
        begun = time.time()
        while time.time() < begun + PATIENCE:
            if self.notes.last and self.relay.last and self.heartbeat():
                return
            time.sleep(0.2)
        self.faults.append(f"in {PATIENCE:.0f} s nobody moved, no letter came, or no sweep did")

    def rise(self) -> None:
        """Wait until all people have finished their last action, and check the health of the site."""
        self.stop.set()
        for person in self.people:
            person.join(PATIENCE)
            if person.is_alive():
                self.faults.append(f"{person.email} still waits for an answer")
        if (status := self.health()) != 200:
            self.faults.append(f"/readyz answers {status}")

    # -- blows ----------------------------------------------------------------------------------------
    def blows(self) -> dict[str, Blow]:
        """Return the faults that this drill may cause, by name."""

        def letters() -> float:  # sweeps find due letters, and a worker sends them
            return self.relay.last

        def moves() -> float:
            return self.notes.last

        signs = dict.fromkeys(("Redis", "worker", "beat"), letters) | {"receiver": lambda: self.notes.last_letter}
        blows = {name: Blow(partial(self.kill, name), signs.get(self.same_as.get(name, name), moves)) for name in self.town.processes}
        blows["two beats"] = Blow(self.second_beat, letters, is_beside=True)
        blows["full disk"] = Blow(self.full_disk, moves, "" if self.town.has_disk else "as this user may not mount a small one")
        for kind in () if SHORT else WRONG_TIMES:
            why = "" if drill_town.faketime() else "as faketime is not installed"
            blows[kind] = Blow(partial(self.wrong_clock, kind), self.heartbeat, why)
        return blows

    def left_out(self) -> list[str]:
        """Return the faults that this machine cannot cause, each with the reason."""
        return [f"{kind}, {blow.lacking}" for kind, blow in self.blows().items() if blow.lacking]

    def go_on(self, until: float) -> None:
        """Strike each blow once in random order, then random blows until the given time."""
        blows, watchers = {kind: blow for kind, blow in self.blows().items() if not blow.lacking}, list[threading.Thread]()
        order = self.chance.sample(sorted(blows), len(blows))
        while order or time.time() < until:
            kind, begun = order.pop() if order else self.chance.choice(sorted(blows)), time.time()
            if not blows[kind].is_beside:
                blows[kind].strike()
            watchers.append(threading.Thread(target=self.watch, args=(kind, blows[kind], begun), daemon=True))
            watchers[-1].start()
            time.sleep(self.chance.uniform(*GAP))
        for watcher in watchers:
            watcher.join()

    def watch(self, kind: str, blow: Blow, begun: float) -> None:
        """Wait until the town has recovered, and record the strike; record a fault if recovery takes longer than PATIENCE."""
        if blow.is_beside:
            blow.strike()
        since = time.time()
        while blow.sign() <= since or self.health() != 200:
            if time.time() > since + PATIENCE:
                self.faults.append(f"{PATIENCE:.0f} s after a strike ({kind}) the town was not well again")
                break
            time.sleep(0.2)
        self.strikes.append(Strike(kind, begun, time.time()))

    def kill(self, name: str) -> None:
        self.town.processes[name].kill()
        time.sleep(self.chance.uniform(*DOWN))
        self.town.processes[name].start()

    def second_beat(self) -> None:
        """Run a second beat beside the first for one round of the schedule."""
        beat = self.town.processes["beat"]
        other = drill_town.Process("other beat", [*beat.command[:-1], self.town.folder / "other-beat"], None, beat.log, **beat.options)
        self.town.extras.append(other)
        other.start()
        time.sleep(ROUND)
        other.kill()

    def full_disk(self) -> None:
        """Fill the database's disk for a few seconds; restart the database if it ended."""
        ballast, database = self.town.fill(), self.town.processes["PostgreSQL"]
        time.sleep(2 if SHORT else self.chance.uniform(4, 8))
        ballast.unlink()
        if database.has_ended:
            database.start()

    def wrong_clock(self, kind: str) -> None:
        """Run the site's processes with a wrong clock for longer than one round of the schedule."""
        env = {"LD_PRELOAD": str(drill_town.faketime()), "FAKETIME": WRONG_TIMES[kind], "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
        self.all_anew(**env, PYTHONPATH=os.pathsep.join([str(SLEEP), str(self.town.code)]))
        time.sleep(ROUND + 2)
        self.all_anew()

    def all_anew(self, **env: str) -> None:
        """Kill all processes of the site, and start them together with the given environment variables added."""
        processes = [self.town.processes[name] for name in drill_town.SITE]
        for process in processes:
            process.kill()
        with ThreadPoolExecutor() as pool:
            list(pool.map(lambda process: process.start(**env), processes))

    def heartbeat(self) -> float:
        """Return the Unix time of the last sweep's heartbeat, 0 if it is unknown."""
        with suppress(psycopg.Error):
            return self.town.query(HEARTBEAT)
        return 0.0

    def health(self) -> int:
        """Return the status of /readyz, 0 if there is no response."""
        return ask(self.town.ports["web"], "/readyz")[0]

    # -- the end --------------------------------------------------------------------------------------
    def judge(self) -> dict[str, Any]:
        """Stop all background processes, compare the stored data with the notes of people and relay, and return figures and faults."""
        self.town.stop_reviving.set()
        for name in sorted(name for name in self.town.processes if name.partition(" ")[0] in ("beat", "receiver", "worker")):
            begun = time.time()
            if not self.town.processes[name].end():
                self.strikes.append(Strike(name, begun, time.time()))
        strikes = [(self.same_as.get(kind, kind), begun, ended) for kind, begun, ended in self.strikes]
        notes = {"accepted": list(self.notes.accepted), "tried": list(self.notes.tried), "letters": self.notes.letters}
        notes |= {"taken": self.relay.taken, "strikes": strikes}
        with subprocess.Popen(
            [*INSIDE, "end"], cwd=self.town.code, env=self.town.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as site:
            if site.stdout is None or not site.stdout.readline():  # the line says that all pending work is complete
                raise SystemExit("The site could not be looked at in the end.")
            answer, _ = site.communicate(json.dumps(notes))
        report = dict(json.loads(answer))
        report["wrong"] += self.faults + self.notes.odd
        return report

    def tell(self, report: dict[str, Any]) -> None:
        """Print the figures, strikes and faults of a drill."""
        away = [(begun, ended + 1) for kind, begun, ended in self.strikes if kind in ("PostgreSQL", "full disk")]
        unexplained = [moment for moment in self.notes.errors if not any(begun <= moment <= ended for begun, ended in away)]
        own = {
            "moves accepted over HTTP": len(self.notes.accepted),
            "answers by letter taken": len(self.notes.letters),
            "HTTP (0: no answer)": dict(sorted(self.notes.statuses.items())),
            "answers of 500 while the database was there": len(unexplained),
            "processes that ended by themselves and were started again": {
                name: process.revived for name, process in self.town.processes.items() if process.revived
            },
        }
        for title, figure in (report["figures"] | own).items():
            print(f"{title}: {figure or 'none'}")
        print(f"{'what happened':<20}{'times':>6}{'p50':>9}{'max':>9}   until the town was well again")
        for kind in sorted({strike.kind for strike in self.strikes}):
            spans = [strike.ended - strike.begun for strike in self.strikes if strike.kind == kind]
            print(f"{kind:<20}{len(spans):>6}{median(spans):>7.1f} s{max(spans):>7.1f} s")
        for line in self.left_out():
            print(f"{servers.LEFT_OUT_LINE}{line}.")
        for line in report["wrong"][:40]:
            print(f"WRONG: {line}")

    def status(self, wrong: list[str]) -> int:
        """Return the exit status of a drill with the given faults."""
        return 1 if wrong else servers.status_without(self.left_out())


def run(kind: type[Drill] = Drill, town_of: Callable[[Path, int], drill_town.Town] = drill_town.Town) -> int:
    """Run a drill of the given class in a new town; return the exit status."""
    began, folder, relay, port = time.monotonic(), Path(tempfile.mkdtemp(prefix="drill-")), Relay(), servers.free_port()
    print(kind.title, flush=True)
    controller, drill = relay.listen(port), kind(town_of(folder, port), relay)
    try:
        drill.town.build()
        drill.play()
        report = drill.judge()
        drill.tell(report)
    finally:
        drill.town.end()
        controller.stop()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{time.monotonic() - began:.0f} s, {used.ru_utime + used.ru_stime:.0f} s of CPU")
    if not report["wrong"]:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"FAILED; the logs are in {folder}" if report["wrong"] else drill.verdict)
    return drill.status(report["wrong"])


main = run
