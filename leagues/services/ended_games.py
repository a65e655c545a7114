"""What a game that was played has for certain. Its columns are empty before; each function raises ValueError for such a game."""

from games.engine import Outcome
from games.models import Game, Player


def outcome_of(game: Game) -> Outcome:
    """How it ended."""
    if game.outcome is None:
        raise ValueError(f"game {game.pk} has not ended")
    return game.outcome


def began_at(game: Game) -> int:
    """When its first move was asked for, in seconds."""
    if game.started_at is None:
        raise ValueError(f"game {game.pk} has not begun")
    return int(game.started_at.timestamp())


def ended_at(game: Game) -> int:
    """When it was over, in seconds."""
    if game.ended_at is None:
        raise ValueError(f"game {game.pk} has not ended")
    return int(game.ended_at.timestamp())


def seat_of(player: Player) -> int:
    """The seat, which everyone has once the game has begun."""
    if player.seat is None:
        raise ValueError(f"{player} has no seat yet")
    return player.seat
