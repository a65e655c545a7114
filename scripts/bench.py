"""`make bench`: run every program in bench/, one after the other, and show what they print.

Those that compare checkouts compare with the state of 22 November 2026, where its history is here.
"""

import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BEFORE = "a42fc8a"
COMPARING = ("in_turns.py", "peers.py")


def main() -> int:
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        before = unpack(BEFORE, Path(folder))
        for program in sorted((ROOT / "bench").glob("[!_]*.py")):
            print(f"== {program.name}", flush=True)
            command = [sys.executable, str(program), *(before if program.name in COMPARING else [])]
            done = subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)})
            if done.returncode:
                failed.append(program.name)
    if failed:
        print(f"FAILED: {', '.join(failed)}")
    return 1 if failed else 0


def unpack(commit: str, folder: Path) -> list[str]:
    """Write the files of a commit into a folder; return its name as an argument, or [] if there is no such commit here."""
    archive = folder / "files.tar"
    if subprocess.run(["git", "archive", f"--output={archive}", commit], cwd=ROOT, stderr=subprocess.DEVNULL).returncode:
        return []
    with tarfile.open(archive) as files:
        files.extractall(folder / "before", filter="data")
    return [str(folder / "before")]


if __name__ == "__main__":
    sys.exit(main())
