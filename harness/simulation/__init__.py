"""A simulated town: people, post and weather around the real site, in one process and in virtual time (docs/simulation.md).

`soak` runs random games by the rules alone, and small towns. Checks do not repeat the site's logic: they compare the site's data with
what people and the relay saw.
"""

from typing import Any


class Broken(AssertionError):
    """An invariant does not hold; the message says which."""


def must(condition: Any, why: Any) -> None:
    """Raise Broken with the reason if the condition is false."""
    if not condition:
        raise Broken(why)
