"""Measure this machine's uptime by a clock that nobody can set, to tell passing time from a clock put forward."""

import time
from pathlib import Path
from typing import NamedTuple

BOOT = Path("/proc/sys/kernel/random/boot_id")
"""Changes with each start of the machine. Linux only: elsewhere it is unknown."""


class Uptime(NamedTuple):
    """The machine's boot id ("": unknown), and the seconds since then, including sleep."""

    boot: str
    seconds: float


def uptime() -> Uptime:
    try:
        return Uptime(BOOT.read_text().strip()[:40], time.clock_gettime(time.CLOCK_BOOTTIME))
    except (OSError, AttributeError):
        return Uptime("", 0.0)
