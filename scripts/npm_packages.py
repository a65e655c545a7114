"""Install npm packages for tests: each folder of scripts/npm has a list and a lock, with its packages beside them."""

import shutil
import subprocess
from pathlib import Path

FOLDERS = Path(__file__).resolve().parent / "npm"


def install(name: str) -> str:
    """Install the packages in this folder's lock, unless they are there already; return why that failed, or "".

    No package's scripts are run.
    """
    folder = FOLDERS / name
    lock, done = folder / "package-lock.json", folder / "node_modules" / ".package-lock.json"
    if done.exists() and done.stat().st_mtime >= lock.stat().st_mtime:
        return ""
    if not shutil.which("npm"):
        return "npm is not installed"
    command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    return "" if subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL).returncode == 0 else "npm cannot get the packages"


def lacking_judges() -> str:
    """Install axe and the Nu checker; return why they cannot run here, or ""."""
    return install("judges") if shutil.which("java") else "Java is not installed"
