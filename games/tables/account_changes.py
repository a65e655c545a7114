"""Change a person's tables when they delete their account, or move a guest's tables to the account that the guest signs in to."""

from django.db import transaction
from django.utils import timezone

from accounts.held_names import DEPARTED
from accounts.models import User
from games.announcements import clock_log
from games.models import ChatLine, Game, Hand, Invitation, LaidAside, Lapse, Notes, Player, Wait
from games.moderation import blocks, reports
from games.play.acting import tell_friends
from games.play.controllers import helmsman_level
from games.queries import reliability
from games.rulesets import all_rulesets
from games.storage import counted
from games.tables import lobby, removing, renaming
from games.timeouts.seats import ask_anew, void_votes
from notifications import missed

HELMSMAN = "A bot"
"""The name of a bot in the seat of a person who has left the site."""


def leave_all(user: User) -> None:
    """Leave open tables, give running games to a bot, remove the name from finished games, and delete the person's cached record."""
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
    """Give a seat to a bot. The bot plays at once if the game waits for the seat, or once newer code runs if the game needs newer code."""
    game = Game.objects.select_for_update().get(pk=game_id)
    player = Player.objects.get(pk=player_id, game=game)
    gone = player.user_id if player.user is not None and not player.user.is_guest else None
    edition = all_rulesets().get(game.ruleset)  # None if only newer code has the edition
    player.user, player.bot, player.own_name = None, helmsman_level(edition) if edition else "middle", HELMSMAN
    player.joined_at = timezone.now()
    player.save(update_fields=["user", "bot", "own_name", "joined_at"])
    Hand.objects.filter(player=player).update(orders={})
    clock_log.note(game, "left", player.seat, user=gone)
    tell_friends(game, player.seat_number)
    renaming.pass_on(game)
    void_votes(game)
    if game.status != Game.Status.RUNNING:
        return
    if not game.is_too_new:
        ask_anew(game, player.seat_number)
        return
    asked = Wait.objects.filter(game=game, seat=player.seat_number, closed_at=None).exclude(
        next_step__in=(Wait.Step.CLOSE, Wait.Step.STALL)
    )
    asked.update(next_step=Wait.Step.BOT, next_at=timezone.now(), due_at=None, overdue_at=None, allowance=0)


def move_all(guest: User, user: User) -> None:
    """Move seats, tables and chat lines to the account. At a table where both have a seat, leave the guest's seat unchanged."""
    theirs = Player.objects.filter(user=user).values("game_id")
    games = list(guest.players.exclude(game__in=theirs).values_list("game_id", flat=True))
    Player.objects.filter(user=guest, game__in=games).update(user=user)
    Player.objects.filter(former=guest).update(former=user)
    LaidAside.objects.filter(user=guest).update(user=user)
    Game.objects.filter(owner=guest).update(owner=user)
    Lapse.objects.filter(user=guest).update(user=user)
    ChatLine.objects.filter(user=guest, game__in=games).update(user=user)
    written = Notes.objects.filter(user=user).values("game_id")
    Notes.objects.filter(user=guest, game__in=games).exclude(game__in=written).update(user=user)
    Invitation.objects.filter(by=guest).update(by=user)
    asked_too = Invitation.objects.filter(user=user).values("game_id")
    Invitation.objects.filter(user=guest).exclude(game__in=asked_too).exclude(game__in=theirs).update(user=user)
    blocks.move_blocks(guest, user)
    removing.part(user)
    reports.move_all(guest, user)
    missed.catch_up(user.pk)
