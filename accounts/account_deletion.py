"""Delete an account with its data. Parts above accounts register what must happen first.

A hook is `fn(user)`; it runs inside the transaction that deletes the person.
"""

from collections.abc import Callable

from django.db import transaction

from accounts import former_names, held_names
from accounts.models import User

Hook = Callable[[User], object]
Warn = Callable[[User], str]
"""`warn(user)`: a sentence about what the person should see to before they leave; "" for nothing."""
_hooks: list[Hook] = []
_warners: list[Warn] = []


def register_warning(warn: Warn) -> None:
    """Ask `warn(user)` when somebody looks at the page for deleting their account."""
    if warn not in _warners:
        _warners.append(warn)


def warnings_for(user: User) -> list[str]:
    """Return what this person should see to before they leave."""
    return [sentence for warn in _warners if (sentence := warn(user))]


def register(hook: Hook) -> Hook:
    """Call `hook(user)` when an account is deleted; hooks of higher parts, which register later, run first."""
    if hook not in _hooks:
        _hooks.append(hook)
    return hook


@transaction.atomic
def leave(user: User, holds_name: bool = True) -> None:
    """Delete a person and all their data; their games go on without them, and nobody takes their name for a while."""
    if holds_name:
        former_names.keep_hash(user)
    held_names.rename_in_texts(user.pk, user.name, held_names.DEPARTED)
    for hook in reversed(_hooks):
        hook(user)
    user.delete()
