"""Letters about requests to become friends."""

from typing import Any

from core.plain_text import one_line
from games.announcements.notices import FRIENDSHIP, FriendFacts
from games.mail import letter_parts as parts
from games.models import Friendship
from games.storage import block_conditions
from notifications import Letter, writes
from notifications.telling import Telling


@writes(FRIENDSHIP, "friends")
def write_friendship(notice: Telling[FriendFacts]) -> Letter | None:
    """Write that a captain asks the reader or has agreed; None if the request has changed since, or between blocked captains."""
    rows = Friendship.objects.filter(pk=notice.facts["friendship"]).select_related("user", "other")
    row = rows.exclude(block_conditions.is_blocked_either_way(notice.reader, "user")).first()
    if row is None:
        return None
    is_asked = row.other_id == notice.reader.pk
    if is_asked == bool(row.agreed_at) or row.refused_at:
        return None
    return asks(notice, one_line(row.user.name)) if is_asked else agreed(notice, one_line(row.other.name), row.other_id)


def asks(notice: Telling[FriendFacts], name: str) -> Letter:
    more = "Friends find each other in the lobby and can invite each other to a new table. If you do nothing, nothing happens."
    context = {
        "sentence": f"{name} asks to be your friend.", "more": more, "link": parts.site_link("friends"), "button": "Sign in to answer",
        "why": "Sent because another captain asked you.",
    }  # fmt: skip
    return letter(notice, f"{name} asks to be your friend", context)


def agreed(notice: Telling[FriendFacts], name: str, pk: int) -> Letter:
    context = {
        "sentence": f"{name} and you are friends now.", "link": parts.site_link("captain", pk), "button": f"See {name}’s page",
        "why": "Sent because you asked another captain.",
    }  # fmt: skip
    return letter(notice, f"{name} and you are friends", context)


def letter(notice: Telling[FriendFacts], subject: str, context: dict[str, Any]) -> Letter:
    context = {"lines": [], "line": context["sentence"], "brief": "News of friends."} | context
    return parts.render("letters/moderation", notice, subject, context, thread=f"friends.{notice.reader.pk}")
