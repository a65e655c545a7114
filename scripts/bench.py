"""`make bench`: run the programs in bench/ one after the other, and print their output and duration.

usage: python scripts/bench.py [PROGRAM …]

Programs with goals in docs/performance.md and docs/large.md come first. They are compared with the state of 22 November 2026, if its
commit is available and supports them, and with other libraries, if installed. That state needs its own libraries: they are installed
in var/before, once.
"""

import os
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BEFORE = "a42fc8a"
FIRST = ("in_turns", "peers", "moves", "post", "memory", "million")
ARGUMENTS = {"memory": ["5"]}
"""Minutes; more show how memory grows."""
GAMES = "20000"
"""For bench/million.py; BENCH_GAMES=1000000 takes forty minutes more."""
COMPARING, BESIDE = ("in_turns", "peers"), ("post",)
"""Programs that compare the older state with this one in turns, and those it has, too: they run there right after."""


def main(names: list[str]) -> int:
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        before = installed(unpack(BEFORE, Path(folder)))
        for name in names or ordered():
            there = [str(before)] if before and name in COMPARING else []
            if run(name, ROOT, [*there, *ARGUMENTS.get(name, [])]):
                failed.append(name)
            if before and name in BESIDE:
                run(name, before, [])
    if failed:
        print(f"FAILED: {', '.join(failed)}")
    return 1 if failed else 0


def ordered() -> list[str]:
    """Return the names of all programs, those with goals first."""
    return [*FIRST, *sorted({path.stem for path in (ROOT / "bench").glob("[!_]*.py")} - {*FIRST})]


def run(name: str, folder: Path, arguments: list[str]) -> int:
    """Run the program of this name in a checkout; return its exit code."""
    print(f"== {name}" if folder == ROOT else f"== {name}, as {BEFORE} has it", flush=True)
    env = {"BENCH_GAMES": GAMES, **os.environ, "PYTHONPATH": str(folder)}
    own, start = folder / ".venv" / "bin" / "python", time.monotonic()
    python = own if own.exists() else sys.executable
    code = subprocess.run([python, str(folder / "bench" / f"{name}.py"), *arguments], cwd=folder, env=env).returncode
    print(f"   ({(time.monotonic() - start) / 60:.1f} minutes)", flush=True)
    return code


def unpack(commit: str, folder: Path) -> Path | None:
    """Write the files of a commit into a folder, and return that; None if there is no such commit here."""
    archive = folder / "files.tar"
    if subprocess.run(["git", "archive", f"--output={archive}", commit], cwd=ROOT, stderr=subprocess.DEVNULL).returncode:
        return None
    with tarfile.open(archive) as files:
        files.extractall(folder / "before", filter="data")
    return folder / "before"


def installed(before: Path | None) -> Path | None:
    """Return the older state with an environment made by its own program; None, after a message, if that fails."""
    if before is None:
        print(f"{BEFORE}: left out, its history is not here")
        return None
    environment = ROOT / "var" / "before"
    install = [sys.executable, str(before / "scripts" / "install.py"), str(environment)]
    if not (environment / "installed-run").exists() and subprocess.run(install).returncode:
        print(f"{BEFORE}: left out, its libraries cannot be installed")
        return None
    (before / ".venv").symlink_to(environment)
    return before


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
