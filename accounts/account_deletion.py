"""Delete an account with its data. Parts above accounts register what must happen first.

A hook is `fn(user)`; it runs inside the transaction that deletes the person.
"""

from collections.abc import Callable

from django.db import transaction

from accounts import former_names
from accounts.models import User

Hook = Callable[[User], object]
_hooks: list[Hook] = []


def register(hook: Hook) -> Hook:
    """Call `hook(user)` when an account is deleted; hooks run in the order of registration."""
    if hook not in _hooks:
        _hooks.append(hook)
    return hook


@transaction.atomic
def leave(user: User) -> None:
    """Delete a person and all their data; their games go on without them, and nobody takes their name for a while."""
    former_names.keep_hash(user)
    for hook in _hooks:
        hook(user)
    user.delete()
