"""`make image`: build the image of the site without an image registry, run it, and play a turn in it.

mmdebstrap makes the base from Debian's packages (APT's own sources of this machine), buildah builds the Containerfile on it, podman runs
the image as docs/deploying.md says: not as root, with a read-only file system. Everything lies in var/image. It needs root, and the
packages buildah, podman, crun and mmdebstrap. The pip of this machine fetches the libraries, so the build needs no network.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import servers
import try_wheel

ROOT = try_wheel.ROOT
WORK = ROOT / "var" / "image"
BASE, IMAGE = "localhost/buccaneer-base", "localhost/buccaneer"
TOOLS = ("mmdebstrap", "buildah", "podman", "crun")
SUITE = "bookworm"
SLIM = [f"--dpkgopt=path-exclude=/usr/share/{folder}/*" for folder in ("doc", "man", "locale", "info", "lintian")]
STORE = ["--root", str(WORK / "store"), "--runroot", str(WORK / "run")]
CONTAINER = "buccaneer-try"
LIMITS = ["--ulimit", "nofile=4096:4096", "--ulimit", "nproc=4096:4096"]
"""Open files and processes: podman asks for more by default than a machine without CAP_SYS_RESOURCE may give."""
NEW_CGROUPS = "/sys/fs/cgroup/unified"
"""Where a machine mixes old and new control groups; crun refuses that mixture, so there podman is shown the old ones only."""
SHOW_OLD = ["unshare", "--mount", "sh", "-c", f'umount {NEW_CGROUPS} && exec "$@"', "sh"]


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
        run("buildah", *STORE, "build", "--isolation", "chroot", "--format", "docker", "-q", "-t", BASE, folder)


def build() -> None:
    """Build the image from the wheel of this checkout and the libraries of the lock."""
    try_wheel.build(ROOT / "dist")
    house = WORK / "libraries"
    lock = WORK / "requirements.lock"  # also with what only an older 3.11 needs: Debian's Python may be that
    lock.write_text(re.sub(r" ; python_full_version < '[\d.]+'", "", (ROOT / "requirements.lock").read_text()))
    run(sys.executable, "-m", "pip", "download", "-q", "--require-hashes", "-r", lock, "-d", house)
    options = ["--build-arg", f"BASE={BASE}", "--build-arg", "PIP_OPTIONS=--no-index --find-links /libraries"]
    run(
        "buildah",
        *STORE,
        "build",
        "--isolation",
        "chroot",
        "--format",
        "docker",
        "-v",
        f"{house}:/libraries:ro",
        *options,
        "-t",
        IMAGE,
        ".",
    )


@contextmanager
def container() -> Iterator[str]:
    """Run the image on a free port of this machine; give its address once it answers."""
    port = servers.free_port()
    limits = ["--read-only", "--cap-drop", "all", "--security-opt", "no-new-privileges", *LIMITS, "--no-healthcheck"]
    place = ["--network", "host", "--tmpfs", "/tmp", "-e", "LISTEN=127.0.0.1", "-e", f"PORT={port}"]  # noqa: S108  of the container
    podman = [*(SHOW_OLD if Path(NEW_CGROUPS).exists() else []), "podman", *STORE, "--runtime", "crun", "--cgroup-manager", "cgroupfs"]
    process = subprocess.Popen([*podman, "run", "--rm", "--cgroups", "disabled", "--name", CONTAINER, *limits, *place, IMAGE])
    try:
        address = f"http://127.0.0.1:{port}/"
        try_wheel.until(lambda: try_wheel.answers(address) or process.poll() is not None, "the container has not started")
        yield address
    finally:
        process.terminate()
        process.wait(60)


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
    with container() as address:
        print("ok  a guest in the container " + try_wheel.play_a_turn(address))
    run("podman", *STORE, "images", IMAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
