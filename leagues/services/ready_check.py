"""Ask captains to confirm that they are ready before a round begins; find a substitute for each captain who does not answer."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.models import User
from core.tasks import enqueue_after_commit
from games.editions.errors import NotAllowed
from leagues.models import Entry, Fixture, FixtureSeat, Round, Sanction, Season, SubCall
from leagues.services import cards
from leagues.services.common import locked, log

SUBSTITUTES_WITHIN = timedelta(hours=24)
"""Time for which tables wait for substitutes after a ready check."""
NO_SHOW = "no-show"


def missing(**which: Any) -> list[FixtureSeat]:
    """Return seats at planned tables whose captain has not confirmed and has no substitute. `which` filters the seats."""
    confirmed = Round.ready.through.objects.filter(round=OuterRef("fixture__round"), entry=OuterRef("entry"))
    seats = FixtureSeat.objects.filter(
        fixture__status=Fixture.Status.PLANNED, fixture__round__ready_by__isnull=False, fixture__round__status=Round.Status.RUNNING,
        entry__status=Entry.Status.ACCEPTED, entry__bot="", entry__user__isnull=False, played_by=None, **which,
    )  # fmt: skip
    return list(seats.filter(~Exists(confirmed)).select_related("entry__user", "fixture__round").order_by("pk"))


def holds_back(fixture: Fixture) -> bool:
    """Return whether the table still waits for a captain's confirmation or a substitute's answer."""
    if fixture.round.ready_by is None:
        return False
    seats = missing(fixture=fixture)
    return bool(seats) and (not fixture.round.ready_check_closed or SubCall.objects.filter(seat__in=seats, answer="").exists())


def round_to_confirm(entry: Entry) -> Round | None:
    """Return the round for which the captain still has to confirm, or None."""
    seats = missing(entry=entry)
    return seats[0].fixture.round if seats else None


def waits_for(entry: Entry) -> list[str]:
    """Return the names of captains for whom the entry's tables wait; [] until the entry's captain has confirmed."""
    silent = {seat.entry for seat in missing(fixture__seats__entry=entry)}
    return [] if entry in silent else sorted({captain.name for captain in silent})


@transaction.atomic
def say_ready(season_id: int, user: User) -> Entry:
    """Confirm that a captain is ready, and cancel calls for a substitute. A table begins once all captains are ready. Raise NotAllowed."""
    season = locked(season_id)
    entry = season.entries.get(user=user, status=Entry.Status.ACCEPTED)
    seats = missing(entry=entry, fixture__round__season=season)
    if not seats and season.rounds.filter(status=Round.Status.RUNNING, ready=entry).exists():
        return entry
    if not seats:
        raise NotAllowed("no-ready-check", "Nobody has to say that now.")
    for opened in {seat.fixture.round for seat in seats}:
        opened.ready.add(entry)
    SubCall.objects.filter(seat__in=seats, answer="").update(answer="late")
    for seat in seats:
        enqueue_after_commit("leagues.tasks.start_fixture", seat.fixture_id)
    return entry


def close_due(season: Season) -> int:
    """Close ready checks past their deadline. Return the number of captains who got a card for not answering."""
    due = season.rounds.filter(status=Round.Status.RUNNING, ready_by__lte=timezone.now(), ready_check_closed=False)
    return sum(close_ready_check(pk) for pk in due.values_list("pk", flat=True))


@transaction.atomic
def close_ready_check(round_id: int) -> int:
    """Close a round's ready check, and give a card to each captain who neither answered nor is absent. Return the number of cards."""
    season = locked(Round.objects.values_list("season_id", flat=True).get(pk=round_id))
    opened = season.rounds.get(pk=round_id)
    if opened.ready_check_closed or season.status != Season.Status.RUNNING:
        return 0
    opened.ready_check_closed = True
    opened.save(update_fields=["ready_check_closed"])
    quiet = sorted({seat.entry for seat in missing(fixture__round=opened)}, key=lambda entry: entry.pk)
    today = timezone.now().date()
    blamed = [entry for entry in quiet if not entry.absences.filter(begin__lte=today, end__gte=today).exists()]
    if quiet:
        names = ", ".join(sorted(entry.name for entry in quiet))
        log(season, None, f"closed the ready check of {str(opened).lower()}: {names} did not say that they are ready")
    for entry in blamed:
        cards.card(season, entry, Sanction.Kind.YELLOW, None, f"{NO_SHOW}: not ready for {str(opened).lower()}")
    return len(blamed)


def seats_to_fill(season: Season) -> list[FixtureSeat]:
    """Return the seats of captains who did not answer, while their tables still wait for substitutes."""
    since = timezone.now() - SUBSTITUTES_WITHIN
    return missing(fixture__round__season=season, fixture__round__ready_check_closed=True, fixture__round__ready_by__gt=since)
