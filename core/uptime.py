"""Measure the machine's uptime with a clock that nobody can set, to tell passing time from a clock put forward."""

import time
from pathlib import Path
from typing import NamedTuple

BOOT = Path("/proc/sys/kernel/random/boot_id")
"""A file with an id that changes at each boot. Linux only."""


class Uptime(NamedTuple):
    """The machine's boot id ("" if unknown), and the seconds since the boot, including sleep."""

    boot: str
    seconds: float


def uptime() -> Uptime:
    try:
        return Uptime(BOOT.read_text().strip()[:40], time.clock_gettime(time.CLOCK_BOOTTIME))
    except (OSError, AttributeError):
        return Uptime("", 0.0)
