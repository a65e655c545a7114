"""Who keeps whom away, as conditions that go along with a query; none of them costs another one."""

from collections.abc import Collection

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from core.prepared import Blank
from games.models import Block

Person = User | Blank
"""Somebody, or where in a prepared query they are put in."""


def has_blocked(user: Person, column: str) -> Exists:
    """Does this person keep anyone who stands in that column away?"""
    return Exists(Block.objects.filter(user=user, other=OuterRef(column)))


def is_blocked_by(user: Person, column: str) -> Exists:
    """Does anyone who stands in that column keep this person away?"""
    return Exists(Block.objects.filter(user=OuterRef(column), other=user))


def is_unwelcome() -> Exists:
    """Of an invitation: does the person whom it reaches, by name or at an address of theirs, keep away who asks, or the other way round?"""
    asks = OuterRef("by")
    return Exists(Block.objects.filter(reached("user"), other=asks) | Block.objects.filter(reached("other"), user=asks))


def reached(side: str) -> Q:
    """Does an invitation reach this one of the two?"""
    at_home = {f"{side}__emailaddress__email": OuterRef("email"), f"{side}__emailaddress__verified": True}
    return Q(**{side: OuterRef("user")}) | Q(**at_home)


def is_blocked_either_way(user: Person, column: str) -> Exists:
    """Does one of the two keep the other away?"""
    mine, theirs = Q(user=user, other=OuterRef(column)), Q(user=OuterRef(column), other=user)
    return Exists(Block.objects.filter(mine | theirs))


def blocked_pairs(people: Collection[int]) -> set[frozenset[int]]:
    """Those two of these people of whom one keeps the other away."""
    rows = Block.objects.filter(user__in=people, other__in=people).values_list("user", "other")
    return {frozenset(pair) for pair in rows}
