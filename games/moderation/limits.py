"""Limits at tables and in leagues by level of trust (`accounts.trust`), and checks of names. They raise NotAllowed."""

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef

from accounts import trust
from accounts.models import User
from accounts.names import holds_web_address, looks_like_site, must_be_one_script, must_be_plain, pictures_apart
from games.editions.errors import NotAllowed
from games.models import Game, Player


@contextmanager
def as_refusals() -> Iterator[None]:
    try:
        yield
    except trust.Refused as refusal:
        raise NotAllowed(refusal.code, refusal.text) from None


def members_only(user: User, sentence: str) -> None:
    """Raise NotAllowed with the given sentence for guests."""
    if trust.level_of(user) is trust.Trust.GUEST:
        raise NotAllowed("guest", sentence)


def may_write(user: User, kind: str) -> None:
    """Raise NotAllowed for a muted or untrusted person. `kind` is a key of `accounts.trust.KINDS`."""
    with as_refusals():
        trust.must_be_allowed_to_write(user, kind)


def must_have_room(user: User, kind: str, have: int) -> None:
    """Raise NotAllowed if `have`, the number of things of a kind that a person has, reaches the limit in `trust.HELD`."""
    with as_refusals():
        trust.must_have_room(user, kind, have)


def spend(user: User, kind: str, about: str = "") -> None:
    """Count one action of a kind in `trust.DONE`. Raise NotAllowed beyond the limit."""
    with as_refusals():
        trust.spend(user, kind, about)


def may_have_another_game_against_bots(user: User) -> None:
    """Raise NotAllowed if the person has reached the limit of games against bots."""
    captains = Player.objects.filter(game=OuterRef("pk")).exclude(user=None).exclude(user=user)
    alone = Game.objects.filter(players__user=user, status=Game.Status.RUNNING).exclude(Exists(captains))
    must_have_room(user, "games against bots", alone.count())


def must_have_room_for_public_table(user: User) -> None:
    """Raise NotAllowed for a newcomer who has reached the limit of public tables."""
    going = (Game.Status.OPEN, Game.Status.RUNNING)
    games = Game.objects.filter(players__user=user, open_to_all=True, status__in=going).count()
    must_have_room(user, "public tables", games)


@transaction.atomic
def spend_invitation(game: Game, by: User, person: User | None, email: str = "") -> None:
    """Count an invitation by letter. Beyond a limit, or if a name in it would become a link, count nothing and raise NotAllowed."""
    spend(by, "invitation")
    inbox = trust.inbox(email) if email or person is None else f"person {person.pk}"
    spend(by, "invitation to one", f"person {by.pk} asks {inbox}")
    if email:
        names = [game.name, by.name, *(player.name for player in game.players.select_related("user"))]
        if any(holds_web_address(name) for name in names):
            raise NotAllowed(
                "web-address",
                "A name at this table holds a web address, so no letter goes to strangers. Send them the link of the table yourself.",
            )
        spend(by, "invitation to an address", inbox)


def may_ask(game: Game, by: User, person: User | None) -> bool:
    """Count an invitation and return True. If a limit is reached, count nothing and return False."""
    try:
        spend_invitation(game, by, person)
    except NotAllowed:
        return False
    return True


def name_of(text: str, by: User, kind: str) -> str:
    """Return a normalised name of up to 60 characters. Raise NotAllowed if it is misleading, or if the person may not write `kind`."""
    name = pictures_apart(" ".join(unicodedata.normalize("NFC", text).split()))[:60].strip()
    try:
        must_be_plain(name)
        must_be_one_script(name)
    except ValidationError as refusal:
        raise NotAllowed("name", refusal.messages[0]) from None
    if name and not any(unicodedata.category(char)[0] in "LNPS" for char in name):
        raise NotAllowed("name", "A name needs something to be seen by: a letter, a digit or a sign.")
    if name:
        may_write(by, kind)
    if looks_like_site(name) and not by.is_host:
        raise NotAllowed("name", "That name would look as if this site’s hosts had given it. Please choose another.")
    return name
