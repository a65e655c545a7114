"""A pile of cards as the rules page shows it: each card with its words and number, and, if everyone may know, how many are left."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Card:
    """One card of a pile: how many there are, and how many are still in the pile (None: not public).

    `number` is the printed one, if any, by which the rules name the card.
    """

    name: str
    text: str = ""
    count: int = 1
    left: int | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile with all its cards. `left` is how many lie in it now (None: no table, or nobody knows).

    `unit` is what it is counted in: cards, pieces.
    """

    title: str
    cards: tuple[Card, ...]
    about: str = ""
    left: int | None = None
    unit: str = "cards"

    @property
    def count(self) -> int:
        """Return how many cards it has when a game begins."""
        return sum(card.count for card in self.cards)
