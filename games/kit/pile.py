"""A pile of cards as the rules page shows it: every card with its words and how many there are, and what is left where all may know."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Card:
    """One card of a pile: how many there are of it, and how many of them still lie in the pile (None: not for everyone to know).

    `number` is the one printed on it, if any, by which the rules speak of it.
    """

    name: str
    text: str = ""
    count: int = 1
    left: int | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile with all that belongs to it. `left` is how many cards lie in it now (None: there is no table, or nobody knows).

    `unit` says what it is counted in: cards, pieces.
    """

    title: str
    cards: tuple[Card, ...]
    about: str = ""
    left: int | None = None
    unit: str = "cards"

    @property
    def count(self) -> int:
        """How many cards it has when a game begins."""
        return sum(card.count for card in self.cards)
