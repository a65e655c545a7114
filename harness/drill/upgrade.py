"""`make drill-upgrade`: upgrade a town without downtime, as docs/keeping.md describes, while people play.

A town runs with the code of OLD (default: the commit before the newest migration). Then this checkout migrates the town's database, and
web processes with old and new code run side by side, until the old process ends. No request may go unanswered, and the rules of
`make drill` apply. OLD must be 1.0.0 or newer.
"""

import os
import re
import subprocess
import time
from functools import cache
from itertools import product
from pathlib import Path

import servers

from harness import ROOT
from harness.drill import run as drill
from harness.drill.people import ask
from harness.drill.town import Town

SECONDS = 20
"""The length of each of the three stages, in seconds."""
SHEET = re.compile(rb'href="(/static/css/base\.[^"]+)"')


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


@cache
def old_commit() -> str:
    """Return the hash of OLD, by default of the commit before the newest migration."""
    newest = git("log", "--no-merges", "--diff-filter=A", "-1", "--format=%H", "--", "*/migrations/0*.py")
    return git("rev-parse", os.environ.get("OLD") or f"{newest}^")


def old_town(folder: Path, relay: int) -> Town:
    """Return a town that runs the code of `old_commit`."""
    code = folder / "old"
    code.mkdir()
    archive = subprocess.run(["git", "archive", old_commit()], cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
    subprocess.run(["tar", "-x", "-C", code], input=archive, check=True)
    return Town(folder, relay, code)


def sheet(port: int) -> str:
    """Return the path of the style sheet that the web process at this port links to."""
    link = SHEET.search(ask(port, "/account/login/")[1])
    return link[1].decode() if link else "/no-style-sheet"


class Upgrade(drill.Drill):
    """A drill that kills nothing: it upgrades the processes from the old code to this checkout."""

    verdict = "Nobody noticed the upgrade."

    def blows(self) -> dict[str, drill.Blow]:
        return {}

    def play(self) -> None:
        """Upgrade the town while people play, and print the number of accepted moves in each stage."""
        town, old, new = self.town, self.town.ports["web"], servers.free_port()
        self.seat()
        self.settle()
        counts, old_sheet = [self.stage()], sheet(old)
        town.code, town.env["PYTHONPATH"] = ROOT, str(ROOT)
        town.renew()
        town.web("new web", new).start()
        town.webs.append(new)
        counts.append(self.stage())
        for port, address in product((old, new), {old_sheet, sheet(old), sheet(new)}):
            if (status := ask(port, address)[0]) != 200:
                self.faults.append(f"the {'old' if port == old else 'new'} process answers {status} for {address}")
        town.webs.remove(old)
        self.restart()
        counts.append(self.stage())
        town.ports["web"] = new
        self.rise()
        print(f"moves accepted: {counts[0]} by the old code, {counts[1]} by both, {counts[2]} by the new", flush=True)
        lost = {code: count for code, count in self.notes.statuses.items() if code not in (200, 409, 422)}
        self.faults += [f"answers that nobody should see: {lost}"] if lost else []
        self.faults += [] if all(counts) else ["nobody moved in a stage"]

    def stage(self) -> int:
        """Let people play for SECONDS; return the number of accepted moves."""
        before = len(self.notes.accepted)
        time.sleep(SECONDS)
        return len(self.notes.accepted) - before

    def restart(self) -> None:
        """End the old web process, and restart the other processes with the new code."""
        time.sleep(2)  # lets the old process answer the requests that have begun
        self.town.processes.pop("web").end()
        for name in ("worker", "beat", "receiver"):
            process = self.town.processes[name]
            process.end()
            process.options |= {"env": dict(self.town.env), "cwd": self.town.code}
            process.start()


def main() -> int:
    Upgrade.title = f"An upgrade from {old_commit()[:8]}, SEED={drill.SEED}"
    return drill.run(Upgrade, old_town)
