"""Draw the picture of a link in a separate process, so that 15 MB of libraries and pixels stay out of web processes.

    python -m games.drawing.share_process FOLDER

The process reads a card from standard input, writes a PNG and exits. FOLDER has the site's shipped files. The process reads no
settings, so that it starts in a tenth of a second, and gets no environment, because that may hold secrets.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path

from games.drawing.share_card import Card, as_json, of_json

TIME_LIMIT = 10
"""The time limit of a process in seconds. It usually takes less than one second."""
HANDED_ON = ("LD_LIBRARY_PATH",)
ROOT = Path(__file__).parents[2]
TOLD = 500
"""The maximum number of bytes that the log shows of a failed process's error output."""


class NotDrawn(Exception):
    """Raised if the process failed or timed out. The text says how."""


def png(card: Card, files: Path) -> bytes:
    """Return the picture of a card as a PNG. Raise NotDrawn if that fails or takes longer than TIME_LIMIT seconds."""
    environment = {name: os.environ[name] for name in HANDED_ON if name in os.environ}
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), *filter(None, sys.path)])  # the same modules as in the current process
    command = [sys.executable, "-P", "-m", __spec__.name, str(files)]
    try:
        done = subprocess.run(command, input=as_json(card), env=environment, capture_output=True, timeout=TIME_LIMIT)  # noqa: S603 - our own program
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotDrawn(type(error).__name__) from error
    if done.returncode or not done.stdout:
        raise NotDrawn(f"{done.returncode}: {done.stderr[-TOLD:].decode(errors='replace')}")
    return done.stdout


def main(files: str) -> None:
    signal.alarm(TIME_LIMIT)  # ends even if the parent process has died
    os.nice(5)  # a lower priority than pages
    from django.conf import settings

    settings.configure(SHIPPED=Path(files))
    from games.drawing import share_picture

    sys.stdout.buffer.write(share_picture.png(of_json(sys.stdin.buffer.read())))


if __name__ == "__main__":
    main(sys.argv[1])
