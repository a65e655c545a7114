"""Delete an account with its data. Parts above accounts register what must happen first, in the same transaction."""

from collections.abc import Callable

from django.db import transaction

from accounts import former_names, held_names
from accounts.models import User
from core.registry import Registry

HOOKS: Registry[str, Callable[[User], object]] = Registry()
"""`hook(user)`, called when an account is deleted; hooks of higher parts, which register later, run first."""
WARNINGS: Registry[str, Callable[[User], str]] = Registry()
"""`warn(user)` returns a sentence about what to do before deleting the account; "" for nothing."""


def warnings_for(user: User) -> list[str]:
    """Return what this person should do before they delete their account."""
    return [sentence for warn in WARNINGS.values() if (sentence := warn(user))]


@transaction.atomic
def leave(user: User, holds_name: bool = True) -> None:
    """Delete a person and all their data; their games go on without them, and their name stays held for a while."""
    if holds_name:
        former_names.keep_hash(user)
    held_names.rename_in_texts(user.pk, user.name, held_names.DEPARTED)
    for hook in reversed(HOOKS.values()):
        hook(user)
    user.delete()
