"""`make drill`: kill all processes of a town under load again and again; nothing may be lost or done twice.

MINUTES is the length (20), SEED repeats the order of what happens and what people choose, but not the instants. Each kind of strike comes
once before any comes again. MINUTES=0 has each kind once, close together, but no wrong clocks: they take most of a minute each.
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
"""Seconds from one strike to the next."""
DOWN = (0.3, 1.0) if SHORT else (0.5, 4.0)
"""Seconds that a killed process stays away."""
ROUND = 16
"""Seconds of one round of beat's schedule, and a little more."""
PATIENCE = 300.0
"""Seconds in which the town must be well again after a strike."""
WRONG_TIMES = {"clock put forward": "+3d", "clock put back": "-2d"}
HEARTBEAT = "SELECT coalesce(extract(epoch FROM max(at)), 0)::float FROM games_heartbeat"
HURRY = "UPDATE notifications_delivery SET not_before = now() WHERE state = 'pending' AND attempts = 0 AND not_before > now()"
"""Letters about turns wait two minutes for players at the table. Here they do not, or few would go at all."""


class Strike(NamedTuple):
    """The times at which something happened and at which the town was well again."""

    kind: str
    begun: float
    ended: float


class Blow(NamedTuple):
    """Something that happens to the town.

    sign: returns when the town last did what it cannot do during this; lacking: why it cannot happen on this machine
    is_beside: whether other blows are struck meanwhile
    """

    strike: Callable[[], object]
    sign: Callable[[], float]
    lacking: str = ""
    is_beside: bool = False


class Drill:
    """One run in a town, with its strikes and the faults that were found while it ran."""

    minutes = float(os.environ.get("MINUTES", "20"))
    title = f"A drill of {minutes:g} minutes, SEED={SEED}, {TABLES} tables"
    verdict = "Nothing lost, nothing twice."
    same_as: ClassVar[dict[str, str]] = {}
    """Kinds of strikes that count as another kind."""

    def __init__(self, town: drill_town.Town, relay: Relay):
        self.town, self.relay, self.notes, self.chance = town, relay, Notes(), random.Random(SEED)  # noqa: S311
        self.strikes: list[Strike] = []
        self.faults: list[str] = []
        self.people: list[Person] = []
        self.stop = threading.Event()

    def play(self) -> None:
        """Let people play while things happen."""
        self.seat()
        self.settle()
        threading.Thread(target=self.town.look_after, daemon=True).start()
        self.go_on(time.time() + self.minutes * 60)
        self.rise()

    # -- people ---------------------------------------------------------------------------------------
    def seat(self) -> None:
        """Seat people who play until `stop`."""
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
        """Wait until everything has worked once: without a first heartbeat the site cannot know that a clock is wrong."""
        begun = time.time()
        while time.time() < begun + PATIENCE:
            if self.notes.last and self.relay.last and self.heartbeat():
                return
            time.sleep(0.2)
        self.faults.append(f"in {PATIENCE:.0f} s nobody moved, no letter came, or no sweep did")

    def rise(self) -> None:
        """Let people finish what they are doing, and check the health of the site."""
        self.stop.set()
        for person in self.people:
            person.join(PATIENCE)
            if person.is_alive():
                self.faults.append(f"{person.email} still waits for an answer")
        if (status := self.health()) != 200:
            self.faults.append(f"/readyz answers {status}")

    # -- blows ----------------------------------------------------------------------------------------
    def blows(self) -> dict[str, Blow]:
        """Return everything that may happen in this town."""

        def letters() -> float:  # sweeps find them, and a worker sends them
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
        """Return what cannot happen here, and why."""
        return [f"{kind}, {blow.lacking}" for kind, blow in self.blows().items() if blow.lacking]

    def go_on(self, until: float) -> None:
        """Strike each blow once, in any order, then one after the other until the given time."""
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
        """Wait until the town is well again."""
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
        """Run two beats at once."""
        beat = self.town.processes["beat"]
        other = drill_town.Process("other beat", [*beat.command[:-1], self.town.folder / "other-beat"], None, beat.log, **beat.options)
        self.town.extras.append(other)
        other.start()
        time.sleep(ROUND)
        other.kill()

    def full_disk(self) -> None:
        """Fill the disk of the database for a while; if the database ended, start it again."""
        ballast, database = self.town.fill(), self.town.processes["PostgreSQL"]
        time.sleep(2 if SHORT else self.chance.uniform(4, 8))
        ballast.unlink()
        if database.has_ended:
            database.start()

    def wrong_clock(self, kind: str) -> None:
        """Show the processes of the site another time for longer than a round of the schedule."""
        env = {"LD_PRELOAD": str(drill_town.faketime()), "FAKETIME": WRONG_TIMES[kind], "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
        self.all_anew(**env, PYTHONPATH=os.pathsep.join([str(SLEEP), str(self.town.code)]))
        time.sleep(ROUND + 2)
        self.all_anew()

    def all_anew(self, **env: str) -> None:
        """Kill all processes of the site and start them together, with these variables."""
        processes = [self.town.processes[name] for name in drill_town.SITE]
        for process in processes:
            process.kill()
        with ThreadPoolExecutor() as pool:
            list(pool.map(lambda process: process.start(**env), processes))

    def heartbeat(self) -> float:
        """Return the time of the last heartbeat of a sweep, 0 if it is not known."""
        with suppress(psycopg.Error):
            return self.town.query(HEARTBEAT)
        return 0.0

    def health(self) -> int:
        """Return what /readyz answers, 0 if it does not."""
        return ask(self.town.ports["web"], "/readyz")[0]

    # -- the end --------------------------------------------------------------------------------------
    def judge(self) -> dict[str, Any]:
        """Compare the stored data with the notes of people and relay once the site is idle; return the figures and the errors."""
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
            if site.stdout is None or not site.stdout.readline():  # a line says that all that waited has come to its end
                raise SystemExit("The site could not be looked at in the end.")
            answer, _ = site.communicate(json.dumps(notes))
        report = dict(json.loads(answer))
        report["wrong"] += self.faults + self.notes.odd
        return report

    def tell(self, report: dict[str, Any]) -> None:
        """Print the figures."""
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
        """Return the exit status of a drill in which these things went wrong."""
        return 1 if wrong else servers.status_without(self.left_out())


def run(kind: type[Drill] = Drill, town_of: Callable[[Path, int], drill_town.Town] = drill_town.Town) -> int:
    """Hold a drill of this kind in a town of its own; return the exit status."""
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
