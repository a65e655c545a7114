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
    found = COMPASS.get(str(word).strip().lower())
    if found is None:
        raise unknown("heading", word, HEADINGS)
    return found


def only(goods: tuple[str, ...], kinds: Collection[str], what: str) -> tuple[str, ...]:
    """Return these things, which must be of one kind."""
    for item in goods:
        if item not in kinds:
            raise WordError(f"{item} is no {what}.")
    return goods


def reader(codes: Mapping[str, str], kinds: Collection[str], what: str) -> Callable[[Any], tuple[str, ...]]:
    """Return a reader of things of one kind: names to codes by `codes`, of which only `kinds` are right; `what` names one of them."""
    return lambda value: only(items(value, codes), kinds, what)
