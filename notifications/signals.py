"""What follows when the account library says that something happened."""

from typing import Any

from allauth.account import signals
from allauth.account.models import EmailAddress
from django.dispatch import receiver

from accounts.models import User
from notifications.bounces import revive
from notifications.inbound.reply_addresses import revoke_all


@receiver(signals.email_confirmed)
def write_to_it_again(email_address: EmailAddress, **_kwargs: Any) -> None:
    """A letter came through: whatever was wrong with this address is over."""
    revive(email_address.email)


@receiver([signals.password_changed, signals.password_reset, signals.email_changed, signals.email_removed])
def forget_reply_addresses(user: User, **_kwargs: Any) -> None:
    """A new password or address ends what old letters are worth."""
    revoke_all(user)
