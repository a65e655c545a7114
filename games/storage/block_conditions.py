"""Blocks as conditions within queries, so that no further query is needed."""

from collections.abc import Collection

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from core.prepared import Blank
from games.models import Block

Person = User | Blank
"""A person, or a person's placeholder in a prepared query."""


def has_blocked(user: Person, column: str) -> Exists:
    return Exists(Block.objects.filter(user=user, other=OuterRef(column)))


def is_blocked_by(user: Person, column: str) -> Exists:
    return Exists(Block.objects.filter(user=OuterRef(column), other=user))


def is_unwelcome() -> Exists:
    """Return the condition on invitations that the sender or the receiver (by name or confirmed address) blocks the other."""
    asks = OuterRef("by")
    return Exists(Block.objects.filter(reached("user"), other=asks) | Block.objects.filter(reached("other"), user=asks))


def reached(side: str) -> Q:
    """Return the condition that an invitation is for the person on the given side of a block."""
    at_home = {f"{side}__emailaddress__email": OuterRef("email"), f"{side}__emailaddress__verified": True}
    return Q(**{side: OuterRef("user")}) | Q(**at_home)


def is_blocked_either_way(user: Person, column: str) -> Exists:
    """Return the condition that the person or the person in the column blocks the other."""
    mine, theirs = Q(user=user, other=OuterRef(column)), Q(user=OuterRef(column), other=user)
    return Exists(Block.objects.filter(mine | theirs))


def blocked_pairs(users: Collection[int]) -> set[frozenset[int]]:
    """Return the pairs of users in which one person blocks the other."""
    rows = Block.objects.filter(user__in=users, other__in=users).values_list("user", "other")
    return {frozenset(pair) for pair in rows}
