"""Move a guest's tables to the account with which they sign in."""

from accounts.models import User
from games.models import ChatLine, Game, Invitation, LaidAside, Lapse, Notes, Player
from games.moderation import blocks, reports
from games.tables import removing
from notifications import missed


def move_all(guest: User, user: User) -> None:
    """Move seats, tables and chat lines to the account. If both sit at a table, keep the guest's seat as it is."""
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
