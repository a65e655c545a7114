"""Leaving: a person's data goes. Parts above accounts register what must happen before that.

A hook is `fn(user)`; it runs inside the transaction that deletes the person.
"""

from collections.abc import Callable

from django.db import transaction

from accounts.models import User

Hook = Callable[[User], object]
_hooks: list[Hook] = []


def register(hook: Hook) -> Hook:
    """Have `hook(user)` called when someone leaves, in the order of registration."""
    if hook not in _hooks:
        _hooks.append(hook)
    return hook


@transaction.atomic
def leave(user: User) -> None:
    """Delete a person and all that is theirs; games go on without them."""
    for hook in _hooks:
        hook(user)
    user.delete()
