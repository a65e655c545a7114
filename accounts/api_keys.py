"""Keys with which a program of a person's own reads their tables and plays for them, in their name.

A key is shown once; what is kept of it is a digest. Anyone who has it can do at tables what its owner can, and nothing else.
"""

import hashlib
import secrets
from datetime import timedelta

from django.utils import timezone

from accounts import trust
from accounts.models import Key, User

BEGINS = "sail_"
MOST = 10
LONGEST_NAME = 40
NOTED_EVERY = timedelta(hours=1)


class Refused(Exception):
    """A sentence that says why there is no key."""


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def create_key(user: User, name: str) -> str:
    """A new key of this name; what it is, for the only time. Raises Refused."""
    if trust.level_of(user) is trust.Trust.GUEST:
        raise Refused("Sign up first: a key belongs to an account that is kept.")
    if user.keys.count() >= MOST:
        raise Refused(f"You have {MOST} keys already. End one that you do not use.")
    secret = BEGINS + secrets.token_urlsafe(32)
    Key.objects.create(user=user, name=name[:LONGEST_NAME], digest=digest(secret))
    return secret


def user_of_key(secret: str) -> User | None:
    """Whose key this is, as long as their account is open. That it was used is noted once an hour."""
    found = Key.objects.select_related("user").filter(digest=digest(secret), user__is_active=True).first()
    if found is None:
        return None
    now = timezone.now()
    if found.used_at is None or found.used_at < now - NOTED_EVERY:
        Key.objects.filter(pk=found.pk).update(used_at=now)
    return found.user


def revoke_key(user: User, pk: int) -> None:
    """This key opens nothing any more. Twice is as good as once; those of others are not touched."""
    user.keys.filter(pk=pk).delete()


def revoke_all_keys(user: User) -> None:
    user.keys.all().delete()
