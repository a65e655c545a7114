"""The order of a division as it was worked out before 23 November 2026: cubic, and for that reason easy to read.

A second implementation, against which `leagues.pure.standings` is held. Nothing but tests uses it.
"""

import hashlib
import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from leagues.pure.standings import MOST_SEATS, POINT, decimal


# -- what counts for a division --------------------------------------------------------------------
class Seat(NamedTuple):
    """One person's part in one game that counts."""

    entry: int
    place: int
    points: int
    score: int


@dataclass(slots=True)
class Row:
    """One person's line in the table. `place` is shared where nothing but a lot would part two people.

    `person` and `shown` (the points in words) are for anyone who puts the row on a page.
    """

    entry: int
    points: int = 0
    games: int = 0
    wins: Fraction = Fraction(0)
    places: tuple[int, ...] = ()
    strikes: int = 0
    place: int = 0
    why: str = ""
    values: dict[str, Fraction | tuple] = field(default_factory=dict)
    person: Any = None
    shown: str = ""


Key = Fraction | tuple
Annotate = Callable[["Division", Row, list[Row]], Key | None]


class Criterion(NamedTuple):
    """One step in the order of places: its key in the frozen list, its words, and the value by which more is better."""

    key: str
    words: str
    value: Annotate


class Division:
    """The games that count and the rows made from them."""

    def __init__(self, entries: Sequence[int], games: Sequence[Sequence[Seat]], strikes: dict[int, int], seed: str,
                 finals: dict[int, int] | None = None):  # fmt: skip
        self.games, self.seed, self.finals = games, seed, finals or {}
        self.rows = {entry: Row(entry, strikes=strikes.get(entry, 0)) for entry in entries}
        self.own: dict[int, list[Sequence[Seat]]] = {entry: [] for entry in entries}
        for game in games:
            for seat in game:
                if seat.entry in self.rows:
                    self._count(self.rows[seat.entry], seat, game)
        self.is_even = len({row.games for row in self.rows.values()}) <= 1

    def _count(self, row: Row, seat: Seat, game: Sequence[Seat]) -> None:
        self.own[row.entry].append(game)
        row.points += seat.points
        row.games += 1
        row.places += (seat.place,)
        if seat.place == 1:
            row.wins += Fraction(1, sum(other.place == 1 for other in game))

    def total(self, row: Row) -> Fraction:
        """Points, or the average where not everybody has had as many games that count."""
        points = Fraction(row.points, POINT)
        return points if self.is_even else points / max(1, row.games)


def seat_of(game: Sequence[Seat], entry: int) -> Seat:
    return next(seat for seat in game if seat.entry == entry)


def total(division: Division, row: Row, tied: list[Row]) -> Fraction:
    return division.total(row)


def final_place(division: Division, row: Row, tied: list[Row]) -> Fraction:
    """The better the place in the final the more; nothing for those who were not in it."""
    place = division.finals.get(row.entry)
    return Fraction(MOST_SEATS + 1 - place if place else 0)


def wins(division: Division, row: Row, tied: list[Row]) -> Fraction:
    return row.wins


def head_to_head(division: Division, row: Row, tied: list[Row]) -> Fraction | None:
    """Points in the games in which those who are tied met; None when they did not all meet equally often."""
    names = {one.entry for one in tied}
    met: dict[frozenset, int] = {frozenset((one, other)): 0 for one in names for other in names if one != other}
    for game in division.games:
        here = [seat.entry for seat in game if seat.entry in names]
        for one in here:
            for other in here:
                if one < other:
                    met[frozenset((one, other))] += 1
    if len(set(met.values())) != 1 or 0 in met.values():
        return None
    theirs = [game for game in division.own[row.entry] if sum(seat.entry in names for seat in game) > 1]
    return Fraction(sum(seat_of(game, row.entry).points for game in theirs), POINT)


def sonneborn(division: Division, row: Row, tied: list[Row]) -> Fraction:
    """Whom one beat counts as much as those people have points, shared among the opponents of a table."""
    found = Fraction(0)
    for game in division.own[row.entry]:
        mine = seat_of(game, row.entry)
        against = Fraction(0)
        for seat in game:
            if seat.entry != row.entry and seat.entry in division.rows:
                result = Fraction((seat.place > mine.place) * 2 + (seat.place == mine.place), 2)
                against += result * division.total(division.rows[seat.entry])
        found += against / (len(game) - 1)
    return found


def share_of_best(division: Division, row: Row, tied: list[Row]) -> Fraction:
    """Average part of the best score of the table."""
    found = Fraction(0)
    for game in division.own[row.entry]:
        best = max(seat.score for seat in game)
        found += Fraction(max(0, seat_of(game, row.entry).score), best) if best > 0 else 0
    return found / max(1, row.games)


def next_places(division: Division, row: Row, tied: list[Row]) -> tuple[int, ...]:
    """Second places, then third places, and so on."""
    return tuple(row.places.count(place) for place in range(2, 9))


def fewer_strikes(division: Division, row: Row, tied: list[Row]) -> Fraction:
    return Fraction(-row.strikes)


def lot(division: Division, row: Row, tied: list[Row]) -> Fraction:
    """A draw that anybody can repeat: HMAC-SHA-256 of the season's seed and the number of the entry."""
    return Fraction(int(hmac.new(division.seed.encode(), str(row.entry).encode(), hashlib.sha256).hexdigest()[:12], 16))


CRITERIA = {
    found.key: found
    for found in (
        Criterion("points", "points", total),
        Criterion("wins", "games won", wins),
        Criterion("head-to-head", "points in the games among those who are tied", head_to_head),
        Criterion("sonneborn", "points of those who were beaten", sonneborn),
        Criterion("share", "average part of the winner’s score", share_of_best),
        Criterion("places", "second places, then third places and so on", next_places),
        Criterion("strikes", "turns that were let run out", fewer_strikes),
        Criterion("lot", "the lot", lot),
    )
}
USUAL = tuple(CRITERIA)
"""The frozen list, unless another one was chosen. After a final its places come before everything else."""
CRITERIA["final"] = Criterion("final", "the final", final_place)


# -- the order --------------------------------------------------------------------------------------
def standings(
    entries: Sequence[int],
    games: Sequence[Sequence[Seat]],
    criteria: Sequence[str] = USUAL,
    strikes: dict[int, int] | None = None,
    seed: str = "",
    finals: dict[int, int] | None = None,
) -> list[Row]:
    """Everyone in order. Rows hold the value of each criterion that was looked at, and why they stand where they stand."""
    division = Division(entries, games, strikes or {}, seed, finals)
    criteria = ("final", *criteria) if finals else criteria
    rows = sorted(division.rows.values(), key=lambda row: row.entry)
    ordered = refine(division, rows, [CRITERIA[key] for key in criteria], 1)
    explain(division, ordered, criteria)
    return ordered


def refine(division: Division, tied: list[Row], criteria: list[Criterion], place: int) -> list[Row]:
    """Put those who are tied in order by the first criterion that parts them, then each group by the next."""
    if len(tied) == 1 or not criteria:
        for row in tied:
            row.place = place
        return tied
    criterion, rest = criteria[0], criteria[1:]
    values: dict[int, Any] = {row.entry: criterion.value(division, row, tied) for row in tied}
    if any(value is None for value in values.values()):
        return refine(division, tied, rest, place)
    for row in tied:
        row.values[criterion.key] = values[row.entry]
    found: list[Row] = []
    for value in sorted(set(values.values()), reverse=True):
        group = [row for row in tied if values[row.entry] == value]
        found += refine(division, group, rest, place + len(found))
    return found


def explain(division: Division, ordered: list[Row], criteria: Sequence[str]) -> None:
    """For each row, the first thing that parts it from the row above, or from the one below."""
    for index, row in enumerate(ordered):
        above, below = ordered[index - 1] if index else None, ordered[index + 1] if index + 1 < len(ordered) else None
        told = [parted(division, row, above, "behind", criteria), parted(division, row, below, "ahead of", criteria)]
        row.why = "; ".join(sentence for sentence in told if sentence)


def parted(division: Division, row: Row, other: Row | None, side: str, criteria: Sequence[str]) -> str:
    """What parts two neighbours, with the numbers. `{12}` stands for the name of entry 12."""
    if other is None:
        return ""
    skipped = ""
    for key in criteria:
        mine, theirs = row.values.get(key), other.values.get(key)
        if mine is None or theirs is None:
            if key == "head-to-head":
                skipped = " (the games among the tied do not count here: they did not all meet equally often)"
        elif mine != theirs:
            if key == "lot":
                return f"{side} {{{other.entry}}} by lot, as all else is equal{skipped}"
            what = "points a game" if key == "points" and not division.is_even else CRITERIA[key].words
            return (
                f"{side} {{{other.entry}}} by {what}: {value_in_words(key, mine, theirs)} to {value_in_words(key, theirs, mine)}{skipped}"
            )
    return f"level with {{{other.entry}}}"


def value_in_words(key: str, value: Any, other: Any) -> str:
    """A value in words."""
    if key == "final":
        return f"place {decimal(MOST_SEATS + 1 - value)}" if value else "not in it"
    if isinstance(value, tuple):
        place = next(at for at, pair in enumerate(zip(value, other, strict=True)) if pair[0] != pair[1])
        return f"{value[place]} of place {place + 2}"
    return decimal(-value if key == "strikes" else value)
