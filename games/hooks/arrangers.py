"""The arrangers of tables without an owner, such as a league's. Parts above the games register functions that find them."""

from collections.abc import Callable
from typing import NamedTuple

from accounts.models import User
from games.models import Game


class Part(NamedTuple):
    """What a table is part of: words, a page, and its result there if that differs from the board's."""

    words: str
    link: str
    note: str = ""


Return = Callable[[Game, int], object]
Check = Callable[[Game, User], object]
Find = Callable[[Game], frozenset[int] | None]
Describe = Callable[[Game], Part | None]
_finders: list[Find] = []
_describers: list[Describe] = []
_returns: list[Return] = []
_checks: list[Check] = []


def register(find: Find) -> Find:
    """Register `find(game)`, which returns the ids of a table's organisers, or None for a table it does not know."""
    if find not in _finders:
        _finders.append(find)
    return find


def deciders(game: Game) -> frozenset[int] | None:
    """Return the ids of an arranged table's organisers; None for other tables. Looked up once for each loaded `game`."""
    if game.owner_id is not None:
        return None
    known = vars(game)
    if "deciders" not in known:
        known["deciders"] = next((found for find in _finders if (found := find(game)) is not None), None)
    return known["deciders"]


def register_part(describe: Describe) -> Describe:
    """Register `describe(game)`, which returns what an arranged table is part of, or None."""
    if describe not in _describers:
        _describers.append(describe)
    return describe


def part_of(game: Game) -> Part | None:
    """Return what an arranged table is part of; None for other tables."""
    if game.owner_id is not None:
        return None
    return next((found for describe in _describers if (found := describe(game)) is not None), None)


def register_return(hook: Return) -> Return:
    """Register `hook(game, seat)`, called when a captain takes their seat back, in the same transaction."""
    if hook not in _returns:
        _returns.append(hook)
    return hook


def came_back(game: Game, seat: int) -> None:
    """Call every hook: a captain has taken their seat back."""
    for hook in _returns:
        hook(game, seat)


def register_check(check: Check) -> Check:
    """Have `check(game, user)` called before somebody takes an open seat: it raises NotAllowed where they may not."""
    if check not in _checks:
        _checks.append(check)
    return check


def must_be_welcome(game: Game, user: User) -> None:
    """Raises NotAllowed where those who arranged the table do not let this person sit down."""
    for check in _checks:
        check(game, user)
