"""`make check`: run every check that needs no test run, as many at once as there are cores, and name those that failed."""

import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PYTHON = [sys.executable]

DATA = "the folder that a check may write to"
CHECKS: dict[str, list[str | Path]] = {
    "types": [BIN / "mypy"],  # the longest first: the others run beside it
    "lint": [BIN / "ruff", "check", "."],
    "format": [BIN / "ruff", "format", "--check", "."],
    "sizes": [*PYTHON, "scripts/sizes.py"],
    "imports": [BIN / "lint-imports", "--no-cache"],
    "settings": [*PYTHON, "manage.py", "check"],
    "migrations": [*PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"],
    "upgrades": [*PYTHON, "scripts/migrations.py"],
    "formats": [*PYTHON, "scripts/formats.py"],
    "docs": [*PYTHON, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "dummy", "docs", DATA],
    "templates": [BIN / "djlint", "--lint", "--quiet", "templates", "games/rulesets"],
}


def passes(name: str) -> bool:
    """Run one check over its own folder, and print the result."""
    with tempfile.TemporaryDirectory() as data:
        env = {**os.environ, "BUCCANEER_DATA": data, "PYTHONPATH": str(ROOT)}
        command = [data if part is DATA else part for part in CHECKS[name]]
        done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    output = f"\n{done.stdout}{done.stderr}" if done.returncode else ""
    print(f"{name:<12} {'FAILED' if done.returncode else 'ok'}{output}", flush=True)
    return done.returncode == 0


def main() -> int:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        failed = [name for name, good in zip(CHECKS, pool.map(passes, CHECKS), strict=True) if not good]
    if failed:
        print(f"make check: {', '.join(failed)} failed.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
