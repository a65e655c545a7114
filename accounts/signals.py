"""Handlers for the account library's signals."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed, password_changed, password_reset, password_set
from django.dispatch import receiver

from accounts import api_keys
from accounts.models import User


@receiver(email_confirmed)
def guest_becomes_a_person(sender: object, email_address: EmailAddress, **_kwargs: Any) -> None:
    """Turn a guest who confirmed an address into a full account."""
    user = email_address.user
    if user.is_guest:
        user.is_guest = False
        user.save(update_fields=["is_guest"])


@receiver([password_changed, password_reset, password_set])
def keys_end_with_the_password(sender: object, user: User, **_kwargs: Any) -> None:
    """Revoke all API keys when the password changes: what exposed one may have exposed the others."""
    api_keys.revoke_all_keys(user)
