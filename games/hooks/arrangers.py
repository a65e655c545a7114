"""Who arranged a table that nobody owns, such as one of a league. Parts above the games register how to find out."""

from collections.abc import Callable
from typing import NamedTuple

from accounts.models import User
from games.models import Game


class Part(NamedTuple):
    """What a table is part of: its words, the page about it, and what it counts for there if that is not what the board says."""

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
    """Have `find(game)` asked: the ids of those who decide about this table, or None when it is not one of theirs."""
    if find not in _finders:
        _finders.append(find)
    return find


def deciders(game: Game) -> frozenset[int] | None:
    """Who decides about an arranged table; None: people made this table for themselves. Looked up once for each `game` that is loaded."""
    if game.owner_id is not None:
        return None
    known = vars(game)
    if "deciders" not in known:
        known["deciders"] = next((found for find in _finders if (found := find(game)) is not None), None)
    return known["deciders"]


def register_part(describe: Describe) -> Describe:
    """Have `describe(game)` asked what an arranged table is part of."""
    if describe not in _describers:
        _describers.append(describe)
    return describe


def part_of(game: Game) -> Part | None:
    """What an arranged table is part of; None: people made this table for themselves."""
    if game.owner_id is not None:
        return None
    return next((found for describe in _describers if (found := describe(game)) is not None), None)


def register_return(hook: Return) -> Return:
    """Have `hook(game, seat)` called when a captain has taken their seat back, in the transaction in which they did."""
    if hook not in _returns:
        _returns.append(hook)
    return hook


def came_back(game: Game, seat: int) -> None:
    """Tell everyone who registered."""
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
