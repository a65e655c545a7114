"""Who keeps whom away, as conditions that go along with a query; none of them costs another one."""

from collections.abc import Collection

from django.db.models import Exists, OuterRef, Q

from games.models import KeptAway


def keeps_away(user, column: str) -> Exists:
    """Does this person keep whoever stands in that column away?"""
    return Exists(KeptAway.objects.filter(user=user, other=OuterRef(column)))


def is_kept_away(user, column: str) -> Exists:
    """Does whoever stands in that column keep this person away?"""
    return Exists(KeptAway.objects.filter(user=OuterRef(column), other=user))


def is_unwelcome() -> Exists:
    """Of an invitation: does whoever it reaches, by name or at an address of his, keep away who asks?"""
    at_home = Q(user__emailaddress__email=OuterRef("email"), user__emailaddress__verified=True)
    return Exists(KeptAway.objects.filter(Q(user=OuterRef("user")) | at_home, other=OuterRef("by")))


def are_apart(user, column: str) -> Exists:
    """Does one of the two keep the other away?"""
    mine, theirs = Q(user=user, other=OuterRef(column)), Q(user=OuterRef(column), other=user)
    return Exists(KeptAway.objects.filter(mine | theirs))


def pairs_apart(people: Collection[int]) -> set[frozenset[int]]:
    """Those two of these people of whom one keeps the other away."""
    rows = KeptAway.objects.filter(user__in=people, other__in=people).values_list("user", "other")
    return {frozenset(pair) for pair in rows}
