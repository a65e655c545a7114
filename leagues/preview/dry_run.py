"""What a button will do, found out by doing it: two snapshots of the season, one before and one after, and everything taken back.

So a preview is never a second opinion on the rules: the very services that act are asked. What an organiser has read is
sealed with `token`; if it is not what comes out when they confirm, nothing is done and they read it again.
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

S = Season.Status


@dataclass(frozen=True, slots=True)
class Preview:
    """What would happen, line by line, and the seal on having read it."""

    lines: tuple[str, ...]
    letters: tuple[str, ...]

    @property
    def token(self) -> str:
        return hashlib.sha256("\n".join((*self.lines, "", *self.letters)).encode()).hexdigest()[:24]


def carry_out(season_id: int, change: Callable[[], object], seen: str = "") -> tuple[Preview, bool]:
    """What `change` does, and whether it was done: only if `seen` is the seal of exactly this. Raises RulesError as it does."""
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
    """The season as it is inside this transaction; with `newest`, also the letters that have been added since that one."""
    season = Season.objects.select_related("league").get(pk=season_id)
    entries = {entry.pk: entry for entry in season.entries.select_related("user", "division")}
    found = (
        Fixture.objects.filter(round__season=season).select_related("division", "round").prefetch_related("seats__played_by").order_by("pk")
    )
    fixtures = {fixture.pk: fixture for fixture in found}
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
        letters=[] if newest is None else [(one.kind, one.user.name) for one in letters_since(newest) if one.user],
    )  # fmt: skip


def cards_shown(season: Season) -> QuerySet[Sanction]:
    return Sanction.objects.filter(entry__season=season, lifted_at=None).select_related("entry__user").order_by("pk")


def letters_since(newest: int) -> QuerySet[Notice]:
    return Notice.objects.filter(pk__gt=newest).exclude(user=None).select_related("user").order_by("pk")


def places(season: Season, entries: dict[int, Entry]) -> dict[int, tuple[str, int, str]]:
    """Division, place and points of everyone who stands in a table."""
    names = {division.pk: division.name for division in season.divisions.all()}
    found = {}
    for pk, rows in division_tables.all_tables(season).items():
        for row in rows:
            found[row.entry] = (names[pk], row.place, division_tables.points_in_words(row))
    return found


def going(season: Season) -> dict[int, tuple[str, int, int]]:
    """Who would go where, once all games are over."""
    if season.status not in (S.SETTLING, S.FINAL, S.ARCHIVED) or season.preset.shape == "swiss":
        return {}
    return {one.entry.pk: (one.entry.name, one.division.tier, one.to) for one in promotion.preview(season)}
