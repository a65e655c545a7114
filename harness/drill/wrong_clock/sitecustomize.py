"""For processes that see another time by libfaketime: it breaks `time.sleep`, which names a moment of a clock that it does not change."""

import select
import time
from typing import SupportsIndex


def sleep(seconds: float | SupportsIndex) -> None:
    """Sleep so long, by a call that takes a span."""
    select.select([], [], [], float(seconds))


time.sleep = sleep
