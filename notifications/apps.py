from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the signal handlers for new passwords and addresses, and register the models that hold personal data."""
        from accounts.personal_data import register
        from notifications import signals  # noqa: F401  connects the receivers

        register("notifications.Notice", "kind", "created_at", "facts")
        register("notifications.LetterIn", "received_at", "sender", "text", "state", "reason")
        register("notifications.Stop", "category", "by", "since")
        register("notifications.Channel", "transport", "address", "made_at")
        register(
            "notifications.Preference",
            *("topic", "mode", "every", "digest_hour", "quiet_from", "quiet_to", "open_talk", "holds_answers", "only_refusals"),
        )
