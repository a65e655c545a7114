"""Who arranged a table that nobody owns, such as one of a league. Parts above the games register how to find out."""

from collections.abc import Callable

from games.models import Game

Find = Callable[[Game], frozenset[int] | None]
_finders: list[Find] = []


def register(find: Find) -> Find:
    """Have `find(game)` asked: the ids of those who decide about this table, or None when it is not one of theirs."""
    if find not in _finders:
        _finders.append(find)
    return find


def deciders(game: Game) -> frozenset[int] | None:
    """Who decides about an arranged table; None: people made this table for themselves."""
    return next((found for find in _finders if (found := find(game)) is not None), None)
