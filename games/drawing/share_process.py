"""Draw the picture of a link in a process of its own, so that libraries and pixels of 15 MB never enter one that answers pages.

    python -m games.drawing.share_process FOLDER

It takes a card from its standard input, writes a PNG, and ends. FOLDER holds the files that we ship. It reads no settings, so it starts
in a tenth of a second, and gets no environment, which may hold secrets.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path

from games.drawing.share_card import Card, as_json, of_json

LONGEST = 10
"""Seconds until a process is given up; it takes less than one."""
HANDED_ON = ("LD_LIBRARY_PATH",)
ROOT = Path(__file__).parents[2]
TOLD = 500
"""How many of its last words a failed process adds to the log."""


class NotDrawn(Exception):
    """The process failed, or took too long; the text tells how."""


def png(card: Card, files: Path) -> bytes:
    """Return the picture of a card as a PNG. Raises NotDrawn, within LONGEST seconds."""
    given = {name: os.environ[name] for name in HANDED_ON if name in os.environ}
    given["PYTHONPATH"] = os.pathsep.join([str(ROOT), *filter(None, sys.path)])  # finds what this process finds, however it was started
    command = [sys.executable, "-P", "-m", __spec__.name, str(files)]
    try:
        done = subprocess.run(command, input=as_json(card), env=given, capture_output=True, timeout=LONGEST)  # noqa: S603 - our own program
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotDrawn(type(error).__name__) from error
    if done.returncode or not done.stdout:
        raise NotDrawn(f"{done.returncode}: {done.stderr[-TOLD:].decode(errors='replace')}")
    return done.stdout


def main(files: str) -> None:
    """Draw the card on the standard input."""
    signal.alarm(LONGEST)  # also if nobody waits any more
    os.nice(5)  # pages come first
    from django.conf import settings

    settings.configure(SHIPPED=Path(files))
    from games.drawing import share_picture

    sys.stdout.buffer.write(share_picture.png(of_json(sys.stdin.buffer.read())))


if __name__ == "__main__":
    main(sys.argv[1])
