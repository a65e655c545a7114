"""Soak tests: long random play that looks for faults, with orders, resignations and time-outs, and everything drawn after each action.

`in_memory` plays with the rules alone, `on_site` with the real services, pages and letters over a scratch database. The
tests play a little of both, `python -m harness soak` for a given time. A game depends on its number alone, and so can be repeated.
"""

from typing import Any


class Fault(AssertionError):
    """A condition that must hold does not."""


def must(be: Any, why: Any) -> None:
    """Check a condition. Raises Fault with the reason if it does not hold."""
    if not be:
        raise Fault(why)
