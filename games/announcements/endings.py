"""Functions of parts above the games that are called when a game ends."""

from collections.abc import Callable

from core.registry import Registry
from games.models import Game

HOOKS: Registry[str, Callable[[Game], object]] = Registry()
"""`hook(game)` is called in the transaction that stores the end. It must not raise because of what a player did."""
