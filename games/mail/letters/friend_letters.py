"""Letters about requests to become friends."""

from core.plain_text import one_line
from games.announcements.notices import FRIENDSHIP, FriendFacts
from games.mail import letter_parts as parts
from games.models import Friendship
from games.storage import block_conditions
from notifications import Letter, writes
from notifications.telling import Telling


@writes(FRIENDSHIP, "friends")
def write_friendship(notice: Telling[FriendFacts]) -> Letter | None:
    """Write that a captain asks or has agreed; None if the request has changed since, or if one captain blocks the other."""
    rows = Friendship.objects.filter(pk=notice.facts["friendship"]).select_related("user", "other")
    row = rows.exclude(block_conditions.is_blocked_either_way(notice.reader, "user")).first()
    if row is None:
        return None
    is_asked = row.other_id == notice.reader.pk
    if is_asked == bool(row.agreed_at) or row.refused_at:
        return None
    name = one_line(row.user.name if is_asked else row.other.name)
    if is_asked:
        subject, sentence = f"{name} asks to be your friend", f"{name} asks to be your friend."
        context = {
            "more": "Friends find each other in the lobby and can invite each other to a new table. If you do nothing, nothing happens.",
            "link": parts.site_link("friends"),
            "button": "Sign in to answer",
            "why": "Sent because another captain asked you.",
        }
    else:
        subject, sentence = f"{name} and you are friends", f"{name} and you are friends now."
        context = {
            "link": parts.site_link("captain", row.other_id),
            "button": f"See {name}’s page",
            "why": "Sent because you asked another captain.",
        }
    context |= {"sentence": sentence, "line": sentence, "brief": "News of friends."}
    return parts.render("letters/moderation", notice, subject, context | {"lines": []}, thread=f"friends.{notice.reader.pk}")
