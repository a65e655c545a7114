"""A pile of cards as the rules page shows it: each card with its words and count, and the number left if everyone may know it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Card:
    """One card of a pile: how many copies there are, and how many are still in the pile (None: not public).

    `number` is the printed one, if any, by which the rules name the card.
    """

    name: str
    text: str = ""
    count: int = 1
    remaining: int | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile with all its cards. `remaining` is the number of cards in it now (None without a table, or if it is secret).

    `unit` is what the page counts: cards or pieces.
    """

    title: str
    cards: tuple[Card, ...]
    about: str = ""
    remaining: int | None = None
    unit: str = "cards"

    @property
    def count(self) -> int:
        """Return the number of cards when a game begins."""
        return sum(card.count for card in self.cards)
