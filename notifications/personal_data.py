"""What is stored of a person's letters in both directions, and of their wishes about them."""

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
