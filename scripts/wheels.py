"""`make wheels`: build both wheels, buccaneer-rules and buccaneer-site, with the hatchling that is installed here.

usage: python scripts/wheels.py FOLDER
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECTS = (ROOT / "packages" / "rules", ROOT)


def build(folder: Path) -> list[Path]:
    """Build both wheels into this folder and return their paths, the rules first. Raises CalledProcessError with what hatchling said."""
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for project in PROJECTS:
        with tempfile.TemporaryDirectory() as own:
            command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", own]
            subprocess.run(command, cwd=project, check=True, capture_output=True, text=True)
            [wheel] = Path(own).glob("*.whl")
            found.append(Path(shutil.move(wheel, folder / wheel.name)))
    return found


def main() -> int:
    if len(sys.argv) != 2:
        sys.exit("usage: python scripts/wheels.py FOLDER")
    try:
        for wheel in build(Path(sys.argv[1])):
            print(f"{wheel}  {wheel.stat().st_size:,} bytes")
    except subprocess.CalledProcessError as fault:
        sys.exit(f"buccaneer: a wheel could not be built:\n{fault.stderr}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
