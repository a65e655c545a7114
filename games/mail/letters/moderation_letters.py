"""Letters about moderation: to hosts about open reports and faults, to captains about a silence."""

from accounts.words import silence_of
from core.plain_text import one_line
from games.mail import letter_parts as parts
from games.moderation import faults, reports
from games.notices import FAULTS, REPORTS, SILENCED, FaultFacts, NoFacts
from notifications import Letter, writes
from notifications.telling import Telling

MOST = 20
CATEGORY = "peace"
"""The name of such letters in stored wishes."""


@writes(REPORTS, CATEGORY, again=False, role="now")
def write_reports(notice: Telling[NoFacts]) -> Letter | None:
    """Write to a host which reports wait; None if all have been decided, or the reader is no longer a host."""
    if not notice.reader.is_host:
        return None
    waiting = list(reports.for_host(notice.reader).filter(resolution="").order_by("pk")[: MOST + 1])
    if not waiting:
        return None
    lines = [
        f"About {row.about.name}: {row.get_reason_display()}{f', at “{one_line(row.game.name)}”' if row.game else ''}" for row in waiting
    ]
    counted = "A report waits" if len(waiting) == 1 else f"{len(lines[:MOST])}{' or more' * (len(lines) > MOST)} reports wait"
    context = {
        "sentence": f"{counted} for a decision.",
        "lines": lines[:MOST],
        "link": parts.site_link("reports"),
        "button": "Sign in and decide",
    }
    return letter(notice, "Reports", context | {"why": "You run this site, so we write to you."})


@writes(FAULTS, CATEGORY, again=False, role="now")
def write_faults(notice: Telling[FaultFacts]) -> Letter | None:
    """Write to a host which faults were caught within an hour; None if the reader is no longer a host."""
    found = faults.of_hour(notice.facts["hour"]) if notice.reader.is_host else []
    if not found:
        return None
    lines = [f"Game {row.game_id}, “{one_line(row.game.name)}”: {row.part}{f', {row.error}' if row.error else ''}" for row in found[:MOST]]
    context = {
        "sentence": "Something of ours failed at these tables. The games go on without it, but for those that were set aside.",
        "lines": lines,
        "more": "The log has each of them, under the number of the game."
        + (f" There are {len(found) - MOST} more." if found[MOST:] else ""),
        "link": parts.site_link("admin:games_fault_changelist"),
        "button": "Sign in to see all faults",
    }
    return letter(notice, "Faults at tables", context | {"why": "You run this site, so we write to you."})


@writes(SILENCED, CATEGORY, role="now")
def write_silenced(notice: Telling[NoFacts]) -> Letter | None:
    """Write to a captain until when they may not speak, and why; None if they may again."""
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
    return letter(notice, "What you write to other players", context | {"why": "This is about your account, so we write to you."})


def letter(notice: Telling, subject: str, context: dict) -> Letter:
    """Return a letter of a sentence, some lines, and the page with the rest."""
    context = {"line": context["sentence"], "brief": "A word from those who run the site."} | context
    return parts.render("letters/moderation", notice, f"[Buccaneer] {subject}", context, thread=f"peace.{notice.reader.pk}")
