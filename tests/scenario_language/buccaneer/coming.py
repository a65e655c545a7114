"""The random results of one step: cards put on top of piles, and the results of blind draws and shuffles."""

from tests.scenario_language.crew_game.coming import blind, chance, crew, under

from . import words
from .piles import chance_numbers

COMING = {
    "card": chance(chance_numbers),
    "crew": crew(words.crew, "pile on Pirate Island"),
    "blind": blind(words.crew, "exchange"),
    "under": under(words.crew),
}
