"""Limits at tables and in leagues by level of trust (`accounts.trust`); a refusal is a NotAllowed."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import Exists, OuterRef

from accounts import trust, words
from accounts.models import User
from accounts.names import holds_web_address
from games.editions.errors import NotAllowed
from games.models import Game, Player


@contextmanager
def as_refusals() -> Iterator[None]:
    try:
        yield
    except trust.Refused as refusal:
        raise NotAllowed(refusal.code, refusal.text) from None


def members_only(user: User, sentence: str) -> None:
    """Refuse guests. Raises NotAllowed with this sentence."""
    if trust.level_of(user) is trust.Trust.GUEST:
        raise NotAllowed("guest", sentence)


def may_write(user: User, what: str) -> None:
    """Refuse words of this kind (`accounts.words.KINDS`) by people who are silenced or not trusted enough. Raises NotAllowed."""
    with as_refusals():
        words.must_be_allowed(user, what)


def must_have_room(user: User, what: str, have: int) -> None:
    """Refuse one more of `trust.HELD` than the person may have. Raises NotAllowed."""
    with as_refusals():
        trust.must_have_room(user, what, have)


def spend(user: User, what: str, about: str = "") -> None:
    """Count one of `trust.DONE`. Raises NotAllowed."""
    with as_refusals():
        trust.spend(user, what, about)


def may_have_another_game_against_bots(user: User) -> None:
    """Refuse one more game against bots than the person may have. Raises NotAllowed."""
    others = Player.objects.filter(game=OuterRef("pk")).exclude(user=None).exclude(user=user)
    alone = Game.objects.filter(players__user=user, status=Game.Status.RUNNING).exclude(Exists(others))
    must_have_room(user, "games against bots", alone.count())


@transaction.atomic
def spend_invitation(game: Game, by: User, person: User | None, email: str = "") -> None:
    """Count an invitation by letter to a person or to a stranger's address. Raises NotAllowed.

    It counts against all its limits, or against none if one is reached.
    """
    spend(by, "invitation")
    inbox = trust.inbox(email) if email or person is None else f"person {person.pk}"
    spend(by, "invitation to one", f"person {by.pk} asks {inbox}")
    if email:
        fit_for_strangers(game.name, by.name, *(player.name for player in game.players.select_related("user")))
        spend(by, "invitation to an address", inbox)


def fit_for_strangers(*names: str) -> None:
    """Check names for a letter to a person who has never been here. Raises NotAllowed if one would become a link there."""
    if any(holds_web_address(name) for name in names):
        raise NotAllowed(
            "web-address",
            "A name at this table holds a web address, so no letter goes to strangers. Send them the link of the table yourself.",
        )


def may_ask(game: Game, by: User, person: User | None) -> bool:
    """Count an invitation and return True; return False, with nothing counted, if a limit is reached."""
    try:
        spend_invitation(game, by, person)
    except NotAllowed:
        return False
    return True
