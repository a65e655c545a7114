"""What else becomes of a game that ends. Parts above the games register a function; it runs in the transaction that ends the game."""

from collections.abc import Callable

from games.models import Game

Hook = Callable[[Game], object]
_hooks: list[Hook] = []


def register(hook: Hook) -> Hook:
    """Have `hook(game)` called when a game has ended and is stored. It may not raise for what a player did."""
    if hook not in _hooks:
        _hooks.append(hook)
    return hook


def run_endings(game: Game) -> None:
    """Tell everyone who registered."""
    for hook in _hooks:
        hook(game)
