"""The arrangers of tables without an owner, such as leagues: parts above the games that know these tables."""

from collections.abc import Callable
from typing import NamedTuple

from accounts.models import User
from core.registry import Registry
from games.models import Game


class Part(NamedTuple):
    """The event that a table belongs to: its name, its page, and its result there if that differs from the board's."""

    words: str
    link: str
    note: str = ""


class Arranger(NamedTuple):
    """Functions that describe an arranger's tables and tell it of events. They are also called for other tables."""

    knows: Callable[[Game], bool]
    """Return whether this arranger made the table."""
    find_deciders: Callable[[Game], frozenset[int]]
    """Return the ids of the organisers of one of its tables."""
    describe: Callable[[Game], Part | None] = lambda game: None
    """Return the event that one of its tables belongs to."""
    seat_taken_back: Callable[[Game, int], object] = lambda game, seat: None
    """Called when a captain takes their seat back, in the same transaction."""
    check_newcomer: Callable[[Game, User], object] = lambda game, user: None
    """Called before a captain takes an open seat. Raises NotAllowed if they may not."""


ARRANGERS: Registry[str, Arranger] = Registry()


def arranger_of(game: Game) -> Arranger | None:
    return next((arranger for arranger in ARRANGERS.values() if arranger.knows(game)), None) if game.owner_id is None else None


def is_arranged(game: Game) -> bool:
    """Return whether a part above the games arranged this table, so that organisers decide about its clocks, too."""
    return arranger_of(game) is not None


def deciders(game: Game) -> frozenset[int] | None:
    """Return the ids of an arranged table's organisers; None for other tables."""
    arranger = arranger_of(game)
    return arranger and arranger.find_deciders(game)


def part_of(game: Game) -> Part | None:
    """Return the event that an arranged table belongs to; None for other tables."""
    arranger = arranger_of(game)
    return arranger and arranger.describe(game)


def seat_taken_back(game: Game, seat: int) -> None:
    for arranger in ARRANGERS.values():
        arranger.seat_taken_back(game, seat)


def check_newcomer(game: Game, user: User) -> None:
    """Raise NotAllowed if the arranger of the table does not let this person sit down."""
    for arranger in ARRANGERS.values():
        arranger.check_newcomer(game, user)
