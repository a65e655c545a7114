"""What else happens when a game ends. Parts above the games register functions, which run in the transaction that ends the game."""

from collections.abc import Callable

from games.models import Game

Hook = Callable[[Game], object]
_hooks: list[Hook] = []


def register(hook: Hook) -> Hook:
    """Register `hook(game)`, called when a game has ended and is stored. It must not raise because of a player's act."""
    if hook not in _hooks:
        _hooks.append(hook)
    return hook


def run_endings(game: Game) -> None:
    """Call every hook: the game has ended."""
    for hook in _hooks:
        hook(game)
