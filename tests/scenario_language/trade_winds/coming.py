"""The random results of one step: cards put on top of piles, and the results of blind draws and shuffles."""

from typing import Any

from games.rulesets.trade_winds.state import State
from tests.scenario_language.crew_game.coming import blind, chance, crew, under
from tests.scenario_language.words import whole

from . import words


def face_down(state: State, dice: Any, value: Any) -> None:
    """Set which of several face-down cards of one number is taken: black ones come first, counted from 1."""
    dice.numbers["ashore"] = [whole(value, 1) - 1]


COMING = {
    "card": chance(words.chance),
    "crew": crew(words.crew, "crew pile"),
    "blind": blind(words.crew, "swap"),
    "under": under(words.crew),
    "face down": face_down,
}
