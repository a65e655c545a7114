"""The same people, the same terms, another game."""

from django.db import transaction

from games.errors import NotAllowed
from games.models import Game, Invitation
from games.services import tables, telling


@transaction.atomic
def rematch(game_id: int, user) -> Game:
    """A new table like this ended one: the asker and the bots sit down, everybody else is invited."""
    old = Game.objects.get(pk=game_id)
    players = list(old.players.select_related("user").order_by("seat"))
    if old.status != Game.Status.OVER or all(player.user_id != user.pk for player in players):
        raise NotAllowed("no-rematch", "A rematch can be asked for by those who played, once the game has ended.")
    bots = tuple(player.bot for player in players if player.bot in tables.bot_levels(old.rules))
    people = [player.user for player in players if player.user is not None and player.user != user and player.user.is_active]
    place = next(player.place for player in players if player.user_id == user.pk)
    game = tables.create(
        user, old.ruleset, old.options, old.pace, again(old.name), old.open_to_all, seats=len(players), place=place,
        clock=old.terms if old.clock else None, bots=bots,
    )  # fmt: skip
    for person in people:
        telling.invited(Invitation.objects.create(game=game, user=person, by=user))
    return game


def again(name: str) -> str:
    """ "The Crossed Keys" is followed by "The Crossed Keys, again"."""
    return name if name.endswith(", again") else f"{name[:50]}, again"
