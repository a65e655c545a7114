"""Handle the account library's signals."""

from typing import Any

from allauth.account import signals
from allauth.account.models import EmailAddress
from django.dispatch import receiver

from accounts.models import User
from notifications import missed
from notifications.bounces import revive
from notifications.inbound.reply_addresses import revoke_all


@receiver(signals.email_confirmed)
def write_to_it_again(email_address: EmailAddress, **_kwargs: Any) -> None:
    """Resume letters to a newly confirmed address, and send the news that its owner missed."""
    revive(email_address.email)
    missed.catch_up(email_address.user_id)


@receiver([signals.password_changed, signals.password_reset, signals.email_changed, signals.email_removed])
def forget_reply_addresses(user: User, **_kwargs: Any) -> None:
    revoke_all(user)


@receiver(signals.email_changed)
def write_to_the_new_one(user: User, **_kwargs: Any) -> None:
    """Send current news to the new address, because letters to the old address no longer count as received."""
    missed.catch_up(user.pk)
