"""`make image`: build the image of the site without an image registry. `make try-compose` runs it.

mmdebstrap makes the base from Debian's packages (APT's own sources of this machine), buildah builds the Containerfile on it. Everything
lies in var/image. It needs root, and the packages buildah, podman, crun and mmdebstrap. The pip of this machine fetches the libraries,
so the build needs no network.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import try_wheel

ROOT = try_wheel.ROOT
WORK = ROOT / "var" / "image"
BASE, IMAGE = "localhost/buccaneer-base", "localhost/buccaneer"
TOOLS = ("mmdebstrap", "buildah", "podman", "crun")
SUITE = "bookworm"
SLIM = [f"--dpkgopt=path-exclude=/usr/share/{folder}/*" for folder in ("doc", "man", "locale", "info", "lintian")]
BUILD = ("build", "--isolation", "chroot", "--format", "docker")
STORE = ["--root", str(WORK / "store"), "--runroot", str(WORK / "run")]


def run(*command: str | Path) -> None:
    subprocess.run(command, cwd=ROOT, check=True)


def make_base(tar: Path) -> None:
    """Make the base: Debian's smallest variant with Python and certificates."""
    sources = Path("/etc/apt/sources.list.d/debian.sources")
    listed = sources if sources.exists() else Path("/etc/apt/sources.list")
    run("mmdebstrap", "--variant=minbase", *SLIM, "--include=python3,python3-venv,ca-certificates", SUITE, tar, listed)


def import_base(tar: Path) -> None:
    """Store the base as an image, for the argument BASE of the Containerfile."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "Containerfile").write_text("FROM scratch\nADD base.tar /\n")
        os.link(tar, Path(folder) / "base.tar") if Path(folder).stat().st_dev == tar.stat().st_dev else shutil.copy(tar, folder)
        run("buildah", *STORE, *BUILD, "-q", "-t", BASE, folder)


def build() -> None:
    """Build the image from the wheel of this checkout and the libraries of the lock."""
    try_wheel.build(ROOT / "dist")
    house = WORK / "libraries"
    lock = WORK / "requirements.lock"  # also includes what only an older 3.11 needs, as Debian's Python may be
    lock.write_text(re.sub(r" ; python_full_version < '[\d.]+'", "", (ROOT / "requirements.lock").read_text()))
    run(sys.executable, "-m", "pip", "download", "-q", "--require-hashes", "-r", lock, "-d", house)
    options = ["--build-arg", f"BASE={BASE}", "--build-arg", "PIP_OPTIONS=--no-index --find-links /libraries"]
    run("buildah", *STORE, *BUILD, "-v", f"{house}:/libraries:ro", *options, "-t", IMAGE, ".")


def main() -> int:
    if missing := [tool for tool in TOOLS if not shutil.which(tool)]:
        sys.exit(f"make image needs {', '.join(missing)}: apt-get install {' '.join(missing)}")
    if os.getuid() != 0:
        sys.exit("make image makes a base with mmdebstrap, which needs root here.")
    WORK.mkdir(parents=True, exist_ok=True)
    tar = WORK / "base.tar"
    if not tar.exists():
        make_base(tar)
    import_base(tar)
    build()
    run("podman", *STORE, "images", IMAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
