"""The names in this game: captains, squares, headings, goods."""

from typing import Any

from games.kit.crew_game.crew import CREW
from games.rulesets.buccaneer.cards import MONEY, TREASURE
from games.rulesets.buccaneer.sea import Sea
from games.rulesets.buccaneer.state import State
from tests.scenario_language.crew_game.words import CREW_NAMES, reader
from tests.scenario_language.words import WordError, items, unknown

KEPT_CARDS = ("LJ", *MONEY)

GOODS = {
    **CREW_NAMES,
    **{code.lower(): code for code in (*TREASURE, *KEPT_CARDS)},
    "diamond": "D", "diamonds": "D", "ruby": "U", "rubies": "U", "gold": "G", "pearl": "P", "pearls": "P", "rum": "M",
    "long john silver": "LJ", "long john": "LJ", "doubloons": "DB", "pieces of eight": "PE",
    "kidd's chart": "K1", "kidd's second chart": "K2",
}  # fmt: skip
"""Every name of a thing -> its code."""

DOCKED = {f"@{card}".lower(): f"@{card}" for card in CREW} | {f"docked {card}".lower(): f"@{card}" for card in CREW}
"""Crew at the docks, where an answer may mix hand and docks (cards 2 and 22)."""


def port(sea: Sea, word: Any) -> int:
    """Return a port by its name."""
    number = sea.port_of.get(str(word).strip().title())
    if number is None:
        raise unknown("port", word, sea.port_of)
    return number


def seat_of(state: State, word: Any) -> int:
    """Return the seat of a captain, named by their home port."""
    home = port(state.sea, word)
    if home not in state.homes:
        raise WordError(f"No captain of this table has {word} as their home port.")
    return state.homes.index(home)


def captain(state: State, seat: int) -> str:
    """Return a captain by the name of their home port."""
    return state.sea.ports[state.homes[seat]].name


def find_square(sea: Sea, word: Any) -> int | None:
    """Return a square by its name ("M9", "Bombay") or by column and row ("(13,9)"), or None."""
    text = str(word).strip()
    named = sea.squares.get(text.upper()) or sea.squares.get(text.title())
    if named is None and "," in text:
        parts = text.strip("()[] ").split(",")
        if len(parts) == 2 and all(part.strip().isdecimal() for part in parts):
            number = sea.number(*(int(part) for part in parts))
            named = number if number in sea.names else None
    return named


def square(sea: Sea, word: Any) -> int:
    """Return a square at sea or a harbour."""
    number = find_square(sea, word)
    if number is None:
        raise WordError(f"{word} is neither a square at sea nor a port. Write M9, or (13,9), or Bombay.")
    return number


def goods(value: Any) -> tuple[str, ...]:
    """Return any things as codes."""
    return items(value, GOODS)


crew = reader(GOODS, CREW, "crew card")
treasure = reader(GOODS, TREASURE, "piece of treasure")
kept = reader(GOODS, KEPT_CARDS, "chance card that is kept")
