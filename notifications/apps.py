from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    """Telling people things: notices, deliveries, transports."""

    name = "notifications"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the signals for new passwords and addresses, and register personal data."""
        from notifications import signals  # noqa: F401  connects the receivers
        from notifications.personal_data import register_personal_data

        register_personal_data()
