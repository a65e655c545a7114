"""Make the virtual environment and install what the lock names. Run by make; standard library only.

usage: python3 scripts/install.py FOLDER [dev]

With LOCK=no, or under a Python without a lock, install the newest versions that pyproject.toml allows.
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
"""The versions of Python that the locks are made for."""


def stop(line: str) -> None:
    sys.stderr.write(f"buccaneer: {line}\n")
    sys.exit(2)


def make_environment(folder: Path) -> Path:
    """Return the environment's Python; make the environment if it is missing or half made."""
    python = folder / "bin" / "python"
    if not (python.exists() and (folder / "bin" / "pip").exists()):
        print(f"Making a virtual environment in {folder} …", flush=True)
        try:
            venv.create(folder, with_pip=True, clear=folder.exists())
        except (OSError, subprocess.CalledProcessError) as error:
            shutil.rmtree(folder, ignore_errors=True)
            stop(f"cannot make a virtual environment in {folder}: {error}")
    return python


def wanted(extra: str | None) -> list[str]:
    """Return the arguments for pip: the locked versions, or, under a Python without a lock, those that pyproject.toml allows."""
    import tomllib

    version = sys.version_info[:2]
    if version in LOCKED and os.environ.get("LOCK") != "no":
        return ["--require-hashes", "-r", str(ROOT / ("requirements-dev.lock" if extra else "requirements.lock"))]
    why = "LOCK=no" if version in LOCKED else "it is not made for Python {}.{}".format(*version)
    print(f"Without the lock ({why}): the newest versions that pyproject.toml allows.", flush=True)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    return ["--upgrade", *extras["site"], *(extras[extra] if extra else [])]


def pip(python: Path, *arguments: str, quiet: bool = False) -> bool:
    """Install with pip; return whether it succeeded."""
    command = [str(python), "-m", "pip", "install", "-qq", "--disable-pip-version-check", *arguments]
    return subprocess.run(command, env={**os.environ, "PIP_NO_INPUT": "1"}, capture_output=quiet).returncode == 0


def by_uv(python: Path, lock: Path) -> bool:
    """Install a lock that names uv with that uv, in a sixth of pip's time; return whether it succeeded.

    uv does not read pip's settings, such as a mirror: if it fails, pip installs everything again and reports any error.
    """
    with tempfile.TemporaryDirectory() as folder:
        only = Path(folder) / "uv.lock"
        only.write_text("".join(re.findall(r"^uv==.*\n(?:    .*\n)*", lock.read_text(encoding="utf-8"), re.MULTILINE)), encoding="utf-8")
        if not pip(python, "--require-hashes", "-r", str(only), quiet=True):
            return False
    command = [str(python), "-m", "uv", "pip", "install", "--quiet", "--python", str(python), "--require-hashes", "-r", str(lock)]
    return subprocess.run(command, capture_output=True).returncode == 0


def main() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036  make may find an older one
        stop(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}. Try: make PYTHON=python3.11")
    folder, extra = Path(sys.argv[1]), (sys.argv[2] if len(sys.argv) > 2 else None)
    python = make_environment(folder)
    print("Installing, this takes about half a minute the first time …", flush=True)
    arguments = wanted(extra)
    if not (extra == "dev" and "-r" in arguments and by_uv(python, Path(arguments[-1]))) and not pip(python, *arguments):
        stop("the installation failed; pip says why above. LOCK=no installs the newest versions instead of the locked ones.")
    (folder / "installed-run").touch()
    if extra:
        (folder / f"installed-{extra}").touch()


if __name__ == "__main__":
    main()
