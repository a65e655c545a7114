"""Hooks by which parts above the games learn that a game has ended."""

from collections.abc import Callable

from core.registry import Registry
from games.models import Game

HOOKS: Registry[str, Callable[[Game], object]] = Registry()
"""`hook(game)`, called when a game has ended and is stored, in that transaction. It must not raise because of a player's act."""


def run_endings(game: Game) -> None:
    """Call every hook: the game has ended."""
    for hook in HOOKS.values():
        hook(game)
