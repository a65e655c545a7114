"""The contents of this game's piles."""

from typing import Any

from games.rulesets.buccaneer.cards import CHANCE
from tests.scenario_language.crew_game.piles import card_numbers

USUAL = ("B1", "B2", "R1", "R2")
"""The hand of a captain without a written one: sailing 6, fighting 0."""

KEPT_AS = {card.keep: number for number, card in CHANCE.items() if card.keep}
"""Kept card -> its number in the pack."""


def chance_numbers(value: Any) -> tuple[int, ...]:
    """Return numbers of chance cards, each at most once."""
    return card_numbers(value, CHANCE)
