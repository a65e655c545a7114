"""How long this machine has run, by a clock that nobody can set: whether time went by, or a clock was put forward."""

import time
from pathlib import Path
from typing import NamedTuple

BOOT = Path("/proc/sys/kernel/random/boot_id")
"""Another one after each start of the machine. Linux only: elsewhere nothing is known."""


class Uptime(NamedTuple):
    """Which start of which machine it was ("": unknown), and seconds since then; sleep of the machine counts."""

    boot: str
    seconds: float


def uptime() -> Uptime:
    """That of this machine now."""
    try:
        return Uptime(BOOT.read_text().strip()[:40], time.clock_gettime(time.CLOCK_BOOTTIME))
    except (OSError, AttributeError):
        return Uptime("", 0.0)
