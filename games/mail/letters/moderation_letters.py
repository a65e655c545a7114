"""Write letters to hosts about open reports and faults, and to captains about mutes and friend requests."""

from typing import Any

from accounts.trust import silence_of
from core.plain_text import one_line
from games.announcements.notices import FAULTS, FRIENDSHIP, REPORTS, SILENCED, FaultFacts, FriendFacts, NoFacts
from games.mail import letter_parts as parts
from games.models import Friendship
from games.moderation import reports
from games.storage import block_conditions
from notifications import Letter, writes
from notifications.telling import Telling

MAX_LINES = 20
FOR_HOSTS = "Sent because you run this site."
CATEGORY = "peace"
"""The stored name of the category of letters about reports, faults and mutes."""


@writes(REPORTS, CATEGORY, again=False, role="now")
def write_reports(notice: Telling[NoFacts]) -> Letter | None:
    """Return a letter to a host with the open reports; None if all reports are decided, or the reader is no longer a host."""
    if not notice.reader.is_host:
        return None
    waiting = list(reports.for_host(notice.reader).filter(resolution="").order_by("pk")[: MAX_LINES + 1])
    if not waiting:
        return None
    lines = [
        f"About {row.about.name}: {row.get_reason_display()}{f', at “{one_line(row.game.name)}”' if row.game else ''}" for row in waiting
    ]
    many = f"{len(lines[:MAX_LINES])}{' or more' * (len(lines) > MAX_LINES)} reports are waiting"
    context = {
        "sentence": f"{'A report is waiting' if len(lines) == 1 else many} for a decision.",
        "lines": lines[:MAX_LINES],
        "link": parts.site_link("reports"),
        "button": "Sign in and decide",
        "why": FOR_HOSTS,
    }
    return letter(notice, "Reports", context)


@writes(FAULTS, CATEGORY, again=False, role="now")
def write_faults(notice: Telling[FaultFacts]) -> Letter | None:
    """Return a letter to a host with the faults caught in one hour; None without faults, or if the reader is no longer a host."""
    caught = reports.faults_of_hour(notice.facts["hour"]) if notice.reader.is_host else []
    if not caught:
        return None
    shown, more = caught[:MAX_LINES], len(caught) - MAX_LINES
    context = {
        "sentence": "Something of ours failed at these tables. The games go on without it, except those that were set aside.",
        "lines": [f"Game {row.game_id}, “{one_line(row.game.name)}”: {', '.join(filter(None, (row.part, row.error)))}" for row in shown],
        "more": f"The log lists each one under the number of its game.{f' There are {more} more.' if more > 0 else ''}",
        "link": parts.site_link("admin:games_fault_changelist"),
        "button": "Sign in to see all faults",
        "why": FOR_HOSTS,
    }
    return letter(notice, "Faults at tables", context)


@writes(SILENCED, CATEGORY, role="now")
def write_silenced(notice: Telling[NoFacts]) -> Letter | None:
    """Return a letter that tells a captain how long they are muted, and why; None once the mute has ended."""
    sentence = silence_of(notice.reader)
    if not sentence:
        return None
    context = {
        "sentence": one_line(sentence, 400),
        "lines": [],
        "more": "Your games go on, and you play them as before.",
        "link": parts.site_link("blocks"),
        "button": "Sign in to see why",
        "why": "Sent because this is about your account.",
    }
    return letter(notice, "What you write to other players", context)


def letter(notice: Telling, subject: str, context: dict[str, Any]) -> Letter:
    context = {"line": context["sentence"], "brief": "A message from the hosts of this site."} | context
    return parts.render("letters/moderation", notice, f"[Buccaneer] {subject}", context, thread=f"peace.{notice.reader.pk}")


@writes(FRIENDSHIP, "friends")
def write_friendship(notice: Telling[FriendFacts]) -> Letter | None:
    """Return a letter about a new or accepted friend request; None if the request has changed since, or a captain blocks the other."""
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
