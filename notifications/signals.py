"""What follows when the account library says that something happened."""

from allauth.account import signals
from django.dispatch import receiver

from notifications.bounces import revive
from notifications.inbound.reply_addresses import revoke_all


@receiver(signals.email_confirmed)
def write_to_it_again(email_address, **_kwargs) -> None:
    """A letter came through: whatever was wrong with this address is over."""
    revive(email_address.email)


@receiver([signals.password_changed, signals.password_reset, signals.email_changed, signals.email_removed])
def forget_reply_addresses(user, **_kwargs) -> None:
    """A new password or address ends what old letters are worth."""
    revoke_all(user)
