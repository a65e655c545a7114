"""Register personal data: a person's letters in both directions, and their preferences."""

from accounts.personal_data import register


def register_personal_data() -> None:
    register("notifications.Notice", "kind", "created_at", "facts")
    register("notifications.LetterIn", "received_at", "sender", "text", "state", "reason")
    register("notifications.Stop", "category", "by", "since")
    register("notifications.Channel", "transport", "address", "made_at")
    register(
        "notifications.Preference",
        *("topic", "mode", "every", "digest_hour", "quiet_from", "quiet_to", "open_talk", "holds_answers", "only_refusals"),
    )
