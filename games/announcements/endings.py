"""Hooks of other apps, called when a game ends."""

from collections.abc import Callable

from core.registry import Registry
from games.models import Game

HOOKS: Registry[str, Callable[[Game], object]] = Registry()
"""`hook(game)` is called in the transaction that stores the end of a game. No action of a player may make a hook raise."""
