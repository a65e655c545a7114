"""A step of the clock that is due, and what it needs of its game."""

from datetime import datetime
from typing import NamedTuple

from games.models import Game, Player, Wait
from games.play.loading import Loaded
from games.timeouts import unread_letters


class Due(NamedTuple):
    """A wait whose time has come, in a game under its lock. `any_unread`: does anybody's letter lie here unread?"""

    loaded: Loaded
    wait: Wait
    now: datetime
    any_unread: bool

    @property
    def game(self) -> Game:
        return self.loaded.game

    @property
    def player(self) -> Player:
        """Whom the game waits for."""
        return self.loaded.clock.players[self.wait.seat]

    def has_unread(self, player: Player, by: datetime) -> bool:
        """Does a letter lie here that came by then, and that may be this player's?"""
        return self.any_unread and unread_letters.lie_here(player, by)
