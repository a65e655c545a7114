"""Delete an account with its data, or move a guest's data to an account. Apps that build on accounts register hooks."""

from collections.abc import Callable

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest

from accounts import former_names, held_names
from accounts.models import User
from core.registry import Registry

HOOKS: Registry[str, Callable[[User], object]] = Registry()
"""`hook(user)` is called before an account is deleted. Hooks run in reverse order of registration, so higher apps come first."""
WARNINGS: Registry[str, Callable[[User], str]] = Registry()
"""`warn(user)` returns a sentence on what to do before deleting the account, or "" if there is nothing to do."""
GUEST = "guest"
"""Session key of the guest who is signing in to an account."""
MOVES: Registry[str, Callable[[User, User], object]] = Registry()
"""`hook(guest, user)` is called in the transaction that moves the guest's data and deletes the guest."""


@transaction.atomic
def leave(user: User, holds_name: bool = True) -> None:
    """Delete a person and all their data. Their games go on without them; with `holds_name`, their name stays held for a while."""
    if holds_name:
        former_names.keep_hash(user)
    held_names.rename_in_texts(user.pk, user.name, held_names.DEPARTED)
    for hook in reversed(HOOKS.values()):
        hook(user)
    user.delete()


def stand_aside(request: HttpRequest) -> None:
    """Sign a guest out after the correct password, and remember the guest in the session until the second factor is correct, too."""
    if request.user.is_authenticated and request.user.is_guest:
        guest = request.user.pk
        request.session.flush()
        request.session[GUEST] = guest


def come_along(request: HttpRequest, user: User) -> None:
    """Move all data of the guest whom `stand_aside` remembered in the session to `user`."""
    guest = User.objects.filter(pk=request.session.pop(GUEST, None), is_guest=True).exclude(pk=user.pk).first()
    if guest:
        move_to_account(guest, user)
        messages.success(request, f"The games you sailed as {guest.name} are yours now.")


@transaction.atomic
def move_to_account(guest: User, user: User) -> None:
    """Move all data that can be moved, then delete the guest with the remaining data."""
    former_names.keep_for_account(guest, user)
    for hook in MOVES.values():
        hook(guest, user)
    leave(guest)
