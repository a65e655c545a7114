"""Presence: end the effects of an absence when a player answers."""

from games.announcements import clock_log
from games.editions.errors import NotAllowed
from games.models import Game, Hand, LaidAside, Lapse, Player, Wait

Mode = Player.Mode


def present_again(game: Game, player: Player) -> None:
    """Mark a captain who answers as present; let a substitute who answers keep the seat. Raise NotAllowed if a bot has the seat."""
    if player.mode in (Mode.OPEN, Mode.BOT):
        raise NotAllowed("seat-open", "A bot has your seat. Take it back first; the button is on the table’s page.")
    forget_dropped(player.hand)
    if player.former_id:
        Lapse.objects.create(user_id=player.former_id, lost_seat=True)
        LaidAside.objects.filter(player=player).delete()
    if player.strikes_running or player.mode != Mode.PRESENT or player.former_id:
        player.strikes_running, player.striking_since, player.mode, player.former, player.former_had = 0, None, Mode.PRESENT, None, {}
        player.save(update_fields=["strikes_running", "striking_since", "mode", "former", "former_had"])
    if game.stalled_at:
        wake_clocks(game)


def wake_clocks(game: Game) -> None:
    """Restart the clocks of a sleeping table, in the caller's transaction; the caller opens the waits."""
    game.stalled_at = None
    Game.objects.filter(pk=game.pk).update(stalled_at=None)
    Wait.objects.filter(game=game, closed_at=None, next_step=Wait.Step.STALL).delete()
    clock_log.note(game, "woken")


def forget_dropped(hand: Hand) -> None:
    """Clear the dropped answers, which the captain has seen by now."""
    if hand.dropped:
        hand.dropped = []
        hand.save(update_fields=["dropped"])
