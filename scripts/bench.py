"""`make bench`: run every program in bench/, one after the other, and show what they print."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    failed = []
    for program in sorted((ROOT / "bench").glob("[!_]*.py")):
        print(f"== {program.name}", flush=True)
        done = subprocess.run([sys.executable, program], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)})
        if done.returncode:
            failed.append(program.name)
    if failed:
        print(f"FAILED: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
