"""Make the virtual environment and install into it what pyproject.toml asks for. Run by make; standard library only.

usage: python3 scripts/install.py FOLDER [dev]
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def stop(line: str) -> None:
    sys.stderr.write(f"buccaneer: {line}\n")
    sys.exit(2)


def make_environment(folder: Path) -> Path:
    """The environment's Python; made when it is not there or was left half made."""
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
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return project["dependencies"] + (project["optional-dependencies"][extra] if extra else [])


def main() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036  make may find an older one
        stop(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}. Try: make PYTHON=python3.11")
    folder, extra = Path(sys.argv[1]), (sys.argv[2] if len(sys.argv) > 2 else None)
    python = make_environment(folder)
    print("Installing, this takes about half a minute the first time …", flush=True)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as requirements:
        requirements.write("\n".join(wanted(extra)))
        requirements.flush()
        pip = [str(python), "-m", "pip", "install", "-qq", "--disable-pip-version-check", "-r", requirements.name]
        if subprocess.run(pip, env={**os.environ, "PIP_NO_INPUT": "1"}).returncode:
            stop("the installation failed; pip says why above. Nothing else was changed.")
    (folder / "installed-run").touch()
    if extra:
        (folder / f"installed-{extra}").touch()


if __name__ == "__main__":
    main()
