"""How strong somebody plays: Glicko-1 on the pairs of each table. Pure, and the same bits whenever it is worked out anew.

`MODEL` goes up when the arithmetic changes. Values are rounded to four places after every game.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log, pi, sqrt
from typing import NamedTuple

MODEL = 3
FIRST, WIDEST, NARROWEST = 1500.0, 350.0, 45.0
PER_GAME, PER_DAY = 8.0**2, 14.2**2
PROVISIONAL = 110.0
AGAIN_WITHIN, AGAIN_FREE = 30, 3
LEAST_GAMES, ACTIVE_DAYS = 10, 90
Q = log(10) / 400
SECONDS = 86400


class Rating(NamedTuple):
    """Strength, how unsure it is, games behind it, and when the last one ended (in seconds)."""

    value: float = FIRST
    deviation: float = WIDEST
    games: int = 0
    last: int = 0

    @property
    def is_provisional(self) -> bool:
        return self.deviation >= PROVISIONAL

    @property
    def cautious(self) -> float:
        """What a list is ordered by: it does not reward being new."""
        return self.value - 2 * self.deviation


NEW = Rating()


class Against(NamedTuple):
    """One opponent in the account of a game: what was expected of the meeting, what came of it, and what it did."""

    person: int
    expected: float
    got: float
    gain: float


@dataclass(slots=True)
class Change:
    """What one game did to one person."""

    person: int
    before: Rating
    after: Rating
    against: list[Against] = field(default_factory=list)


def rested(rating: Rating, at: int) -> Rating:
    """As it is when a game begins to count: unsure a little more with every game and every day without one."""
    days = max(0, at - rating.last) / SECONDS if rating.games else 0.0
    wider = sqrt(rating.deviation**2 + PER_GAME + PER_DAY * days)
    return rating._replace(deviation=min(WIDEST, wider))


class Then(NamedTuple):
    """Somebody's rating when they left their seat, and when that was (in seconds)."""

    rating: Rating
    at: int


class Seated(NamedTuple):
    """Somebody as a game finds them: their rating before, their deviation grown by rest, at which value they are judged, and what a
    result against them is worth."""

    person: int
    was: Rating
    deviation: float
    value: float
    worth: float
    place: int


def seated(person: int, rating: Rating, place: int, at: int, left: Then | None) -> Seated:
    """Who left their seat is judged as they were then, themselves and by those who sat on; what they lose comes off what they have now."""
    judged, moment = left or (rating, at)
    worth = 1 / sqrt(1 + 3 * Q * Q * rested(judged, moment).deviation ** 2 / (pi * pi))
    return Seated(person, rating, rested(rating, at).deviation, judged.value, worth, place)


def rate(people: Sequence[tuple[int, Rating, int]], at: int, damping: int = 1, left: Mapping[int, Then] | None = None) -> list[Change]:
    """One game: (person, rating before, place) of every rated seat, all judged by the values before it; `left`: who had gone."""
    table = [seated(person, rating, place, at, (left or {}).get(person)) for person, rating, place in people]
    if len(table) < 2:
        return []
    weight = 1 / (len(table) - 1) / damping
    return [one_change(one, table, weight, at) for one in table]


def one_change(one: Seated, table: list[Seated], weight: float, at: int) -> Change:
    """Glicko-1 over the pairs of one table: what it changes for one person, and what it owes to each rival."""
    information = total = 0.0
    told: list[tuple[int, float, float, float]] = []
    for rival, _, _, value, g, place in table:
        if rival == one.person:
            continue
        expected = 1 / (1 + 10 ** (-g * (one.value - value) / 400))
        got = 1.0 if one.place < place else 0.5 if one.place == place else 0.0
        gain = weight * g * (got - expected)
        information += weight * g * g * expected * (1 - expected)
        total += gain
        told.append((rival, expected, got, gain))
    precision = 1 / one.deviation**2 + Q * Q * information
    step = Q / precision
    after = Rating(
        round(one.was.value + step * total, 4), round(max(NARROWEST, 1 / sqrt(precision)), 4), one.was.games + 1, at
    )  # fmt: skip
    against = [Against(rival, round(expected, 4), got, round(step * gain, 4)) for rival, expected, got, gain in told]
    return Change(one.person, one.was, after, against)


class Stepped(NamedTuple):
    """A person who finished a seat for another one: the place they came to, and those of the people who sat there to the end."""

    person: int
    place: int
    others: tuple[tuple[int, int], ...]


class RatedGame(NamedTuple):
    """An ended game, as far as it counts: the rated seats with their places, who stepped in, and who left their seat when."""

    pk: int
    at: int
    people: tuple[tuple[int, int], ...]
    stepped_in: tuple[Stepped, ...] = ()
    left: tuple[tuple[int, int], ...] = ()


class Book:
    """Everybody's rating in one edition, game after game in the order of (end, number).

    `past` has a list for everyone who leaves a seat in one of the games to come: their ratings up to now, the oldest first.
    """

    def __init__(self, ratings: dict[int, Rating] | None = None, past: dict[int, list[Rating]] | None = None):
        self.ratings: dict[int, Rating] = dict(ratings or {})
        self.past: dict[int, list[Rating]] = past or {}
        self.meetings: dict[frozenset, list[int]] = {}

    def damping(self, game: RatedGame) -> int:
        """The same people again and again within a month teach less: from the fourth game on, one part in (m − 2)."""
        key = frozenset(person for person, _ in game.people)
        recent = [at for at in self.meetings.get(key, ()) if game.at - at <= AGAIN_WITHIN * SECONDS]
        self.meetings[key] = [*recent, game.at]
        count = len(recent) + 1
        return count - 2 if count > AGAIN_FREE else 1

    def add(self, game: RatedGame) -> list[Change]:
        """Rate one game. Games must come in order. A substitute is judged apart, by the same values, and only if they gain by it."""
        if len(game.people) < 2:
            return []
        damping = self.damping(game)
        left = {person: Then(self.rating_at(person, second), second) for person, second in game.left}
        changes = rate(self.known(game.people), game.at, damping, left)
        for helper in game.stepped_in:
            alone = rate(self.known(((helper.person, helper.place), *helper.others)), game.at, damping)
            changes += [change for change in alone[:1] if change.after.value > change.before.value]
        for change in changes:
            self.ratings[change.person] = change.after
            if change.person in self.past:
                self.past[change.person].append(change.after)
        return changes

    def rating_at(self, person: int, second: int) -> Rating:
        """Their rating as it was then: by the games that had ended."""
        before = [rating for rating in self.past[person] if rating.last <= second]
        return before[-1] if before else NEW

    def known(self, people: Iterable[tuple[int, int]]) -> list[tuple[int, Rating, int]]:
        """These people with the ratings they have now."""
        return [(person, self.ratings.get(person, NEW), place) for person, place in people]


def in_order(games: Sequence[RatedGame]) -> list[RatedGame]:
    """By the second they ended, then by number."""
    return sorted(games, key=lambda game: (game.at, game.pk))
