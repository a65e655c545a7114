"""Rematches with the same captains and terms. A finished game has at most one unfinished rematch."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.db import transaction

from accounts.models import User
from games.announcements import notices
from games.editions.errors import NotAllowed
from games.models import Game, Invitation, Player
from games.moderation import blocks, limits
from games.play.controllers import bot_levels
from games.queries.lists import invitations_of
from games.tables import lobby


@transaction.atomic
def rematch(game_id: int, user: User, orders: Mapping[str, Any] = MappingProxyType({})) -> Game:
    """Return the rematch, existing or new, with the person seated. Raise NotAllowed unless the person played until the game ended."""
    old = Game.objects.select_for_update().get(pk=game_id)
    players = list(old.players.select_related("user").order_by("seat"))
    mine = next((player for player in players if player.user_id == user.pk), None)
    if old.status != Game.Status.OVER or mine is None:
        raise NotAllowed("no-rematch", "A rematch can be asked for by those who played, once the game has ended.")
    rematches = old.rematches.filter(status__in=(Game.Status.OPEN, Game.Status.RUNNING)).order_by("pk")
    if seated := rematches.filter(players__user=user).first():
        return seated
    table = rematches.filter(status=Game.Status.OPEN, pk__in=invitations_of(user).values("game")).first()
    if table is None:
        return make_rematch(old, user, mine.place, players, orders)
    free_places = table.rules.places_left(lobby.taken_places(table), table.seats)
    lobby.join(table.pk, user, mine.place if mine.place in free_places else "", orders=orders)
    table.refresh_from_db()
    return table


def make_rematch(old: Game, user: User, place: str, players: list[Player], orders: Mapping[str, Any]) -> Game:
    """Return a new table like the finished game's, with the person and the bots seated and the other captains invited.

    Send no letters for a guest, or beyond the person's limit of invitations. The site shows the invitations anyway.
    """
    bots = tuple(player.bot for player in players if player.bot in bot_levels(old.rules))
    partners = [player.user for player in players if player.user is not None and player.user != user and player.user.is_active]
    mine = "You blocked {name}, who played here. Make a new table, and ask other captains."
    theirs = "You cannot invite all these captains to another game. Make a new table and invite anyone you like."
    blocks.must_share_table(user, [person.pk for person in partners], mine, theirs)
    game = lobby.create(
        user, old.ruleset, old.options, old.pace, name_of_rematch(old, user), old.open_to_all, seats=len(players), place=place,
        clock=old.terms if old.clock else None, bots=bots, orders=orders, rematch_of=old,
    )  # fmt: skip
    for person in partners:
        invitation = Invitation.objects.create(game=game, user=person, by=user)
        if limits.may_ask(game, user, person):
            notices.invited(invitation)
    return game


def name_of_rematch(old: Game, user: User) -> str:
    """Return "The Crossed Keys, again" for "The Crossed Keys", or "" (the usual name) if the name is no longer allowed."""
    name = old.name if old.name.endswith(", again") else f"{old.name[:50]}, again"
    try:
        return limits.name_of(name, user, lobby.kind_of_name(old.open_to_all))
    except NotAllowed:
        return ""
