"""`make drill`: a town under load, all whose processes are killed again and again; nothing may be lost or done twice.

MINUTES=20 (default) says how long, SEED=… repeats the order of what happens and what people choose (not its instants). Each kind comes
once before any comes again, however short the drill. MINUTES=0 is for each change: each kind once, close together, but no wrong clocks,
which take most of a minute each. The last line is "Nothing lost, nothing twice." or the drill fails.
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
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import psycopg
import servers

from harness.drill import town as drill_town
from harness.drill.people import Notes, Person, Relay

INSIDE = Path(__file__).with_name("inside.py")
SLEEP = Path(__file__).with_name("wrong_clock")
MINUTES = float(os.environ.get("MINUTES", "20"))
SEED = os.environ.get("SEED") or str(random.randrange(10**6))  # noqa: S311
TABLES = int(os.environ.get("TABLES", "6"))
SHORT = MINUTES == 0
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


@dataclass
class Strike:
    """One thing that happened: when, and when the town was well again."""

    kind: str
    begun: float
    over: float = 0.0


@dataclass
class Drill:
    """One run: `strikes` in their order; `faults` are what went wrong while it ran."""

    town: drill_town.Town
    relay: Relay
    notes: Notes
    chance: random.Random
    strikes: list[Strike] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    watchers: list[threading.Thread] = field(default_factory=list)

    def kinds(self) -> dict[str, Callable[[], None]]:
        """Return everything that can happen here."""
        found: dict[str, Callable[[], None]] = {}
        for name in self.town.processes:
            found[name] = lambda name=name: self.kill(name)  # type: ignore[misc]
        found["two beats"] = self.second_beat
        if self.town.has_disk:
            found["full disk"] = self.full_disk
        if drill_town.faketime() and not SHORT:
            found |= {kind: (lambda kind=kind: self.wrong_clock(kind)) for kind in WRONG_TIMES}  # type: ignore[misc]
        return found

    def left_out(self) -> list[str]:
        """Return what cannot happen here, and why."""
        disk = [] if self.town.has_disk else ["full disk, as this user may not mount a small one"]
        return disk + ([] if SHORT or drill_town.faketime() else [f"{' and '.join(WRONG_TIMES)}, as faketime is not installed"])

    def go_on(self, until: float) -> None:
        """Let everything happen once, in any order, then one thing after the other until it is time."""
        kinds = self.kinds()
        order = self.chance.sample(sorted(kinds), len(kinds))
        while order or time.time() < until:
            kind = order.pop() if order else self.chance.choice(sorted(kinds))
            strike = Strike(kind, time.time())
            self.strikes.append(strike)
            if kind == "two beats":  # other things happen meanwhile
                self.beside(self.two_beats, strike)
            else:
                kinds[kind]()
                self.beside(self.watch, strike, time.time())
            time.sleep(self.chance.uniform(*GAP))
        for watcher in self.watchers:
            watcher.join()

    def beside(self, what: Callable, *arguments: Any) -> None:
        """Do this while the drill goes on; its end waits for it."""
        watcher = threading.Thread(target=what, args=arguments, daemon=True)
        watcher.start()
        self.watchers.append(watcher)

    def settle(self) -> None:
        """Wait until everything has worked once: a site without a first heartbeat cannot know that a clock is wrong."""
        begun = time.time()
        while time.time() < begun + PATIENCE:
            if self.notes.last and self.relay.last and self.heartbeat():
                return
            time.sleep(0.2)
        self.faults.append(f"in {PATIENCE:.0f} s nobody moved, no letter came, or no sweep did")

    def two_beats(self, strike: Strike) -> None:
        self.second_beat()
        self.watch(strike, time.time())

    def kill(self, name: str) -> None:
        process = self.town.processes[name]
        process.kill()
        self.pause()
        process.start()

    def pause(self) -> None:
        time.sleep(self.chance.uniform(*DOWN))

    def second_beat(self) -> None:
        """Two beats at once: both start every task."""
        beat = self.town.processes["beat"]
        folder = self.town.folder / "other-beat"
        other = drill_town.Process("other beat", [*beat.command[:-1], str(folder)], beat.log, **beat.options)
        self.town.extras[f"other beat {len(self.town.extras)}"] = other
        other.start()
        time.sleep(ROUND)
        other.kill()

    def full_disk(self) -> None:
        """No byte is left for the database, for a while; if it ended of that, it is started again."""
        ballast, database = self.town.fill(), self.town.processes["PostgreSQL"]
        time.sleep(2 if SHORT else self.chance.uniform(4, 8))
        ballast.unlink()
        if database.running is None or database.running.poll() is not None:
            database.start()

    def wrong_clock(self, kind: str) -> None:
        """The processes of the site see another time, for longer than a round of the schedule."""
        env = {"LD_PRELOAD": str(drill_town.faketime()), "FAKETIME": WRONG_TIMES[kind], "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
        self.all_anew(**env, PYTHONPATH=os.pathsep.join([str(SLEEP), str(self.town.code)]))
        time.sleep(ROUND + 2)
        self.all_anew()

    def all_anew(self, **env: str) -> None:
        """Kill all processes of the site and start them together, with these variables."""
        mine = [self.town.processes[name] for name in drill_town.SITE]
        for process in mine:
            process.kill()
        starts = [threading.Thread(target=process.start, kwargs=env) for process in mine]
        for start in starts:
            start.start()
        for start in starts:
            start.join()

    def sign(self, kind: str) -> float:
        """Return when the town last showed what it could not do while this kind of thing was away."""
        if kind in ("Redis", "worker", "beat", "two beats"):
            return self.relay.last  # sweeps find the letters, a worker sends them
        if kind in WRONG_TIMES:
            return self.heartbeat()
        return self.notes.last_letter if kind == "receiver" else self.notes.last

    def heartbeat(self) -> float:
        """Return when a sweep last wrote down that it is at work, 0 if that is not known."""
        with suppress(psycopg.Error):
            return float(self.town.read(HEARTBEAT) or 0)
        return 0.0

    def watch(self, strike: Strike, since: float) -> None:
        """Wait until the town is well again."""
        while time.time() < since + PATIENCE:
            if self.sign(strike.kind) > since and health(self.town) == 200:
                strike.over = time.time()
                return
            time.sleep(0.2)
        strike.over = time.time()
        self.faults.append(f"{PATIENCE:.0f} s after a strike ({strike.kind}) the town was not well again")


def inside(town: drill_town.Town, *arguments: str) -> dict:
    """Run the part of the drill that is within the site; return what it prints. Raises CalledProcessError."""
    done = subprocess.run([sys.executable, INSIDE, *arguments], cwd=town.code, env=town.env, stdout=subprocess.PIPE, check=True)
    return dict(json.loads(done.stdout))


def play(drill: Drill, minutes: float) -> None:
    """Let people play while things happen."""
    stop = threading.Event()
    threads = seated(drill, stop)
    drill.settle()
    drill.town.keep_alive()
    drill.go_on(time.time() + minutes * 60)
    rise(drill, threads, stop)


def seated(drill: Drill, stop: threading.Event) -> list[Person]:
    """Seat people who play until `stop`."""
    people = inside(drill.town, "begin", SEED, str(TABLES))["people"]
    town = drill.town
    threads = [Person(who, town.webs, town.ports["receiver"], drill.relay, drill.notes, SEED, stop) for who in people]
    for thread in threads:
        thread.start()
    threading.Thread(target=hurry, args=(town, stop), daemon=True).start()
    return threads


def hurry(town: drill_town.Town, stop: threading.Event) -> None:
    """Letters about turns wait two minutes for readers who are at the table: here they do not, or few would ever go."""
    while not stop.wait(1):
        with suppress(psycopg.Error):
            town.write(
                "UPDATE notifications_delivery SET not_before = now() WHERE state = 'pending' AND attempts = 0 AND not_before > now()"
            )


def rise(drill: Drill, threads: list[Person], stop: threading.Event) -> None:
    """Let everyone finish what they are doing, and look at the health of the site."""
    stop.set()
    for thread in threads:
        thread.join(PATIENCE)
        if thread.is_alive():
            drill.faults.append(f"{thread.email} still waits for an answer")
    if (said := health(drill.town)) != 200:
        drill.faults.append(f"/readyz answers {said}")


def health(town: drill_town.Town) -> int:
    """Return what /readyz answers, 0 if it does not."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{town.ports['web']}/readyz", timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def judge(drill: Drill) -> dict:
    """Compare what is stored with what people and the relay noted, once the site is still; return the figures and what is wrong."""
    drill.town.stop_reviving.set()
    for name in ("beat", "receiver", "worker"):
        begun = time.time()
        if not drill.town.processes[name].end():
            drill.strikes.append(Strike(name, begun, time.time()))
    with still(drill.town) as site:
        answer, _ = site.communicate(json.dumps(written(drill)))
    found = dict(json.loads(answer))
    found["wrong"] += drill.faults + drill.notes.odd
    return found


@contextmanager
def still(town: drill_town.Town) -> Iterator[subprocess.Popen]:
    """Give the process that judges within the site, once all that waited has come to its end there. It reads notes, and prints."""
    command = [sys.executable, str(INSIDE), "end"]
    with subprocess.Popen(command, cwd=town.code, env=town.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as site:
        if site.stdout is None or not site.stdout.readline():
            raise SystemExit("The site could not be looked at in the end.")
        yield site


def written(drill: Drill) -> dict:
    """Return what people and the relay noted."""
    return {
        "accepted": list(drill.notes.accepted),
        "tried": list(drill.notes.tried),
        "letters": drill.notes.letters,
        "taken": drill.relay.taken,
        "strikes": [list(asdict(strike).values()) for strike in drill.strikes],
    }


def strange(drill: Drill) -> list[float]:
    """Return when people got a 500 though the database was not struck."""
    away = [(strike.begun, strike.over + 1) for strike in drill.strikes if strike.kind in ("PostgreSQL", "full disk")]
    return [at for at in drill.notes.errors if not any(begun <= at <= over for begun, over in away)]


def tell(drill: Drill, found: dict) -> None:
    """Print the figures."""
    figures, notes = found["figures"], drill.notes
    by = ", ".join(f"{count} by {who}" for who, count in sorted(figures["by"].items()))
    print(f"moves: {figures['moves']} in the journals ({by}); {len(notes.accepted)} were accepted over HTTP")
    print(f"letters: {figures['letters']} came, {figures['twice']} of them twice; {figures['together']} notices went as lines of others")
    later = ", ".join(f"{count} {why or 'for another time'}" for why, count in sorted(figures["later"].items())) or "none"
    print(f"notices that still wait for their time: {later}")
    print(f"answers by letter: {len(notes.letters)} taken; {', '.join(f'{n} {what}' for what, n in sorted(figures['letters_in'].items()))}")
    print(f"HTTP (0: no answer): {', '.join(f'{n} × {code}' for code, n in sorted(notes.statuses.items()))}")
    print(f"answers of 500 while the database was there: {len(strange(drill))}")
    print(f"{'what happened':<20}{'times':>6}{'p50':>9}{'max':>9}   until the town was well again")
    for kind in sorted({strike.kind for strike in drill.strikes}):
        spans = [strike.over - strike.begun for strike in drill.strikes if strike.kind == kind]
        print(f"{kind:<20}{len(spans):>6}{median(spans):>7.1f} s{max(spans):>7.1f} s")
    if revived := drill.town.revived():
        print(f"ended by themselves, and were started again: {revived}")
    for what in drill.left_out():
        print(f"{servers.LEFT_OUT_LINE}{what}.")
    for line in found["wrong"][:40]:
        print(f"WRONG: {line}")


def main() -> int:
    began = time.monotonic()
    print(f"A drill of {MINUTES:g} minutes, SEED={SEED}, {TABLES} tables", flush=True)
    folder = Path(tempfile.mkdtemp(prefix="drill-"))
    relay, port = Relay(), servers.free_port()
    controller, town = relay.listen(port), drill_town.Town(folder, port)
    try:
        town.build()
        drill = Drill(town, relay, Notes(), random.Random(SEED))  # noqa: S311
        play(drill, MINUTES)
        found = judge(drill)
        tell(drill, found)
    finally:
        town.end()
        controller.stop()
    if not found["wrong"]:
        shutil.rmtree(folder, ignore_errors=True)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    verdict = f"FAILED; the logs are in {folder}" if found["wrong"] else "Nothing lost, nothing twice."
    print(f"{time.monotonic() - began:.0f} s, {used.ru_utime + used.ru_stime:.0f} s of CPU. {verdict}")
    return status(drill, found)


def status(drill: Drill, found: dict) -> int:
    """Return the exit status of a drill in which these things went wrong."""
    return 1 if found["wrong"] else servers.status_without(drill.left_out())
