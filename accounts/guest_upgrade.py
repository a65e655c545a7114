"""A guest who has an account signs in: what they did as a guest comes along. Parts above accounts register what that is.

A hook is `fn(guest, user)`; it runs inside the transaction that takes the guest's things over and lets the guest leave.
"""

from collections.abc import Callable

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest

from accounts.account_deletion import leave
from accounts.models import User

Hook = Callable[[User, User], object]
GUEST = "guest"
"""Where a session remembers which guest stood aside to sign in."""
_hooks: list[Hook] = []


def register(hook: Hook) -> Hook:
    """Have `hook(guest, user)` called when a guest's things move to an account."""
    if hook not in _hooks:
        _hooks.append(hook)
    return hook


def stand_aside(request: HttpRequest) -> None:
    """A guest whose password was right is signed out, and remembered until the second factor is, too."""
    if request.user.is_authenticated and request.user.is_guest:
        guest = request.user.pk
        request.session.flush()
        request.session[GUEST] = guest


def come_along(request: HttpRequest, user: User) -> None:
    """What the guest who stood aside at this browser has is `user`'s from now on."""
    guest = User.objects.filter(pk=request.session.pop(GUEST, None), is_guest=True).exclude(pk=user.pk).first()
    if guest:
        move_to_account(guest, user)
        messages.success(request, f"The games you sailed as {guest.name} are yours now.")


@transaction.atomic
def move_to_account(guest: User, user: User) -> None:
    """Everything that can be is taken over; the guest then leaves, with what could not."""
    for hook in _hooks:
        hook(guest, user)
    leave(guest)
