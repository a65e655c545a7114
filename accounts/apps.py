from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import adapter  # noqa: F401  connects the receivers
        from accounts.personal_data import register

        register("accounts.Key", "name", "made_at", "used_at")
        register("account.EmailAddress", "email", "verified", "primary")
        register("mfa.Authenticator", "type", "created_at", "last_used_at", "data__name")
        register("usersessions.UserSession", "created_at", "last_seen_at", "ip", "user_agent")
        register("accounts.FormerName", "name", "given_up_at", "tables")
        register("accounts.Sign", "kind", "digest", "seen_on")
        register("admin.LogEntry", "action_time", "object_repr", "change_message")
