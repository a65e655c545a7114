"""Friendships, formed by a request and an acceptance. Only the two people know about them.

A request to a person who blocks the requester is stored like any other, so that the requester notices nothing, but is hidden from
the recipient. The requester is not told about a refusal either.
"""

from enum import StrEnum

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games.announcements import notices
from games.editions.errors import NotAllowed
from games.models import Friendship
from games.moderation import limits
from games.storage import block_conditions
from games.storage.block_conditions import Person

MOST_FRIENDS = 200
GUEST = "Sign up first: a guest account works in one browser only, and friends have to find you again."
GUESTS = "{name} is a guest. Guests can have friends when they have signed up."


class Stand(StrEnum):
    """The relation of a person to another person, as the first person may know it."""

    NONE = "none"
    ASKED = "asked"
    """The person has asked the other person."""
    ASKS = "asks"
    """The other person has asked the person."""
    FRIENDS = "friends"


def between(user: User, other: User) -> QuerySet[Friendship]:
    """Return the row of the two people, whichever of them asked."""
    return Friendship.objects.filter(Q(user=user, other=other) | Q(user=other, other=user))


def friendships_of(user: Person) -> QuerySet[Friendship]:
    """Return a person's friendships, except those across a block."""
    return not_apart(user).exclude(agreed_at=None)


def not_apart(user: Person) -> QuerySet[Friendship]:
    """Return a person's friendships and requests, except those across a block."""
    rows = Friendship.objects.filter(Q(user=user) | Q(other=user))
    for column in ("user", "other"):
        rows = rows.exclude(block_conditions.is_blocked_either_way(user, column))
    return rows


def friend_ids(user: User) -> set[int]:
    return {pk for pair in friendships_of(user).values_list("user", "other") for pk in pair} - {user.pk}


def circle_of(user: User) -> tuple[set[int], int]:
    """Return (ids of a person's friends, number of open requests to the person), in one query."""
    waits = Q(refused_at=None, user__is_active=True)
    rows = list(not_apart(user).annotate(waits=waits).values_list("user", "other", "agreed_at", "waits"))
    known = {pk for user_id, other, agreed_at, _ in rows if agreed_at for pk in (user_id, other)} - {user.pk}
    return known, sum(other == user.pk and not agreed_at and waits for _, other, agreed_at, waits in rows)


def friends_of(user: User) -> QuerySet[User]:
    return User.objects.filter(pk__in=friend_ids(user), is_active=True).order_by("name")


def requests_to(user: Person) -> QuerySet[Friendship]:
    """Return the open requests to a person, with the requesters."""
    rows = Friendship.objects.filter(other=user, agreed_at=None, refused_at=None, user__is_active=True)
    return rows.exclude(block_conditions.is_blocked_either_way(user, "user")).select_related("user")


def requests_of(user: User) -> QuerySet[Friendship]:
    return Friendship.objects.filter(user=user, agreed_at=None).select_related("other")


def stand(user: User, other: User) -> Stand:
    """Return the relation of `user` to `other`, in one query."""
    apart = [block_conditions.is_blocked_either_way(user, column) for column in ("user", "other")]
    row = between(user, other).annotate(is_apart=apart[0] | apart[1]).first()
    if row is not None and row.user_id == user.pk and row.agreed_at is None:
        return Stand.ASKED
    if row is None or row.is_apart or (row.refused_at and row.agreed_at is None):
        return Stand.NONE
    return Stand.FRIENDS if row.agreed_at else Stand.ASKS


@transaction.atomic
def ask(user: User, other: User) -> None:
    """Ask `other` to be friends, or accept their request. A repeated call changes nothing. Raise NotAllowed if refused."""
    must_be_possible(user, other)
    row = between(user, other).select_for_update().first()
    if row is None:
        must_have_room(user)
        limits.spend(user, "friendship")
        limits.spend(user, "friendship with one", f"person {user.pk} asks person {other.pk}")
        row = created(user, other)
    if row.user_id == other.pk and row.agreed_at is None:
        agree(user, other)


def created(user: User, other: User) -> Friendship:
    """Store a request and notify the recipient. If the recipient's own request was stored at the same moment, return that request."""
    try:
        with transaction.atomic():
            request = Friendship.objects.create(user=user, other=other)
    except IntegrityError:
        return between(user, other).get()
    if not other.blocks.filter(other=user).exists():
        notices.friendship(request, other)
    return request


@transaction.atomic
def agree(user: User, other: User) -> None:
    """Accept the request of `other` and notify them. A repeated call changes nothing. Raise NotAllowed if there is no request."""
    must_be_possible(user, other)
    row = between(user, other).select_for_update().first()
    if row is None or (row.user_id == user.pk and row.agreed_at is None):
        raise NotAllowed("nothing-asked", f"{other.name} does not ask you any more.")
    if row.agreed_at is None:
        must_have_room(user)
        row.agreed_at, row.refused_at = timezone.now(), None
        row.save(update_fields=["agreed_at", "refused_at"])
        notices.friendship(row, other)


@transaction.atomic
def refuse(user: User, other: User) -> None:
    """Decline the request of `other`, without a notice."""
    Friendship.objects.filter(user=other, other=user, agreed_at=None).update(refused_at=timezone.now())


@transaction.atomic
def end(user: User, other: User) -> None:
    between(user, other).exclude(user=other, agreed_at=None).delete()


def end_by_block(user: User, other: User) -> None:
    """End the friendship or requests of two people when `user` blocks `other`. To `other`, their own request looks unchanged."""
    end(user, other)
    refuse(user, other)


def must_be_possible(user: User, other: User) -> None:
    """Raise NotAllowed if the two people cannot be friends."""
    limits.members_only(user, GUEST)
    if other == user:
        raise NotAllowed("yourself", "You are your own friend already.")
    if other.is_guest:
        raise NotAllowed("guest", GUESTS.format(name=other.name))
    if user.blocks.filter(other=other).exists():
        raise NotAllowed("kept-away", f"You blocked {other.name}. Unblock {other.name} first.")


def must_have_room(user: User) -> None:
    """Raise NotAllowed if the person has reached the limit of friends and requests."""
    if friendships_of(user).count() + requests_of(user).count() >= MOST_FRIENDS:
        raise NotAllowed("too-many", f"You have reached the limit of {MOST_FRIENDS} friends and open requests.")
