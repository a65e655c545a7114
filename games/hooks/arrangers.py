"""The arrangers of tables without an owner, such as a league's: parts above the games that know these tables."""

from collections.abc import Callable
from typing import NamedTuple

from accounts.models import User
from games.models import Game


class Part(NamedTuple):
    """What a table is part of: words, a page, and its result there if that differs from the board's."""

    words: str
    link: str
    note: str = ""


class Arranger(NamedTuple):
    """What an arranger knows of its tables, and what it is told. The functions are called for the tables of others, too."""

    find_deciders: Callable[[Game], frozenset[int] | None]
    """Return the ids of a table's organisers; None for a table it does not know."""
    describe: Callable[[Game], Part | None] = lambda game: None
    """Return what a table is part of; None for a table it does not know."""
    seat_taken_back: Callable[[Game, int], object] = lambda game, seat: None
    """Called when a captain takes their seat back, in the same transaction."""
    check_newcomer: Callable[[Game, User], object] = lambda game, user: None
    """Called before somebody takes an open seat. Raises NotAllowed where they may not."""


_arrangers: list[Arranger] = []


def register(arranger: Arranger) -> None:
    """Register an arranger, once."""
    if arranger not in _arrangers:
        _arrangers.append(arranger)


def deciders(game: Game) -> frozenset[int] | None:
    """Return the ids of an arranged table's organisers; None for other tables. Looked up once for each loaded `game`."""
    if game.owner_id is not None:
        return None
    known = vars(game)
    if "deciders" not in known:
        known["deciders"] = next((found for one in _arrangers if (found := one.find_deciders(game)) is not None), None)
    return known["deciders"]


def part_of(game: Game) -> Part | None:
    """Return what an arranged table is part of; None for other tables."""
    if game.owner_id is not None:
        return None
    return next((found for one in _arrangers if (found := one.describe(game)) is not None), None)


def seat_taken_back(game: Game, seat: int) -> None:
    """Tell every arranger that a captain has taken their seat back."""
    for one in _arrangers:
        one.seat_taken_back(game, seat)


def check_newcomer(game: Game, user: User) -> None:
    """Raises NotAllowed where those who arranged the table do not let this person sit down."""
    for one in _arrangers:
        one.check_newcomer(game, user)
