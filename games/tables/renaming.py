"""A captain at running tables takes another name."""

from games import clock_log
from games.models import Game, Player


def note_at_tables(person: int) -> None:
    """Write a line in the journal of each running table of the person with this number. It holds no name."""
    for player in Player.objects.filter(user=person, game__status=Game.Status.RUNNING).select_related("game"):
        clock_log.note(player.game, "renamed", player.seat_number)
