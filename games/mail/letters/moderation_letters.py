"""Letters about moderation: to hosts about open reports and faults, to captains about a mute."""

from typing import Any

from accounts.words import silence_of
from core.plain_text import one_line
from games.announcements.notices import FAULTS, REPORTS, SILENCED, FaultFacts, NoFacts
from games.mail import letter_parts as parts
from games.moderation import faults, reports
from notifications import Letter, writes
from notifications.telling import Telling

MOST_LINES = 20
CATEGORY = "peace"
"""The name of this category in stored settings."""


@writes(REPORTS, CATEGORY, again=False, role="now")
def write_reports(notice: Telling[NoFacts]) -> Letter | None:
    """Write a host the open reports; None if all are decided, or the reader is no longer a host."""
    if not notice.reader.is_host:
        return None
    waiting = list(reports.for_host(notice.reader).filter(resolution="").order_by("pk")[: MOST_LINES + 1])
    if not waiting:
        return None
    lines = [
        f"About {row.about.name}: {row.get_reason_display()}{f', at “{one_line(row.game.name)}”' if row.game else ''}" for row in waiting
    ]
    counted = (
        "A report is waiting"
        if len(waiting) == 1
        else f"{len(lines[:MOST_LINES])}{' or more' * (len(lines) > MOST_LINES)} reports are waiting"
    )
    context = {
        "sentence": f"{counted} for a decision.",
        "lines": lines[:MOST_LINES],
        "link": parts.site_link("reports"),
        "button": "Sign in and decide",
    }
    return letter(notice, "Reports", context | {"why": "Sent because you run this site."})


@writes(FAULTS, CATEGORY, again=False, role="now")
def write_faults(notice: Telling[FaultFacts]) -> Letter | None:
    """Write a host the faults caught within an hour; None if there are none, or the reader is no longer a host."""
    caught = faults.of_hour(notice.facts["hour"]) if notice.reader.is_host else []
    if not caught:
        return None
    lines = [
        f"Game {row.game_id}, “{one_line(row.game.name)}”: {row.part}{f', {row.error}' if row.error else ''}" for row in caught[:MOST_LINES]
    ]
    context = {
        "sentence": "Something of ours failed at these tables. The games go on without it, except those that were set aside.",
        "lines": lines,
        "more": "The log lists each one under the number of its game."
        + (f" There are {len(caught) - MOST_LINES} more." if caught[MOST_LINES:] else ""),
        "link": parts.site_link("admin:games_fault_changelist"),
        "button": "Sign in to see all faults",
    }
    return letter(notice, "Faults at tables", context | {"why": "Sent because you run this site."})


@writes(SILENCED, CATEGORY, role="now")
def write_silenced(notice: Telling[NoFacts]) -> Letter | None:
    """Write a captain how long they are muted, and why; None once the mute has ended."""
    sentence = silence_of(notice.reader)
    if not sentence:
        return None
    more = "Your games go on, and you play them as before."
    context = {
        "sentence": one_line(sentence, 400),
        "lines": [],
        "more": more,
        "link": parts.site_link("blocks"),
        "button": "Sign in to see why",
    }
    return letter(notice, "What you write to other players", context | {"why": "Sent because this is about your account."})


def letter(notice: Telling, subject: str, context: dict[str, Any]) -> Letter:
    """Return a letter with a sentence, some lines, and a link to the page with the rest."""
    context = {"line": context["sentence"], "brief": "A word from those who run the site."} | context
    return parts.render("letters/moderation", notice, f"[Buccaneer] {subject}", context, thread=f"peace.{notice.reader.pk}")
