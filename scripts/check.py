"""`make check`: every check that needs no test run. Runs all of them and names those that failed."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PYTHON = [sys.executable]

CHECKS: dict[str, list] = {
    "lint": [BIN / "ruff", "check", "."],
    "format": [BIN / "ruff", "format", "--check", "."],
    "types": [BIN / "mypy"],
    "imports": [BIN / "lint-imports", "--no-cache"],
    "settings": [*PYTHON, "manage.py", "check"],
    "migrations": [*PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"],
    "templates": [BIN / "djlint", "--lint", "--quiet", "templates", "games/rulesets"],
}


def passes(name: str, command: list, env: dict) -> bool:
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    print(f"{name:<12} {'ok' if done.returncode == 0 else 'FAILED'}", flush=True)
    if done.returncode:
        print(done.stdout + done.stderr, flush=True)
    return done.returncode == 0


def main() -> int:
    with tempfile.TemporaryDirectory() as data:
        env = {**os.environ, "BUCCANEER_DATA": data, "PYTHONPATH": str(ROOT)}
        failed = [name for name, command in CHECKS.items() if not passes(name, command, env)]
    if failed:
        print(f"make check: {', '.join(failed)} failed.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
