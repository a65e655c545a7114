from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    """Telling people things: notices, deliveries, transports."""

    name = "notifications"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """A new password or address ends what old letters are worth; and what is kept about a person is said."""
        from allauth.account import signals

        from .personal_data import register_belongings

        for signal in (signals.password_changed, signals.password_reset, signals.email_changed, signals.email_removed):
            signal.connect(forget_reply_addresses)
        signals.email_confirmed.connect(write_to_it_again)
        register_belongings()


def write_to_it_again(email_address, **_kwargs) -> None:
    """A letter came through: whatever was wrong with this address is over."""
    from .bounces import revive

    revive(email_address.email)


def forget_reply_addresses(user, **_kwargs) -> None:
    from .inbound.reply_addresses import revoke_all

    revoke_all(user)
