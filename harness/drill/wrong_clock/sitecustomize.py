"""Replace `time.sleep` under libfaketime, which breaks it: `time.sleep` waits for a time on a clock that libfaketime does not change."""

import select
import time
from typing import SupportsIndex


def sleep(seconds: float | SupportsIndex) -> None:
    """Sleep for this number of seconds, by a call that takes a duration instead of an end time."""
    select.select([], [], [], float(seconds))


time.sleep = sleep
