"""Compute points and places exactly, in integers and fractions, with the reason for every place. Pure functions."""

import hashlib
import hmac
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import lcm
from types import MappingProxyType
from typing import Any, NamedTuple

POINT = 840
"""Number of parts of a point, chosen so that any tie at a table of up to eight splits exactly."""
MEAN = 5
MAX_SEATS = 8
TABLE = {
    2: (10, 0),
    3: (10, 4, 1),
    4: (10, 6, 3, 1),
    5: (10, 7, 4, 3, 1),
    6: (10, 7, 5, 4, 3, 1),
    7: (10, 8, 6, 5, 3, 2, 1),
    8: (10, 8, 7, 5, 4, 3, 2, 1),
}
"""Points for each place, by table size. The mean is always 5, so that tables of all sizes weigh the same."""


# -- points of one game ---------------------------------------------------------------------------
def prizes(scheme: str, seats: int) -> list[Fraction]:
    """Return the points for each place under a scheme that ignores scores."""
    if scheme == "wins":
        return [Fraction(MEAN * seats)] + [Fraction(0)] * (seats - 1)
    if scheme == "ranks":
        return [Fraction(2 * MEAN * (seats - 1 - place), seats - 1) for place in range(seats)]
    return [Fraction(points) for points in TABLE[seats]]


def points_of(places: Sequence[int], scores: Sequence[int] = (), scheme: str = "table") -> list[int]:
    """Return the points of each seat in 840ths. `places` start at 1; tied seats have equal places and split the points."""
    if scheme == "share":
        return shares(scores)
    worth = prizes(scheme, len(places))
    points = []
    for place in places:
        tied = sum(other == place for other in places)
        above = sum(other < place for other in places)
        points.append(sum(worth[above : above + tied], Fraction(0)) / tied)
    return whole(points)


def shares(scores: Sequence[int]) -> list[int]:
    """Divide the points of a table in proportion to the scores; remainders go to the largest fractions."""
    counted = [max(0, score) for score in scores]
    total = sum(counted)
    pot = MEAN * len(scores)
    return whole([Fraction(pot * score, total) if total else Fraction(MEAN) for score in counted])


def whole(points: list[Fraction]) -> list[int]:
    """Return the points in 840ths, rounded so that their sum stays exact."""
    exact = [value * POINT for value in points]
    rounded = [value.numerator // value.denominator for value in exact]
    missing = int(sum(exact)) - sum(rounded)
    order = sorted(range(len(exact)), key=lambda index: (rounded[index] - exact[index], index))
    for index in order[:missing]:
        rounded[index] += 1
    return rounded


def effective_places(places: Sequence[int], gone: Iterable[int]) -> list[int]:
    """Return the places that count for points: seats in `gone` come last, and the others move up."""
    away = set(gone)
    here = [place for seat, place in enumerate(places) if seat not in away]
    last = len(here) + 1
    return [last if seat in away else 1 + sum(other < place for other in here) for seat, place in enumerate(places)]


# -- what counts for a division --------------------------------------------------------------------
class Seat(NamedTuple):
    """One player's result in a game that counts."""

    entry: int
    place: int
    points: int
    score: int


class Missed(NamedTuple):
    """Numbers of a player's games that do not count: `owed` with compensation, `forfeited` because the player had left."""

    owed: int = 0
    forfeited: int = 0


NOTHING = Missed()


@dataclass(slots=True)
class Row:
    """One player's row in the standings. Players whom no criterion separates share a `place`."""

    entry: int
    points: int = 0
    games: int = 0
    wins: Fraction = Fraction(0)
    places: tuple[int, ...] = ()
    strikes: int = 0
    place: int = 0
    why: str = ""
    values: dict[str, "Key"] = field(default_factory=dict)
    owed: int = 0
    is_ranked: bool = True

    @property
    def has_place(self) -> bool:
        """Return whether the player has a place: at least one game counts, and enough of their games still can."""
        return self.games > 0 and self.is_ranked

    @property
    def made_up(self) -> Fraction:
        """Return the compensation for owed games, in 840ths: the player's average per game that counts, times the games owed."""
        return Fraction(self.points * self.owed, max(1, self.games))


Key = Fraction | tuple[int, ...]
Values = Mapping[int, Key]


class Division:
    """The games of a division that count, and the rows computed from them."""

    def __init__(self, entries: Sequence[int], games: Sequence[Sequence[Seat]], strikes: Mapping[int, int], seed: str,
                 finals: Mapping[int, int], missed: Mapping[int, Missed], unranked: Collection[int]):  # fmt: skip
        self.games, self.seed, self.finals = games, seed, finals
        self.rows = {
            entry: Row(entry, strikes=strikes.get(entry, 0), owed=missed.get(entry, NOTHING).owed, is_ranked=entry not in unranked)
            for entry in entries
        }
        self.own: dict[int, list[tuple[Seat, int]]] = {entry: [] for entry in entries}
        for number, game in enumerate(games):
            for seat in game:
                if seat.entry in self.rows:
                    self._count(self.rows[seat.entry], seat, number)
        counts = {entry: row.games + sum(missed.get(entry, NOTHING)) for entry, row in self.rows.items()}
        self.is_even = len(set(counts.values())) <= 1
        self.totals = {entry: self._total(row, counts[entry]) for entry, row in self.rows.items()}

    def _count(self, row: Row, seat: Seat, number: int) -> None:
        self.own[row.entry].append((seat, number))
        row.points += seat.points
        row.games += 1
        row.places += (seat.place,)
        if seat.place == 1:
            row.wins += Fraction(1, sum(other.place == 1 for other in self.games[number]))

    def _total(self, row: Row, count: int) -> Fraction:
        """Return the points, or the average per game if players have different numbers of games."""
        points = (row.points + row.made_up) / POINT if row.owed else Fraction(row.points, POINT)
        return points if self.is_even else points / max(1, count)

    @cached_property
    def scaled(self) -> tuple[dict[int, int], int]:
        """Return the totals scaled to whole numbers, and the scale."""
        scale = lcm(*{total.denominator for total in self.totals.values()})
        return {entry: total.numerator * (scale // total.denominator) for entry, total in self.totals.items()}, scale

    @cached_property
    def beaten_scale(self) -> int:
        """Return the least common multiple of the numbers of opponents at each table."""
        return lcm(*{len(game) - 1 for game in self.games})

    def games_among(self, names: Collection[int]) -> Iterator[list[Seat]]:
        """Yield the seats of the given players in each game in which at least two of them met."""
        for number in sorted({number for entry in names for _, number in self.own[entry]}):
            here = [seat for seat in self.games[number] if seat.entry in names]
            if len(here) > 1:
                yield here


# -- the criteria -----------------------------------------------------------------------------------
class Criterion(NamedTuple):
    """A tie-break: its key in a preset, its words for readers, and a function that returns the values of tied players.

    The greater value comes first. The function returns None if the criterion does not apply. With `fewest_first`, a value is a
    negative count, which readers see without its sign.
    """

    key: str
    words: str
    values: Callable[[Division, list[Row]], Values | None]
    fewest_first: bool = False


def each(value: Callable[[Division, Row], Key]) -> Callable[[Division, list[Row]], Values]:
    """Turn a function of one row into a function of all tied rows, as a criterion needs."""
    return lambda division, tied: {row.entry: value(division, row) for row in tied}


def final_place(division: Division, row: Row) -> Fraction:
    """Return a value that is greater for a better place in the final, and 0 for a player who was not in the final."""
    place = division.finals.get(row.entry)
    return Fraction(MAX_SEATS + 1 - place if place else 0)


def head_to_head(division: Division, tied: list[Row]) -> Values | None:
    """Return each tied player's points from the games among them, or None unless every pair met equally often."""
    names = {row.entry for row in tied}
    met: Counter[tuple[int, int]] = Counter()
    points = dict.fromkeys(names, 0)
    for here in division.games_among(names):
        met.update(combinations(sorted(seat.entry for seat in here), 2))
        for seat in here:
            points[seat.entry] += seat.points
    if len(met) < len(names) * (len(names) - 1) // 2 or len(set(met.values())) != 1:
        return None
    return {entry: Fraction(gained, POINT) for entry, gained in points.items()}


def sonneborn(division: Division, row: Row) -> Fraction:
    """Return the sum of beaten opponents' totals, each divided by the number of opponents at that table. A tie counts half."""
    (totals, scale), whole_table, total = division.scaled, division.beaten_scale, 0
    for mine, number in division.own[row.entry]:
        game, against = division.games[number], 0
        for seat in game:
            if seat.place >= mine.place and seat.entry != row.entry and seat.entry in totals:
                against += totals[seat.entry] * (2 if seat.place > mine.place else 1)
        total += against * (whole_table // (len(game) - 1))
    return Fraction(total, 2 * scale * whole_table)


def share_of_best(division: Division, row: Row) -> Fraction:
    """Return the player's score as a fraction of the best score at the table, averaged over their games."""
    total = Fraction(0)
    for mine, number in division.own[row.entry]:
        best = max(seat.score for seat in division.games[number])
        total += Fraction(max(0, mine.score), best) if best > 0 else 0
    return total / max(1, row.games)


def next_places(division: Division, row: Row) -> tuple[int, ...]:
    """Return the numbers of second places, third places, and so on."""
    return tuple(row.places.count(place) for place in range(2, 9))


def lot(division: Division, row: Row) -> Fraction:
    """Return a random number that anyone can recompute: HMAC-SHA-256 of the season's seed and the entry's number."""
    return Fraction(int(hmac.new(division.seed.encode(), str(row.entry).encode(), hashlib.sha256).hexdigest()[:12], 16))


CRITERIA = {
    criterion.key: criterion
    for criterion in (
        Criterion("points", "points", each(lambda division, row: division.totals[row.entry])),
        Criterion("wins", "games won", each(lambda division, row: row.wins)),
        Criterion("head-to-head", "points in the games among those who are tied", head_to_head),
        Criterion("sonneborn", "points of those who were beaten", each(sonneborn)),
        Criterion("share", "average part of the winner’s score", each(share_of_best)),
        Criterion("places", "second places, then third places and so on", each(next_places)),
        Criterion("strikes", "turns that ran out of time", each(lambda division, row: Fraction(-row.strikes)), fewest_first=True),
        Criterion("lot", "the lot", each(lot)),
    )
}
USUAL = tuple(CRITERIA)
"""The default order of criteria. The final comes before all of them; unranked players come after all others."""
CRITERIA["final"] = Criterion("final", "the final", each(final_place))
CRITERIA["ranked"] = Criterion("ranked", "enough games that count", each(lambda division, row: Fraction(row.is_ranked)))


# -- the order --------------------------------------------------------------------------------------
def standings(
    entries: Sequence[int],
    games: Sequence[Sequence[Seat]],
    criteria: Sequence[str] = USUAL,
    strikes: Mapping[int, int] = MappingProxyType({}),
    seed: str = "",
    finals: Mapping[int, int] = MappingProxyType({}),
    missed: Mapping[int, Missed] = MappingProxyType({}),
    unranked: Collection[int] = frozenset(),
) -> list[Row]:
    """Return all rows in order, each with the values compared for each criterion and the reason for its place.

    `missed`: numbers of games that do not count; `unranked`: entries that are out of the season or have too few games.
    """
    division = Division(entries, games, strikes, seed, finals, missed, unranked)
    before = [key for key, is_asked in (("ranked", unranked), ("final", finals)) if is_asked]
    rows = sorted(division.rows.values(), key=lambda row: row.entry)
    keys = (*before, *criteria)
    ordered = refine(division, rows, [CRITERIA[key] for key in keys], 1)
    for index, row in enumerate(ordered):
        above, below = ordered[index - 1] if index else None, ordered[index + 1] if index + 1 < len(ordered) else None
        reasons = [parted(division, row, above, "behind", keys), parted(division, row, below, "ahead of", keys)]
        row.why = "; ".join(sentence for sentence in reasons if sentence)
    return ordered


def refine(division: Division, tied: list[Row], criteria: list[Criterion], place: int) -> list[Row]:
    """Order tied rows by the first criterion that separates them, then each group by the next."""
    if len(tied) == 1 or not criteria:
        for row in tied:
            row.place = place
        return tied
    criterion, rest = criteria[0], criteria[1:]
    values = criterion.values(division, tied)
    if values is None:
        return refine(division, tied, rest, place)
    groups: dict[Key, list[Row]] = defaultdict(list)
    for row in tied:
        row.values[criterion.key] = values[row.entry]
        groups[values[row.entry]].append(row)
    ordered: list[Row] = []
    for value in sorted(groups, reverse=True):
        ordered += refine(division, groups[value], rest, place + len(ordered))
    return ordered


def parted(division: Division, row: Row, other: Row | None, side: str, criteria: Sequence[str]) -> str:
    """Return in words what separates two neighbours. `{12}` stands for the name of entry 12."""
    if other is None:
        return ""
    skipped = ""
    for key in criteria:
        mine, theirs = row.values.get(key), other.values.get(key)
        if mine is None or theirs is None:
            if key == "head-to-head":
                skipped = " (the games among the tied do not count here: they did not all meet equally often)"
        elif mine != theirs:
            return f"{side} {{{other.entry}}}{by_what(division, key, mine, theirs)}{skipped}"
    return f"level with {{{other.entry}}}"


def by_what(division: Division, key: str, mine: Key, theirs: Key) -> str:
    if key == "lot":
        return " by lot, since all else is equal"
    if key == "ranked":
        return ", who is not ranked" if mine else ", and not ranked"
    words = "points a game" if key == "points" and not division.is_even else CRITERIA[key].words
    return f" by {words}: {value_in_words(key, mine, theirs)} to {value_in_words(key, theirs, mine)}"


def value_in_words(key: str, value: Key, other: Any) -> str:
    """Return a value in words; for a tuple, only the first item that differs from `other`."""
    if isinstance(value, tuple):
        place = next(index for index, pair in enumerate(zip(value, other, strict=True)) if pair[0] != pair[1])
        return f"{value[place]} of place {place + 2}"
    if key == "final":
        return f"place {decimal(MAX_SEATS + 1 - value)}" if value else "not in it"
    return decimal(-value if CRITERIA[key].fewest_first else value)


def decimal(value: Fraction) -> str:
    """Return the value rounded half up to at most three decimal places, without using a float."""
    sign, value = ("−", -value) if value < 0 else ("", value)
    thousandths = (value.numerator * 2000 + value.denominator) // (2 * value.denominator)
    units, rest = divmod(thousandths, 1000)
    text = f"{rest:03}".rstrip("0")
    return f"{sign}{units}{'.' + text if text else ''}"
