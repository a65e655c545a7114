"""Preview a button by running it: compare snapshots of the season before and after, then roll back.

A preview never duplicates the rules: the real services run. `token` seals the preview that an organiser has read; if
confirming would do anything else, nothing is done and they read the new preview.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max, QuerySet

from games.models import Wait
from leagues.models import Entry, Fixture, RatedTable, Round, Sanction, Season, SubCall
from leagues.preview.differences import describe_differences
from leagues.preview.season_snapshot import SeasonSnapshot
from leagues.services.common import locked
from leagues.tables import division_tables, promotion
from notifications.models import Notice

SeasonStatus = Season.Status


@dataclass(frozen=True, slots=True)
class Preview:
    """The effects, line by line, and the seal that proves they were read."""

    lines: tuple[str, ...]
    letters: tuple[str, ...]

    @property
    def token(self) -> str:
        return hashlib.sha256("\n".join((*self.lines, "", *self.letters)).encode()).hexdigest()[:24]


def carry_out(season_id: int, change: Callable[[], object], seen: str = "") -> tuple[Preview, bool]:
    """Return the effects of `change` and whether it was committed: only if `seen` seals exactly these. Raise its RulesError."""
    with transaction.atomic():
        locked(season_id)
        newest = newest_notice()
        before = snapshot_of(season_id)
        change()
        after = snapshot_of(season_id, newest)
        lines, letters = describe_differences(before, after)
        preview = Preview(tuple(lines), tuple(letters))
        is_agreed = seen == preview.token
        if not is_agreed:
            transaction.set_rollback(True)
    return preview, is_agreed


def is_checking_ready(each: Round) -> bool:
    return each.status == Round.Status.RUNNING and each.ready_by is not None and not each.ready_check_closed


def newest_notice() -> int:
    return Notice.objects.aggregate(newest=Max("pk"))["newest"] or 0


def snapshot_of(season_id: int, newest: int | None = None) -> SeasonSnapshot:
    """Return the season within this transaction; with `newest`, include letters added after that one."""
    season = Season.objects.select_related("league").get(pk=season_id)
    entries = {entry.pk: entry for entry in season.entries.select_related("user", "division")}
    seats = (
        Fixture.objects.filter(round__season=season).select_related("division", "round").prefetch_related("seats__played_by").order_by("pk")
    )
    fixtures = {fixture.pk: fixture for fixture in seats}
    games = {fixture.game_id: pk for pk, fixture in fixtures.items() if fixture.game_id}
    waits = Wait.objects.filter(game__in=[game for game, pk in games.items() if fixtures[pk].status == "running"], closed_at=None)
    return SeasonSnapshot(
        season, entries, fixtures,
        rounds={each.pk: (str(each), each.status, is_checking_ready(each)) for each in season.rounds.all()},
        places=places(season, entries),
        waits={(games[wait.game_id], wait.seat): wait.due_at for wait in waits},
        rated=set(RatedTable.objects.filter(number__in=games).values_list("number", flat=True)),
        calls=SubCall.objects.filter(seat__fixture__round__season=season, answer="").count(),
        cards={card.pk: (card.entry.name, card.get_kind_display()) for card in cards_shown(season)},
        going=going(season),
        letters=[] if newest is None else [(letter.kind, letter.user.name) for letter in letters_since(newest) if letter.user],
    )  # fmt: skip


def cards_shown(season: Season) -> QuerySet[Sanction]:
    return Sanction.objects.filter(entry__season=season, lifted_at=None).select_related("entry__user").order_by("pk")


def letters_since(newest: int) -> QuerySet[Notice]:
    return Notice.objects.filter(pk__gt=newest).exclude(user=None).select_related("user").order_by("pk")


def places(season: Season, entries: dict[int, Entry]) -> dict[int, tuple[str, int, str]]:
    """Return division, place and points of everyone in the standings."""
    names = {division.pk: division.name for division in season.divisions.all()}
    by_entry = {}
    for pk, rows in division_tables.all_tables(season).items():
        for row in rows:
            by_entry[row.entry] = (names[pk], row.place, division_tables.points_in_words(row))
    return by_entry


def going(season: Season) -> dict[int, tuple[str, int, int]]:
    """Return next season's tier of each entry, once all games are over."""
    if season.status not in (SeasonStatus.SETTLING, SeasonStatus.FINAL, SeasonStatus.ARCHIVED) or season.preset.shape == "swiss":
        return {}
    return {move.entry.pk: (move.entry.name, move.division.tier, move.to) for move in promotion.preview(season)}
