"""Take a person off their tables when they delete their account."""

from django.db import transaction
from django.utils import timezone

from accounts.held_names import DEPARTED
from accounts.models import User
from games.announcements import clock_log
from games.models import Game, Hand, Player, Wait
from games.play.acting import tell_friends
from games.play.controllers import helmsman_level
from games.queries import reliability
from games.rulesets import all_rulesets
from games.storage import counted
from games.tables import lobby, owner
from games.timeouts.seats import ask_anew, void_votes

HELMSMAN = "A bot"
USUAL_LEVEL = "middle"


def leave_all(user: User) -> None:
    """Leave open tables, give running games to a bot, remove the name from ended ones, and delete the person's record."""
    for player in list(user.players.select_related("game")):
        if player.game.status == Game.Status.OPEN:
            lobby.leave(player.game_id, user)
        elif player.game.status in (Game.Status.RUNNING, Game.Status.STUCK):
            hand_over(player.game_id, player.pk)
        else:
            Player.objects.filter(pk=player.pk).update(user=None, own_name=DEPARTED)
    counted.forget(reliability.key_of(user.pk))


@transaction.atomic
def hand_over(game_id: int, player_id: int) -> None:
    """Give a seat to a bot, and let it play at once if the game waits for it."""
    game = Game.objects.select_for_update().get(pk=game_id)
    player = Player.objects.get(pk=player_id, game=game)
    gone = player.user_id if player.user is not None and not player.user.is_guest else None
    player.user, player.bot, player.own_name, player.joined_at = None, level_for(game), HELMSMAN, timezone.now()
    player.save(update_fields=["user", "bot", "own_name", "joined_at"])
    Hand.objects.filter(player=player).update(orders={})
    clock_log.note(game, "left", player.seat, user=gone)
    tell_friends(game, player.seat_number)
    owner.pass_on(game)
    void_votes(game)
    if game.status != Game.Status.RUNNING:
        return
    if game.is_too_new:
        wait_for_helmsman(game, player.seat_number)
    else:
        ask_anew(game, player.seat_number)


def level_for(game: Game) -> str:
    """Return the level of the bot that takes over; USUAL_LEVEL if only newer code has the edition."""
    known = all_rulesets().get(game.ruleset)
    return helmsman_level(known) if known else USUAL_LEVEL


def wait_for_helmsman(game: Game, seat: int) -> None:
    """Let a game that needs newer code wait for the bot in this seat, which plays once that code runs."""
    asked = Wait.objects.filter(game=game, seat=seat, closed_at=None).exclude(next_step__in=(Wait.Step.CLOSE, Wait.Step.STALL))
    asked.update(next_step=Wait.Step.BOT, next_at=timezone.now(), due_at=None, overdue_at=None, allowance=0)
