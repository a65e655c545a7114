"""Blocks as conditions inside a query, so that they cost no query of their own."""

from collections.abc import Collection

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from core.prepared import Blank
from games.models import Block

Person = User | Blank
"""A person, or their placeholder in a prepared query."""


def has_blocked(user: Person, column: str) -> Exists:
    """Return a condition: does this person block the person in the column?"""
    return Exists(Block.objects.filter(user=user, other=OuterRef(column)))


def is_blocked_by(user: Person, column: str) -> Exists:
    """Return a condition: does the person in the column block this person?"""
    return Exists(Block.objects.filter(user=OuterRef(column), other=user))


def is_unwelcome() -> Exists:
    """Return a condition on invitations: does either of sender and receiver (by name or confirmed address) block the other?"""
    asks = OuterRef("by")
    return Exists(Block.objects.filter(reached("user"), other=asks) | Block.objects.filter(reached("other"), user=asks))


def reached(side: str) -> Q:
    """Return a condition: does the invitation reach this side of the block?"""
    at_home = {f"{side}__emailaddress__email": OuterRef("email"), f"{side}__emailaddress__verified": True}
    return Q(**{side: OuterRef("user")}) | Q(**at_home)


def is_blocked_either_way(user: Person, column: str) -> Exists:
    """Return a condition: do this person and the person in the column have a block between them?"""
    mine, theirs = Q(user=user, other=OuterRef(column)), Q(user=OuterRef(column), other=user)
    return Exists(Block.objects.filter(mine | theirs))


def blocked_pairs(people: Collection[int]) -> set[frozenset[int]]:
    """Return the pairs among these people in which one blocks the other."""
    rows = Block.objects.filter(user__in=people, other__in=people).values_list("user", "other")
    return {frozenset(pair) for pair in rows}
