"""The abilities of each level."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    """The style of a captain.

    slips       how many of a hundred answers are random
    ports       purchases in a voyage; a captain with `plans` computes the best number
    plans       plans the whole voyage, and turns home as soon as the cargo aboard wins
    raids       attacks as a pirate if the prize is worth this many turns, or never (None)
    wary        how much they fear robbers, from 0 to 1
    hunts       how much they value a place near prey, from 0 to 1
    """

    slips: int = 0
    ports: int = 7
    plans: bool = True
    raids: float | None = 0.0
    wary: float = 0.0
    hunts: float = 0.0


STYLES = {
    "easy": Style(slips=15, ports=2, plans=False, raids=None),
    "middle": Style(slips=9, ports=4, plans=False, raids=4.0),
    "strong": Style(raids=-1.0, wary=0.25, hunts=1.0),
}

RATE = 1.4
"""Dubloons that a turn is worth on average, including robberies and trials."""

LAST_MILE = 4.0
"""Turns lost by coming home short of the goal, in addition to those for the missing money."""

TRIAL = 0.017
"""The chance of a trial in a turn."""
