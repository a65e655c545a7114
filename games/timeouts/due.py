"""A due step of the clock, with the loaded rows of its game."""

from datetime import datetime
from typing import NamedTuple

from games.models import Game, Player, Wait
from games.play.loading import Loaded
from games.timeouts import unread_letters


class Due(NamedTuple):
    """A due wait in a locked game. `any_unread` tells whether any letter on the site is unread."""

    loaded: Loaded
    wait: Wait
    now: datetime
    any_unread: bool

    @property
    def game(self) -> Game:
        return self.loaded.game

    @property
    def player(self) -> Player:
        """Return the player that the game waits for."""
        return self.loaded.clock.players[self.wait.seat]

    def has_unread(self, player: Player, by: datetime) -> bool:
        """Return whether an unread letter that came by the given time may be this player's."""
        return self.any_unread and unread_letters.may_have_answered(player, by)
