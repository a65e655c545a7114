"""A game as the front page offers it: an edition as it is, or with options that turn it into another game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Weight = Literal["light", "medium", "heavy"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCard:
    """Facts that the page cannot derive. Without a `slug`, the card is the edition itself, with its own name, sentence and seats."""

    rounds: int
    """The rounds of an average game with the usual number of players, as counted in games of the bots."""
    weight: Weight
    edition: str = ""
    """The slug of its edition, if several share a folder and its name differs from the folder's."""
    slug: str = ""
    name: str = ""
    summary: str = ""
    seats: tuple[int, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    chapter: str = ""
    """The anchor of its own part of the rules page."""
    lesson: str = "first-voyage"
    picture: str = "small"
    """The name of its picture in `Face.pictures`: drawn whole, to stand alone."""
    is_first: bool = False
    """True for the game at the top of the front page, which newcomers play unless they choose another."""
