"""API keys, with which a person's program acts in their name at tables. A key is shown once; only its digest is stored."""

import hashlib
import secrets
from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from accounts import trust
from accounts.models import Key, User
from core.prepared import TEXT, Blank, Prepared

BEGINS = "sail_"
MAX_KEYS = 10
LONGEST_NAME = 40
NOTED_EVERY = timedelta(hours=1)


class Refused(Exception):
    """Raised if no key can be created. The message says why."""


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def create_key(user: User, name: str) -> str:
    """Create a key with this name and return it. It can never be read again. Raise Refused."""
    if trust.level_of(user) is trust.Trust.GUEST:
        raise Refused("Sign up first: a key belongs to an account that is kept.")
    if user.keys.count() >= MAX_KEYS:
        raise Refused(f"You have {MAX_KEYS} keys already. End one that you do not use.")
    secret = BEGINS + secrets.token_urlsafe(32)
    Key.objects.create(user=user, name=name[:LONGEST_NAME], digest=digest(secret))
    return secret


def user_of_key(secret: str) -> User | None:
    """Return the key's owner if their account is active, otherwise None. Record the use of a key at most once an hour."""
    key = key_of.first(digest(secret))
    if key is None:
        return None
    now = timezone.now()
    if key.used_at is None or key.used_at < now - NOTED_EVERY:
        Key.objects.filter(pk=key.pk).update(used_at=now)
    return key.user


@Prepared.of(TEXT)
def key_of(digested: Blank) -> QuerySet[Key]:
    return Key.objects.select_related("user").filter(digest=digested, user__is_active=True)
