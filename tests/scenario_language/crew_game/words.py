"""Names that several games share: points of the compass, crew cards, goods of one kind."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from games.kit.crew_game.crew import CREW, CREW_WORDS
from games.kit.heading import HEADINGS, SPOKEN
from tests.scenario_language.words import WordError, items, unknown

COMPASS = {name.lower(): number for number, name in enumerate(HEADINGS)} | {name: number for number, name in enumerate(SPOKEN)}
CREW_NAMES = {card.lower(): card for card in CREW} | {word: card for card, word in CREW_WORDS.items()}
"""Every name of a crew card -> its code."""


def heading(word: Any) -> int:
    """Return a point of the compass: N, or north."""
    number = COMPASS.get(str(word).strip().lower())
    if number is None:
        raise unknown("heading", word, HEADINGS)
    return number


def only(goods: tuple[str, ...], kinds: Collection[str], kind_name: str) -> tuple[str, ...]:
    """Return these things. Raises WordError unless they are all of these kinds."""
    for item in goods:
        if item not in kinds:
            raise WordError(f"{item} is not a {kind_name}.")
    return goods


def reader(codes: Mapping[str, str], kinds: Collection[str], kind_name: str) -> Callable[[Any], tuple[str, ...]]:
    """Return a reader of things of one kind. `codes` maps names to codes, only `kinds` are accepted, and `kind_name` names a thing of that
    kind.
    """
    return lambda value: only(items(value, codes), kinds, kind_name)
