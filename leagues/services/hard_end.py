"""Extend the hard end of a season by outages, so that no game is decided sooner because the site was down."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from games.clocks.due_times import Span, merged
from games.clocks.terms import span_words
from games.models import Pause
from leagues import notices
from leagues.models import Round, Season, SubCall
from leagues.services.common import locked, log

WORTH_A_LETTER = timedelta(hours=1)


@transaction.atomic
def credit_outages(season_id: int) -> Season:
    """Put the hard end off by the outages since the season began. Each counts once, if it began before that end.

    Extend ready checks and substitutes' deadlines, too, so that nobody gets a card because the site was down.
    """
    season = locked(season_id)
    span = outages_of(season) - timedelta(seconds=season.credited)
    if season.status == Season.Status.RUNNING and span > timedelta(0):
        season.hard_end += span
        season.credited += int(span.total_seconds())
        season.save(update_fields=["hard_end", "credited"])
        season.rounds.filter(status=Round.Status.RUNNING, ready_check_closed=False).update(ready_by=F("ready_by") + span)
        SubCall.objects.filter(seat__fixture__round__season=season, answer="").update(until=F("until") + span)
        act = log(season, None, f"put the hard end off by {span_words(int(span.total_seconds()))}", "the site was down")
        if span >= WORTH_A_LETTER:
            notices.dates_changed(act, f"The season ends on {notices.moment(season.hard_end)}.")
    return season


def outages_of(season: Season) -> timedelta:
    """Return the downtime of this season with the recovery time given to clocks, less its own pauses."""
    everywhere = Pause.objects.filter(game=None, user=None, reason=Pause.Reason.OUTAGE)
    rows = everywhere.filter(end__gt=season.starts, begin__lt=season.hard_end).order_by("begin")
    down = [Span(max(row.begin, season.starts), row.end) for row in rows]
    paused = [Span(datetime.fromisoformat(begin), datetime.fromisoformat(end)) for begin, end in season.pauses or []]
    whole = length(merged(down, paused)) - length(merged(paused))
    return timedelta(seconds=int(whole.total_seconds()))


def length(spans: Iterable[Span]) -> timedelta:
    return sum((span.end - span.begin for span in spans), timedelta())
