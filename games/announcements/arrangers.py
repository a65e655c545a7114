"""The registry of apps, such as leagues, that arrange tables without an owner."""

from collections.abc import Callable
from typing import NamedTuple

from accounts.models import User
from core.registry import Registry
from games.models import Game


class Part(NamedTuple):
    """The event that a table belongs to: the event's name and URL, and a note if the event counts the table's result differently."""

    words: str
    link: str
    note: str = ""


class Arranger(NamedTuple):
    """The callbacks of an app that arranges tables. `seat_taken_back` and `check_newcomer` are called for every table."""

    knows: Callable[[Game], bool]
    """Return whether the arranger made the table."""
    find_deciders: Callable[[Game], frozenset[int]]
    """Return the user ids of an arranged table's organisers."""
    describe: Callable[[Game], Part | None] = lambda game: None
    """Return the event that an arranged table belongs to, or None."""
    seat_taken_back: Callable[[Game, int], object] = lambda game, seat: None
    """Called in the transaction in which a captain takes their seat back."""
    check_newcomer: Callable[[Game, User], object] = lambda game, user: None
    """Raise NotAllowed if the user may not take an open seat."""


ARRANGERS: Registry[str, Arranger] = Registry()


def arranger_of(game: Game) -> Arranger | None:
    return next((arranger for arranger in ARRANGERS.values() if arranger.knows(game)), None) if game.owner_id is None else None


def is_arranged(game: Game) -> bool:
    """Return whether an app such as leagues arranged the table, so that organisers may decide about the table's clocks."""
    return arranger_of(game) is not None


def deciders(game: Game) -> frozenset[int] | None:
    """Return the user ids of an arranged table's organisers; None for other tables."""
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
    """Raise NotAllowed if the table's arranger does not let the user take a seat."""
    for arranger in ARRANGERS.values():
        arranger.check_newcomer(game, user)
