"""`make drill-upgrade`: an upgrade without a break, as docs/keeping.md describes it, while people play.

A town runs with the code of OLD, a commit (default: the one before the newest migration). Then this checkout migrates its database, and web
processes of both serve it side by side, before the old one ends. No request may go unanswered, and the rules of `make drill` hold.
A release before 1.0.0 serves only files that lay there when it started: as that page says, its process is replaced once the new files
are there.
"""

import os
import random
import re
import shutil
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request
from itertools import product
from pathlib import Path

import servers

from harness.drill import run as drill
from harness.drill import town as drill_town
from harness.drill.people import Notes, Relay

SECONDS = 20
"""How long each of the three stages lasts."""
SHEET = re.compile(r'href="(/static/css/base\.[^"]+)"')


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=drill_town.ROOT, check=True, capture_output=True, text=True).stdout.strip()


def old_commit() -> str:
    """Return the commit before the newest migration."""
    newest = git("log", "--no-merges", "--diff-filter=A", "-1", "--format=%H", "--", "*/migrations/0*.py")
    return os.environ.get("OLD") or f"{newest}^"


def check_out(commit: str, folder: Path) -> Path:
    """Write the code of a commit into a folder."""
    folder.mkdir()
    archive = subprocess.run(["git", "archive", commit], cwd=drill_town.ROOT, check=True, stdout=subprocess.PIPE).stdout
    subprocess.run(["tar", "-x", "-C", folder], input=archive, check=True)
    return folder


def read(port: int, path: str) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=30) as answer:
        return str(answer.read().decode())


def sheet(port: int) -> str:
    """Return the address of the style sheet that a page of this process uses."""
    found = SHEET.search(read(port, "/account/login/"))
    return found[1] if found else ""


def files_missing(ports: tuple[int, int], sheets: set[str]) -> list[str]:
    """Return what these processes do not serve of the style sheets of both releases."""
    wrong = []
    for port, address in product(ports, sheets):
        try:
            read(port, address or "/no-style-sheet")
        except urllib.error.HTTPError as error:
            wrong.append(f"the {'old' if port == ports[0] else 'new'} process answers {error.code} for {address or 'its style sheet'}")
    return wrong


def serves_newer_files(code: Path) -> bool:
    """Does this release look up files that came after its start?"""
    return "class Files" in (code / "buccaneer_site/storage.py").read_text()


def replace_old(town: drill_town.Town) -> int:
    """Start another web process of the old code and end the first; return the port of the new one."""
    port = servers.free_port()
    town.web("another old web", port)
    town.processes["another old web"].start()
    town.webs[:] = [port]
    time.sleep(2)  # what was begun is answered
    town.processes.pop("web").end()
    town.processes["web"] = town.processes.pop("another old web")
    return port


def upgrade(run: drill.Drill) -> list[str]:
    """Go from the old code to this while people play; return what was wrong. The accepted moves of each stage are printed."""
    town, stop = run.town, threading.Event()
    old, new = town.ports["web"], servers.free_port()
    people = drill.seated(run, stop)
    run.settle()
    counts, old_sheet = [stage(run)], sheet(old)
    code, town.code = town.code, drill_town.ROOT
    old_env = dict(town.env)
    town.env["PYTHONPATH"] = str(town.code)
    town.renew()
    if not serves_newer_files(code):
        town.code, new_env, town.env = code, town.env, old_env
        old = replace_old(town)
        town.code, town.env = drill_town.ROOT, new_env
    town.web("new web", new)
    town.processes["new web"].start()
    town.webs.append(new)
    counts.append(stage(run))
    wrong = files_missing((old, new), {old_sheet, sheet(old), sheet(new)})
    town.webs.remove(old)
    time.sleep(2)  # what was begun is answered
    restart(town)
    counts.append(stage(run))
    town.ports["web"] = new
    drill.rise(run, people, stop)
    print(f"moves accepted: {counts[0]} by the old code, {counts[1]} by both, {counts[2]} by the new", flush=True)
    lost = {code: count for code, count in run.notes.statuses.items() if code not in (200, 409, 422)}
    return wrong + ([f"answers that nobody should see: {lost}"] if lost else []) + ([] if all(counts) else ["nobody moved in a stage"])


def stage(run: drill.Drill) -> int:
    """Let people play for a while; return how many moves were accepted."""
    before = len(run.notes.accepted)
    time.sleep(SECONDS)
    return len(run.notes.accepted) - before


def restart(town: drill_town.Town) -> None:
    """End the old web process, and let the others go on with the new code."""
    town.processes.pop("web").end()
    for name in ("worker", "beat", "receiver"):
        process = town.processes[name]
        process.end()
        process.options |= {"env": dict(town.env), "cwd": town.code}
        process.start()


def main() -> int:
    folder, relay, port = Path(tempfile.mkdtemp(prefix="drill-")), Relay(), servers.free_port()
    commit = git("rev-parse", old_commit())
    print(f"An upgrade from {commit[:8]}, SEED={drill.SEED}", flush=True)
    town = drill_town.Town(folder, port, check_out(commit, folder / "old"))
    controller = relay.listen(port)
    try:
        town.build()
        run = drill.Drill(town, relay, Notes(), random.Random(drill.SEED))  # noqa: S311
        wrong = upgrade(run)
        found = drill.judge(run)
        found["wrong"] += wrong
        drill.tell(run, found)
    finally:
        town.end()
        controller.stop()
    if not found["wrong"]:
        shutil.rmtree(folder, ignore_errors=True)
    print("Nobody noticed the upgrade." if not found["wrong"] else f"FAILED; the logs are in {folder}")
    return 1 if found["wrong"] else 0
