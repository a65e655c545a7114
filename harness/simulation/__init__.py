"""A simulated town: people, post and weather around the real site, in one process and in virtual time (docs/simulation.md).

`soak` runs random games by the rules alone, and small towns. Checks do not repeat the site's logic: they rest on what people and the
relay saw.
"""

from typing import Any


class Broken(AssertionError):
    """A condition that must hold does not; the text says which."""


def must(condition: Any, why: Any) -> None:
    """Raise Broken with the reason if the condition is false."""
    if not condition:
        raise Broken(why)
