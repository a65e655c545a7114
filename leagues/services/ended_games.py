"""Columns that a played game always has. They are empty before the game ends; each function then raises ValueError."""

from games.engine import Outcome
from games.models import Game, Player


def outcome_of(game: Game) -> Outcome:
    """Return the outcome of an ended game."""
    if game.outcome is None:
        raise ValueError(f"game {game.pk} has not ended")
    return game.outcome


def began_at(game: Game) -> int:
    """Return the time when its first move was asked for, in seconds since the epoch."""
    if game.started_at is None:
        raise ValueError(f"game {game.pk} has not begun")
    return int(game.started_at.timestamp())


def ended_at(game: Game) -> int:
    """Return the time when the game ended, in seconds since the epoch."""
    if game.ended_at is None:
        raise ValueError(f"game {game.pk} has not ended")
    return int(game.ended_at.timestamp())


def seat_of(player: Player) -> int:
    """Return the seat of a player in a game that has begun."""
    if player.seat is None:
        raise ValueError(f"{player} has no seat yet")
    return player.seat
