"""Friends: one person asks, the other agrees. Nobody but the two ever knows.

A request to a person who blocks its asker is stored like any other, so that the asker notices nothing; the other neither sees it
nor is told. Refusing is not told either.
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

MOST = 200
GUEST = "Sign up first: a guest is known to one browser only, and friends have to find you again."
GUESTS = "{name} is a guest, known to one browser only. Guests can have friends when they have signed up."


class Stand(StrEnum):
    """How a person stands to another one, as that person may know it."""

    NONE = "none"
    ASKED = "asked"
    """They asked the other."""
    ASKS = "asks"
    """The other asks them."""
    FRIENDS = "friends"


def between(user: User, other: User) -> QuerySet[Friendship]:
    """Return the row of these two, if there is one, whichever of them asked."""
    return Friendship.objects.filter(Q(user=user, other=other) | Q(user=other, other=user))


def friendships_of(user: Person) -> QuerySet[Friendship]:
    """Return this person's agreed friendships, without those across a block."""
    return not_apart(user).exclude(agreed_at=None)


def not_apart(user: Person) -> QuerySet[Friendship]:
    """Return this person's friendships and requests, without those across a block."""
    rows = Friendship.objects.filter(Q(user=user) | Q(other=user))
    for column in ("user", "other"):
        rows = rows.exclude(block_conditions.is_blocked_either_way(user, column))
    return rows


def friend_ids(user: User) -> set[int]:
    """Return the ids of this person's friends."""
    return {pk for pair in friendships_of(user).values_list("user", "other") for pk in pair} - {user.pk}


def circle_of(user: User) -> tuple[set[int], int]:
    """Return the ids of this person's friends, and how many people ask to be one (one query)."""
    waits = Q(refused_at=None, user__is_active=True)
    rows = list(not_apart(user).annotate(waits=waits).values_list("user", "other", "agreed_at", "waits"))
    known = {pk for one, other, agreed_at, _ in rows if agreed_at for pk in (one, other)} - {user.pk}
    return known, sum(other == user.pk and not agreed_at and waits for _, other, agreed_at, waits in rows)


def friends_of(user: User) -> QuerySet[User]:
    """Return this person's friends, by name."""
    return User.objects.filter(pk__in=friend_ids(user), is_active=True).order_by("name")


def requests_to(user: Person) -> QuerySet[Friendship]:
    """Return the requests that wait for this person's answer, with their askers."""
    rows = Friendship.objects.filter(other=user, agreed_at=None, refused_at=None, user__is_active=True)
    return rows.exclude(block_conditions.is_blocked_either_way(user, "user")).select_related("user")


def requests_of(user: User) -> QuerySet[Friendship]:
    """Return this person's own requests that have not been agreed to."""
    return Friendship.objects.filter(user=user, agreed_at=None).select_related("other")


def stand(user: User, other: User) -> Stand:
    """Return how `user` stands to `other` (one query)."""
    apart = [block_conditions.is_blocked_either_way(user, column) for column in ("user", "other")]
    row = between(user, other).annotate(is_apart=apart[0] | apart[1]).first()
    if row is not None and row.user_id == user.pk and row.agreed_at is None:
        return Stand.ASKED
    if row is None or row.is_apart or (row.refused_at and row.agreed_at is None):
        return Stand.NONE
    return Stand.FRIENDS if row.agreed_at else Stand.ASKS


@transaction.atomic
def ask(user: User, other: User) -> None:
    """Ask `other` to be friends. If they asked first, that is agreed; asking twice changes nothing. Raises NotAllowed."""
    must_be_possible(user, other)
    found = between(user, other).select_for_update().first()
    if found is None:
        must_have_room(user)
        limits.spend(user, "friendship")
        limits.spend(user, "friendship with one", f"person {user.pk} asks person {other.pk}")
        found = created(user, other)
    if found.user_id == other.pk and found.agreed_at is None:
        agree(user, other)


def created(user: User, other: User) -> Friendship:
    """Store a request and tell the other. Return the other's own request instead if it came at the same moment."""
    try:
        with transaction.atomic():
            made = Friendship.objects.create(user=user, other=other)
    except IntegrityError:
        return between(user, other).get()
    if not other.blocks.filter(other=user).exists():
        notices.friendship(made, other)
    return made


@transaction.atomic
def agree(user: User, other: User) -> None:
    """Agree to what `other` asked, and tell them. A second time changes nothing. Raises NotAllowed if they do not ask."""
    must_be_possible(user, other)
    found = between(user, other).select_for_update().first()
    if found is None or (found.user_id == user.pk and found.agreed_at is None):
        raise NotAllowed("nothing-asked", f"{other.name} does not ask you any more.")
    if found.agreed_at is None:
        must_have_room(user)
        found.agreed_at, found.refused_at = timezone.now(), None
        found.save(update_fields=["agreed_at", "refused_at"])
        notices.friendship(found, other)


@transaction.atomic
def refuse(user: User, other: User) -> None:
    """Decline what `other` asked. They are not told."""
    Friendship.objects.filter(user=other, other=user, agreed_at=None).update(refused_at=timezone.now())


@transaction.atomic
def end(user: User, other: User) -> None:
    """End a friendship, or take back one's own request. The other is not told."""
    between(user, other).exclude(user=other, agreed_at=None).delete()


def end_by_block(user: User, other: User) -> None:
    """End what is between them, as `user` blocks `other`; the other's own request looks to them as before."""
    end(user, other)
    refuse(user, other)


def must_be_possible(user: User, other: User) -> None:
    """Check that these two could be friends. Raises NotAllowed."""
    limits.members_only(user, GUEST)
    if other == user:
        raise NotAllowed("yourself", "You are your own friend already.")
    if other.is_guest:
        raise NotAllowed("guest", GUESTS.format(name=other.name))
    if user.blocks.filter(other=other).exists():
        raise NotAllowed("kept-away", f"You blocked {other.name}. Unblock {other.name} first.")


def must_have_room(user: User) -> None:
    """Check that this person may have one friend, or request, more. Raises NotAllowed."""
    if friendships_of(user).count() + requests_of(user).count() >= MOST:
        raise NotAllowed("too-many", f"You have {MOST} friends, with those you asked. That has to do.")
