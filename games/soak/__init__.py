"""Long random play that looks for faults: whole games with orders, leavings and time-outs, everything drawn and written after each action.

`in_memory` plays with the rules alone, `on_site` with the real services, pages and letters over a scratch database. The
tests play a little of both, `manage.py soak` as long as it is told to. A game hangs on its number alone, and so can be brought back.
"""

from typing import Any


class Fault(AssertionError):
    """Something is so that must not be so."""


def must(be: Any, why: Any) -> None:
    """Raises Fault with the reason."""
    if not be:
        raise Fault(why)
