"""Create a virtual environment, and install the packages named in a lock. Run by make; uses the standard library only.

usage: python3 scripts/install.py FOLDER [dev]

With LOCK=no, or under a version of Python without a lock, install the newest versions that pyproject.toml allows.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKED = ((3, 11), (3, 12), (3, 13))
"""The versions of Python for which the locks are made."""


def make_environment(folder: Path) -> Path:
    """Create the virtual environment if it is missing or incomplete; return the path of its Python."""
    python = folder / "bin" / "python"
    if not (python.exists() and (folder / "bin" / "pip").exists()):
        print(f"Making a virtual environment in {folder} …", flush=True)
        try:
            venv.create(folder, with_pip=True, clear=folder.exists())
        except (OSError, subprocess.CalledProcessError) as error:
            shutil.rmtree(folder, ignore_errors=True)
            raise SystemExit(f"buccaneer: cannot make a virtual environment in {folder}: {error}") from error
    return python


def without_lock(extra: str) -> list[str]:
    """Return the requirements in pyproject.toml as arguments for pip."""
    import tomllib

    why = "LOCK=no" if sys.version_info[:2] in LOCKED else "it is not made for Python {}.{}".format(*sys.version_info)
    print(f"Without the lock ({why}): the newest versions that pyproject.toml allows.", flush=True)
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    return ["--upgrade", *extras["site"], *extras.get(extra, [])]


def by_uv(python: Path, lock: Path) -> bool:
    """Install the uv that the lock names, and use it to install the lock, in a sixth of pip's time; return whether both succeeded.

    uv does not read pip's settings, such as a mirror: if uv fails, pip installs everything again and reports any error.
    """
    with tempfile.TemporaryDirectory() as folder:
        only = Path(folder) / "uv.lock"
        only.write_text("".join(re.findall(r"^uv==.*\n(?:    .*\n)*", lock.read_text(encoding="utf-8"), re.MULTILINE)), encoding="utf-8")
        if pip(python, "--require-hashes", "-r", str(only), capture_output=True):
            return False
    command = [str(python), "-m", "uv", "pip", "install", "--quiet", "--python", str(python), "--require-hashes", "-r", str(lock)]
    return subprocess.run(command, capture_output=True).returncode == 0


def pip(python: Path, *arguments: str, capture_output: bool = False) -> int:
    """Run `pip install` with these arguments; return the exit status."""
    command = [str(python), "-m", "pip", "install", "-qq", "--no-input", "--disable-pip-version-check", *arguments]
    return subprocess.run(command, capture_output=capture_output).returncode


def main(folder: Path, extra: str = "") -> None:
    if sys.version_info < (3, 11):  # noqa: UP036  make may find an older Python
        raise SystemExit(f"buccaneer: Python 3.11 or newer is needed; this is {sys.version.split()[0]}. Try: make PYTHON=python3.11")
    python = make_environment(folder)
    print("Installing, this takes about half a minute the first time …", flush=True)
    has_lock = sys.version_info[:2] in LOCKED and os.environ.get("LOCK") != "no"
    lock = ROOT / ("requirements-dev.lock" if extra else "requirements.lock")
    arguments = ["--require-hashes", "-r", str(lock)] if has_lock else without_lock(extra)
    if not (has_lock and extra and by_uv(python, lock)) and pip(python, *arguments):
        raise SystemExit("buccaneer: pip failed and says why above. LOCK=no installs the newest versions instead of the locked ones.")
    for name in filter(None, ("run", extra)):
        (folder / f"installed-{name}").touch()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
