"""The header lines that make a letter a good citizen: one thread a game, easy to stop, never answered by machines."""

from email.utils import formataddr, parseaddr

from django.conf import settings

from notifications import stops
from notifications.kinds import Letter
from notifications.models import Delivery


def sender() -> str:
    """Who writes: the site, under its own name."""
    name, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    return formataddr((name or "Buccaneer", address))


def host() -> str:
    """The domain of the sender, which all our message ids carry."""
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]


def headers(letter: Letter, delivery: Delivery) -> dict[str, str]:
    """Everything besides From, To, Subject and Date."""
    category, here = stops.category(delivery.notice), host()
    lines = {
        "Message-ID": f"<{delivery.message_id}@{here}>",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "Precedence": "bulk",
        "List-Id": f"<{category}.{here}>",
        "List-Unsubscribe": f"<{stops.link(delivery.notice)}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Feedback-ID": f"{delivery.notice.kind}:{category}:{here}",
    }
    if letter.thread:
        root = f"<m.{letter.thread}@{here}>"
        lines |= {"References": root, "In-Reply-To": root}
    return lines
