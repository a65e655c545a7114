"""Rate players with Glicko-1 over the pairs of each table. Pure, and identical to the bit whenever it is recalculated."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log, pi, sqrt
from typing import NamedTuple

MODEL = 3
"""Goes up when the arithmetic changes."""
FIRST, WIDEST, NARROWEST = 1500.0, 350.0, 45.0
PER_GAME, PER_DAY = 8.0**2, 14.2**2
PROVISIONAL = 110.0
AGAIN_WITHIN, AGAIN_FREE = 30, 3
MIN_GAMES, ACTIVE_DAYS = 10, 90
Q = log(10) / 400
SECONDS = 86400


class Rating(NamedTuple):
    """Strength, its uncertainty, the number of games behind it, and when the last one ended (in seconds)."""

    value: float = FIRST
    deviation: float = WIDEST
    games: int = 0
    last: int = 0

    @property
    def is_provisional(self) -> bool:
        return self.deviation >= PROVISIONAL

    @property
    def cautious(self) -> float:
        """Return the value by which lists are ordered; it does not reward new players for their uncertainty."""
        return self.value - 2 * self.deviation


NEW = Rating()


class Against(NamedTuple):
    """One opponent in the account of a game: the expected result, the actual one, and the gain from it."""

    person: int
    expected: float
    got: float
    gain: float


@dataclass(slots=True)
class Change:
    """The effect of one game on one player's rating."""

    person: int
    before: Rating
    after: Rating
    against: list[Against] = field(default_factory=list)


def rested(rating: Rating, second: int) -> Rating:
    """Return the rating at the start of a game, less certain for every game and every day without one."""
    days = max(0, second - rating.last) / SECONDS if rating.games else 0.0
    wider = sqrt(rating.deviation**2 + PER_GAME + PER_DAY * days)
    return rating._replace(deviation=min(WIDEST, wider))


class Seated(NamedTuple):
    """A player at the start of a game: rating, deviation after rest, value for judging, and the weight of a result against them."""

    person: int
    was: Rating
    deviation: float
    value: float
    worth: float
    place: int


def seated(person: int, rating: Rating, place: int, second: int, departure: tuple[Rating, int] | None) -> Seated:
    """Return one player at the start of a game. With `departure` (rating, second), judge them by their rating when they left."""
    judged, moment = departure or (rating, second)
    worth = 1 / sqrt(1 + 3 * Q * Q * rested(judged, moment).deviation ** 2 / (pi * pi))
    return Seated(person, rating, rested(rating, second).deviation, judged.value, worth, place)


def rate(
    players: Sequence[tuple[int, Rating, int]], second: int, damping: int = 1, departures: Mapping[int, tuple[Rating, int]] | None = None
) -> list[Change]:
    """Rate one game and return each player's change, all judged by their values before it.

    `players`: (person, rating before, place) of every rated seat; `departures`: ratings of those who left their seat early.
    """
    table = [seated(person, rating, place, second, (departures or {}).get(person)) for person, rating, place in players]
    if len(table) < 2:
        return []
    weight = 1 / (len(table) - 1) / damping
    return [one_change(player, table, weight, second) for player in table]


def one_change(player: Seated, table: list[Seated], weight: float, second: int) -> Change:
    """Apply Glicko-1 over the pairs of one table; return the change for one player, with the share of each rival."""
    information = total = 0.0
    results: list[tuple[int, float, float, float]] = []
    for rival, _, _, value, g, place in table:
        if rival == player.person:
            continue
        expected = 1 / (1 + 10 ** (-g * (player.value - value) / 400))
        got = 1.0 if player.place < place else 0.5 if player.place == place else 0.0
        gain = weight * g * (got - expected)
        information += weight * g * g * expected * (1 - expected)
        total += gain
        results.append((rival, expected, got, gain))
    precision = 1 / player.deviation**2 + Q * Q * information
    step = Q / precision
    after = Rating(
        round(player.was.value + step * total, 4), round(max(NARROWEST, 1 / sqrt(precision)), 4), player.was.games + 1, second
    )  # fmt: skip
    against = [Against(rival, round(expected, 4), got, round(step * gain, 4)) for rival, expected, got, gain in results]
    return Change(player.person, player.was, after, against)


class Stepped(NamedTuple):
    """A substitute who finished a seat: the place they reached, and the places of all players present at the end."""

    person: int
    place: int
    others: tuple[tuple[int, int], ...]


class RatedGame(NamedTuple):
    """An ended game for rating: the rated seats with their places, substitutes, and who left their seat when."""

    pk: int
    ended: int
    players: tuple[tuple[int, int], ...]
    stepped_in: tuple[Stepped, ...] = ()
    departures: tuple[tuple[int, int], ...] = ()


class Book:
    """Ratings in one edition, updated game by game in order. `past`: earlier ratings of players who leave a seat in these games."""

    def __init__(self, ratings: dict[int, Rating] | None = None, past: dict[int, list[Rating]] | None = None):
        self.ratings: dict[int, Rating] = dict(ratings or {})
        self.past: dict[int, list[Rating]] = past or {}
        self.meetings: dict[frozenset[int], list[int]] = {}

    def damping(self, game: RatedGame) -> int:
        """Return the divisor for games of one group within a month: from the fourth game on, m − 2."""
        key = frozenset(person for person, _ in game.players)
        recent = [second for second in self.meetings.get(key, ()) if game.ended - second <= AGAIN_WITHIN * SECONDS]
        self.meetings[key] = [*recent, game.ended]
        count = len(recent) + 1
        return count - 2 if count > AGAIN_FREE else 1

    def add(self, game: RatedGame) -> list[Change]:
        """Rate one game. Games must come in order. A substitute is judged separately, by the same values, and only if they gain."""
        if len(game.players) < 2:
            return []
        damping = self.damping(game)
        departures = {person: (self.rating_at(person, second), second) for person, second in game.departures}
        changes = rate(self.known(game.players), game.ended, damping, departures)
        for helper in game.stepped_in:
            alone = rate(self.known(((helper.person, helper.place), *helper.others)), game.ended, damping)
            changes += [change for change in alone[:1] if change.after.value > change.before.value]
        for change in changes:
            self.ratings[change.person] = change.after
            if change.person in self.past:
                self.past[change.person].append(change.after)
        return changes

    def rating_at(self, person: int, second: int) -> Rating:
        """Return this player's rating at the given second, from the games that had ended by that second."""
        before = [rating for rating in self.past[person] if rating.last <= second]
        return before[-1] if before else NEW

    def known(self, places: Iterable[tuple[int, int]]) -> list[tuple[int, Rating, int]]:
        return [(person, self.ratings.get(person, NEW), place) for person, place in places]
