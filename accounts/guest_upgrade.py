"""Move a guest's data to the account they sign in to. Parts above accounts register what that includes."""

from collections.abc import Callable

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest

from accounts import former_names
from accounts.account_deletion import leave
from accounts.models import User
from core.registry import Registry

GUEST = "guest"
"""Session key of the guest who is signing in to an account."""
HOOKS: Registry[str, Callable[[User, User], object]] = Registry()
"""`hook(guest, user)`, called in the transaction that moves the guest's data and deletes the guest."""


def stand_aside(request: HttpRequest) -> None:
    """Sign a guest out after the right password, and remember them until the second factor is right, too."""
    if request.user.is_authenticated and request.user.is_guest:
        guest = request.user.pk
        request.session.flush()
        request.session[GUEST] = guest


def come_along(request: HttpRequest, user: User) -> None:
    """Give `user` all data of the guest remembered by `stand_aside` in this session."""
    guest = User.objects.filter(pk=request.session.pop(GUEST, None), is_guest=True).exclude(pk=user.pk).first()
    if guest:
        move_to_account(guest, user)
        messages.success(request, f"The games you sailed as {guest.name} are yours now.")


@transaction.atomic
def move_to_account(guest: User, user: User) -> None:
    """Move all data that can be moved, then delete the guest with the rest."""
    former_names.keep_for_account(guest, user)
    for hook in HOOKS.values():
        hook(guest, user)
    leave(guest)
