"""Preview an organiser's action: run it, compare snapshots of the season before and after, and roll back."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max

from games.models import Wait
from leagues.models import Fixture, RatedTable, Round, Sanction, Season, SubCall
from leagues.preview.differences import SeasonSnapshot, describe_differences
from leagues.services.common import locked
from leagues.tables import division_tables, promotion
from notifications.models import Notice


@dataclass(frozen=True, slots=True)
class Preview:
    """The effects of an action and the letters it sends, line by line. `token` proves which preview the organiser has read."""

    lines: tuple[str, ...]
    letters: tuple[str, ...]

    @property
    def token(self) -> str:
        return hashlib.sha256("\n".join((*self.lines, "", *self.letters)).encode()).hexdigest()[:24]


def carry_out(season_id: int, change: Callable[[], object], seen: str = "") -> tuple[Preview, bool]:
    """Run `change`. Return its preview and whether it was committed: only if `seen` is the preview's token. Raise RulesError."""
    with transaction.atomic():
        locked(season_id)
        newest = Notice.objects.aggregate(newest=Max("pk"))["newest"] or 0
        before = snapshot_of(season_id)
        change()
        after = snapshot_of(season_id, newest)
        lines, letters = describe_differences(before, after)
        preview = Preview(tuple(lines), tuple(letters))
        is_agreed = seen == preview.token
        if not is_agreed:
            transaction.set_rollback(True)
    return preview, is_agreed


def snapshot_of(season_id: int, newest: int | None = None) -> SeasonSnapshot:
    """Return a snapshot of the season. With `newest` (a notice's primary key), include letters added after that notice."""
    season = Season.objects.select_related("league").get(pk=season_id)
    entries = {entry.pk: entry for entry in season.entries.select_related("user", "division")}
    with_seats = Fixture.objects.select_related("division", "round").prefetch_related("seats__played_by")
    fixtures = {fixture.pk: fixture for fixture in with_seats.filter(round__season=season).order_by("pk")}
    rounds = [(each, each.status == Round.Status.RUNNING and each.ready_by and not each.ready_check_closed) for each in season.rounds.all()]
    cards = Sanction.objects.filter(entry__season=season, lifted_at=None).select_related("entry__user").order_by("pk")
    new_notices = Notice.objects.filter(pk__gt=newest).select_related("user").order_by("pk") if newest is not None else ()
    games = {fixture.game_id: pk for pk, fixture in fixtures.items() if fixture.game_id}
    waits = Wait.objects.filter(game__in=[game for game, pk in games.items() if fixtures[pk].status == "running"], closed_at=None)
    return SeasonSnapshot(
        season, entries, fixtures,
        rounds={each.pk: (str(each), each.status, bool(is_checking_ready)) for each, is_checking_ready in rounds},
        places=places(season),
        waits={(games[wait.game_id], wait.seat): wait.due_at for wait in waits},
        rated=set(RatedTable.objects.filter(number__in=games).values_list("number", flat=True)),
        calls=SubCall.objects.filter(seat__fixture__round__season=season, answer="").count(),
        cards={card.pk: (card.entry.name, card.get_kind_display()) for card in cards},
        going=going(season),
        letters=[(notice.kind, notice.user.name) for notice in new_notices if notice.user],
    )  # fmt: skip


def places(season: Season) -> dict[int, tuple[str, int, str]]:
    """Return {entry: (division, place, points)} for everyone in the standings."""
    names = {division.pk: division.name for division in season.divisions.all()}
    return {
        row.entry: (names[pk], row.place, division_tables.points_in_words(row))
        for pk, rows in division_tables.all_tables(season).items()
        for row in rows
    }


def going(season: Season) -> dict[int, tuple[str, int, int]]:
    """Return {entry: (name, tier, next season's tier)} once all games are over; {} before."""
    if season.status not in (Season.Status.SETTLING, Season.Status.FINAL, Season.Status.ARCHIVED) or season.preset.shape == "swiss":
        return {}
    return {move.entry.pk: (move.entry.name, move.division.tier, move.to) for move in promotion.preview(season)}
