"""A simulated town: people, post and weather around the real site, in one process and in virtual time (docs/simulation.md).

`soak` runs random games by the rules alone, and small towns. All of it imports the site and copies no logic of it: what must hold is
worked out from what people and the relay saw, or not at all.
"""

from typing import Any


class Broken(AssertionError):
    """A condition that must hold does not; the text says which."""


def must(condition: Any, why: Any) -> None:
    """Check a condition. Raises Broken with the reason if it does not hold."""
    if not condition:
        raise Broken(why)
