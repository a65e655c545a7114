from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    """Telling people things: notices, deliveries, transports."""

    name = "notifications"
    default_auto_field = "django.db.models.BigAutoField"
