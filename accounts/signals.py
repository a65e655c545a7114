"""Handlers for the account library's signals."""

from collections.abc import Collection
from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed, password_changed, password_reset, password_set
from allauth.usersessions.models import UserSession
from django.db.models.signals import pre_save
from django.dispatch import receiver

from accounts import former_names
from accounts.models import User
from accounts.signs import browser_name, network


@receiver(email_confirmed)
def guest_becomes_a_person(sender: object, email_address: EmailAddress, **_kwargs: Any) -> None:
    """Turn a guest who confirmed an address into a full account."""
    user = email_address.user
    if user.is_guest:
        user.is_guest = False
        user.save(update_fields=["is_guest"])


@receiver([password_changed, password_reset, password_set])
def keys_end_with_the_password(sender: object, user: User, **_kwargs: Any) -> None:
    """Revoke all API keys when the password changes: whatever exposed it may have exposed them."""
    user.keys.all().delete()


@receiver(pre_save, sender=User)
def hold_the_former_name(sender: object, instance: User, update_fields: Collection[str] | None, **_kwargs: Any) -> None:
    """Hold the name that this person gives up, whichever page changed it."""
    if instance.pk is None or (update_fields is not None and "name" not in update_fields):
        return
    old = User.objects.filter(pk=instance.pk).values_list("name", flat=True).first()
    if old is not None and old != instance.name:
        former_names.note_change(instance, old)


@receiver(pre_save, sender=UserSession)
def keep_little(sender: object, instance: UserSession, **_kwargs: Any) -> None:
    """Store the network instead of the address, and the name of the browser instead of its User-Agent."""
    instance.ip = network(instance.ip)
    if "/" in instance.user_agent or not instance.user_agent:
        instance.user_agent = browser_name(instance.user_agent)
