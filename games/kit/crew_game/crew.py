"""Crew cards: a colour and a number, written "B3" or "R1"; and the worth of a hand."""

from collections.abc import Iterable
from typing import TypeVar

Thing = TypeVar("Thing")

CREW = ("B1", "B2", "B3", "R1", "R2", "R3")
VALUE = {card: int(card[1]) for card in CREW}
COLOURS = {"B": "black", "R": "red"}
CREW_WORDS = {card: f"{COLOURS[card[0]]} {card[1]}" for card in CREW}
"""Card -> "black 3"."""


def sailing(hand: Iterable[str]) -> int:
    """Return the sailing strength: the total of both colours."""
    return sum(map(VALUE.__getitem__, hand))


SIGNED = {card: int(card[1]) * (1 if card[0] == "B" else -1) for card in CREW}


def fighting(hand: Iterable[str]) -> int:
    """Return the fighting strength: the difference between the totals of the two colours."""
    return abs(sum(map(SIGNED.__getitem__, hand)))


def without(cards: tuple[Thing, ...], taken: Iterable[Thing]) -> tuple[Thing, ...]:
    """Return `cards` without `taken`, in order. Raises ValueError if a card is missing."""
    rest = list(cards)
    for card in taken:
        rest.remove(card)
    return tuple(rest)


def added(cards: tuple[str, ...], more: Iterable[str]) -> tuple[str, ...]:
    """Return a sorted pile with `more` added."""
    return tuple(sorted((*cards, *more)))
