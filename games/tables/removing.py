"""Remove captains, bots and invitations from a table before its first move. Their chat lines remain."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.announcements import notices
from games.editions.errors import NotAllowed
from games.models import Game, Invitation, Player
from games.moderation import blocks
from games.queries import lists
from games.storage import block_conditions
from games.tables import lobby, starting


@transaction.atomic
def take_off(game_id: int, by: User, player_id: int) -> Player:
    """Remove a captain or a bot from the owner's table. Raise NotAllowed if refused, or Player.DoesNotExist."""
    game = lobby.locked(game_id)
    lobby.must_own(game, by)
    player = game.players.select_related("user").get(pk=player_id)
    if player.user_id == by.pk:
        raise NotAllowed("yourself", "You cannot take yourself off your own table. Leave it instead.")
    remove(game, player)
    return player


def remove(game: Game, player: Player) -> None:
    """Free a chair of a locked game. Notify a removed captain, who needs a new invitation to come back."""
    Player.objects.filter(pk=player.pk).delete()
    lobby.notify_pages(game)
    starting.cancel_ready_check(game)
    if player.user is not None:
        now = timezone.now()
        if not lists.ever_invited(player.user).filter(game=game).update(taken_back_at=now):
            Invitation.objects.create(game=game, user=player.user, by=game.owner, taken_back_at=now)
        notices.about_table(notices.TAKEN_OFF, game, player.user, f"{now:%Y-%m-%d}")


@transaction.atomic
def take_back_invitation(game_id: int, by: User, invitation_id: int) -> Invitation:
    """Withdraw an invitation, but keep its row, so that a new invitation sends no second letter. Raise NotAllowed unless by the owner."""
    game = lobby.locked(game_id)
    lobby.must_own(game, by)
    invitation = game.invitations.select_related("user").get(pk=invitation_id)
    invitation.taken_back_at = timezone.now()
    invitation.save(update_fields=["taken_back_at"])
    lobby.notify_pages(game)
    return invitation


@transaction.atomic
def take_off_named(game_id: int, by: User, name: str) -> str:
    """Remove the captain, bot or invitation with the given name or address, and return the stored form. Raise NotAllowed if unknown."""
    game = Game.objects.get(pk=game_id)
    for player in game.players.select_related("user"):
        if player.name.casefold() == name.casefold():
            return take_off(game_id, by, player.pk).name
    for invitation in game.invitations.filter(taken_back_at=None).select_related("user"):
        if invitation.called.casefold() == name.casefold():
            return take_back_invitation(game_id, by, invitation.pk).called
    raise NotAllowed("nobody", "Nobody of that name sits at this table or is invited to it.")


@transaction.atomic
def block(user: User, other: User) -> list[str]:
    """Block a captain, and leave open tables shared with the captain. Return the names of the tables left. Raise NotAllowed at a limit."""
    blocks.block(user, other)
    return part(user)


def part(user: User) -> list[str]:
    """Separate a captain from blocked captains at open tables: an owner removes them, others leave. Return the names of the tables left."""
    left_tables = []
    for pk in user.players.filter(game__status=Game.Status.OPEN).order_by("game").values_list("game", flat=True):
        game = lobby.locked(pk)
        unwelcome = list(game.players.select_related("user").filter(block_conditions.is_blocked_either_way(user, "user")))
        if unwelcome and game.owner_id != user.pk:
            lobby.leave(pk, user)
            left_tables.append(game.name)
        else:
            for player in unwelcome:
                remove(game, player)
    return left_tables
