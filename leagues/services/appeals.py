"""Appeals against decisions, and their answers."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from core.plain_text import printable_lines
from games.editions.errors import NotAllowed
from games.moderation import limits
from leagues import notices
from leagues.models import Appeal, Correction, Entry, Season
from leagues.permissions import may_decide_on
from leagues.services.common import locked, log, must_be, must_have_reason

SeasonStatus = Season.Status
LONGEST_WAIT = timedelta(days=30)


@transaction.atomic
def appeal(season_id: int, user: User, text: str) -> Appeal:
    """Appeal against a decision, until the result is confirmed. A repeated text returns the existing appeal."""
    season = locked(season_id)
    entry = season.entries.get(user=user)
    if not was_judged_lately(entry):
        must_be(season, SeasonStatus.RUNNING, SeasonStatus.SETTLING, SeasonStatus.FINAL)
    limits.may_write(user, "an appeal")
    text = printable_lines(text)[:2000]
    if len(text) < 10:
        raise NotAllowed("empty", "Say in a sentence or two what should be looked at again.")
    open_ones = entry.appeals.filter(granted=None)
    if same := open_ones.filter(text=text).first():
        return same
    if open_ones.count() >= 3:
        raise NotAllowed("too-many", "Three of your appeals are still open.")
    new_appeal = Appeal.objects.create(entry=entry, text=text)
    notices.organisers(season, f"appeal:{new_appeal.pk}", f"{entry.name} has appealed.")
    return new_appeal


def was_judged_lately(entry: Entry) -> bool:
    """Return whether a card or correction of the last week is open to appeal, whatever the season's status."""
    since = timezone.now() - timedelta(days=7)
    corrections = Correction.objects.filter(season=entry.season_id, fixture__seats__entry=entry, at__gte=since)
    return entry.sanctions.filter(at__gte=since).exists() or corrections.exists()


@transaction.atomic
def answer_appeal(appeal_id: int, by: User | None, granted: bool, answer: str) -> Appeal:
    """Grant or refuse an appeal, with a reason. Any consequence (a correction, a lifted card) is a separate act."""
    open_appeal = Appeal.objects.select_related("entry__season__league", "entry__division").get(pk=appeal_id)
    season = locked(open_appeal.entry.season_id)
    may_decide_on(by, season, open_appeal.entry)
    if open_appeal.granted is not None:
        raise NotAllowed("answered", "That appeal has been answered.")
    open_appeal.granted, open_appeal.answer, open_appeal.by, open_appeal.at = granted, must_have_reason(answer), by, timezone.now()
    open_appeal.save()
    word = "granted" if granted else "not granted"
    log(season, by, f"appeal of {open_appeal.entry.name} {word}", open_appeal.answer[:300])
    notices.decided(open_appeal.entry, f"appeal:{open_appeal.pk}", f"Your appeal was {word}.", open_appeal.answer)
    return open_appeal


def close_unanswered() -> int:
    """Turn down appeals that nobody has answered for a month, so that no season waits for an inactive organiser. Return how many."""
    late = list(Appeal.objects.filter(granted=None, made_at__lte=timezone.now() - LONGEST_WAIT).values_list("pk", flat=True))
    for pk in late:
        answer_appeal(pk, None, False, f"No organiser answered within {LONGEST_WAIT.days} days, so what was decided stands.")
    return len(late)
