"""What follows when the account library says that something happened."""

from allauth.account.signals import email_confirmed
from django.dispatch import receiver


@receiver(email_confirmed)
def guest_becomes_a_person(sender, email_address, **_kwargs):
    """A guest who confirmed an address is a guest no longer."""
    user = email_address.user
    if user.is_guest:
        user.is_guest = False
        user.save(update_fields=["is_guest"])
