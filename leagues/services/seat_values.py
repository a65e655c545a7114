"""Measure what each seat is worth, over all rated games of an edition. Everyone sees it; nothing is corrected by it."""

from collections import defaultdict
from fractions import Fraction
from typing import Any

from django.db import transaction

from games.models import Game
from leagues.models import SeatTally
from leagues.pure.standings import POINT, points_of

ENOUGH = 500
"""Games of one size needed before a difference between seats means anything."""


@transaction.atomic
def count(ruleset: str) -> int:
    """Recount the results per seat for this edition, and return the number of games."""
    sums: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0, 0])
    games = Game.objects.filter(ruleset=ruleset, is_rated=True, rated_table__isnull=False).exclude(outcome_data=None)
    total = 0
    for seats, first, outcome in games.values_list("seats", "first", "outcome_data").iterator(chunk_size=2000):
        if outcome is None:
            continue
        total += 1
        places = outcome["places"]
        for seat, points in enumerate(points_of(places)):
            tally = sums[seats, (seat - first) % seats]
            tally[0] += 1
            tally[1] += POINT // places.count(1) if places[seat] == 1 else 0
            tally[2] += points
    SeatTally.objects.filter(ruleset=ruleset).delete()
    SeatTally.objects.bulk_create(
        SeatTally(ruleset=ruleset, seats=seats, turn=turn, games=games, wins=wins, points=points)
        for (seats, turn), (games, wins, points) in sums.items()
    )
    return total


def seat_values_of(ruleset: str) -> list[dict[str, Any]]:
    """Return the number of games per table size and, if there are enough, each seat's wins and points per game."""
    sizes: dict[int, list[SeatTally]] = defaultdict(list)
    for tally in SeatTally.objects.filter(ruleset=ruleset):
        sizes[tally.seats].append(tally)
    return [
        {"seats": seats, "games": tallies[0].games, "enough": ENOUGH, "rows": rows(tallies) if tallies[0].games >= ENOUGH else []}
        for seats, tallies in sorted(sizes.items())
    ]


def rows(tallies: list[SeatTally]) -> list[tuple[int, float, float]]:
    """Return (turn, percentage of games won, points per game) for each seat."""
    rows = []
    for tally in sorted(tallies, key=lambda tally: tally.turn):
        whole = tally.games * POINT
        rows.append((tally.turn + 1, float(Fraction(100 * tally.wins, whole)), float(Fraction(tally.points, whole))))
    return rows
