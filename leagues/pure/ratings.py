"""Rate players with Glicko-1 over all pairs at a table. Pure functions: a recalculation gives bit-identical results."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log, pi, sqrt
from typing import NamedTuple

MODEL = 3
"""Version of the arithmetic; increase it with each change."""
FIRST, WIDEST, NARROWEST = 1500.0, 350.0, 45.0
PER_GAME, PER_DAY = 8.0**2, 14.2**2
PROVISIONAL = 110.0
AGAIN_WITHIN, AGAIN_FREE = 30, 3
MIN_GAMES, ACTIVE_DAYS = 10, 90
Q = log(10) / 400
SECONDS = 86400


class Rating(NamedTuple):
    """A player's strength, its deviation, the number of rated games, and the end of the last game (in seconds since the epoch)."""

    value: float = FIRST
    deviation: float = WIDEST
    games: int = 0
    last: int = 0

    @property
    def is_provisional(self) -> bool:
        return self.deviation >= PROVISIONAL

    @property
    def cautious(self) -> float:
        """Return a conservative rating for sorting lists, so that uncertain ratings do not favour new players."""
        return self.value - 2 * self.deviation


NEW = Rating()


class Against(NamedTuple):
    """The contribution of one opponent to a rating change: the expected result, the actual result, and the rating gained."""

    person: int
    expected: float
    got: float
    gain: float


@dataclass(slots=True)
class Change:
    """The effect of one game on one player's rating, with the contribution of each opponent."""

    person: int
    before: Rating
    after: Rating
    against: list[Against] = field(default_factory=list)


def rested(rating: Rating, second: int) -> Rating:
    """Return the rating at the start of a game. The deviation grows with each game and with each day without a game."""
    days = max(0, second - rating.last) / SECONDS if rating.games else 0.0
    wider = sqrt(rating.deviation**2 + PER_GAME + PER_DAY * days)
    return rating._replace(deviation=min(WIDEST, wider))


class Seated(NamedTuple):
    """A player at the start of a game: rating, present deviation, and the value and weight used for results against the player."""

    person: int
    was: Rating
    deviation: float
    value: float
    worth: float
    place: int


def seated(person: int, rating: Rating, place: int, second: int, departure: tuple[Rating, int] | None) -> Seated:
    """Return a player at the start of a game. With `departure` (rating, second), results against the player use that rating."""
    judged, moment = departure or (rating, second)
    worth = 1 / sqrt(1 + 3 * Q * Q * rested(judged, moment).deviation ** 2 / (pi * pi))
    return Seated(person, rating, rested(rating, second).deviation, judged.value, worth, place)


def rate(
    players: Sequence[tuple[int, Rating, int]], second: int, damping: int = 1, departures: Mapping[int, tuple[Rating, int]] | None = None
) -> list[Change]:
    """Rate one game and return each player's change, calculated from all ratings before the game.

    `players`: (person, rating before, place) of each rated seat; `departures`: (rating, second) of players who left their seat.
    """
    table = [seated(person, rating, place, second, (departures or {}).get(person)) for person, rating, place in players]
    if len(table) < 2:
        return []
    weight = 1 / (len(table) - 1) / damping
    return [one_change(player, table, weight, second) for player in table]


def one_change(player: Seated, table: list[Seated], weight: float, second: int) -> Change:
    """Return one player's change by Glicko-1 over the pairs of a table, with the contribution of each rival."""
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
    """A substitute who finished a seat: the place reached, and the places of the players present at the end."""

    person: int
    place: int
    others: tuple[tuple[int, int], ...]


class RatedGame(NamedTuple):
    """An ended game to rate: (person, place) of each rated seat, the substitutes, and (person, second) of each departure."""

    pk: int
    ended: int
    players: tuple[tuple[int, int], ...]
    stepped_in: tuple[Stepped, ...] = ()
    departures: tuple[tuple[int, int], ...] = ()


class Book:
    """The ratings of one edition, updated game by game. `past`: earlier ratings of the players who leave a seat in a game."""

    def __init__(self, ratings: dict[int, Rating] | None = None, past: dict[int, list[Rating]] | None = None):
        self.ratings: dict[int, Rating] = dict(ratings or {})
        self.past: dict[int, list[Rating]] = past or {}
        self.meetings: dict[frozenset[int], list[int]] = {}

    def damping(self, game: RatedGame) -> int:
        """Return the divisor for the m-th game of a group within a month: m − 2 from the fourth game on, otherwise 1."""
        key = frozenset(person for person, _ in game.players)
        recent = [second for second in self.meetings.get(key, ()) if game.ended - second <= AGAIN_WITHIN * SECONDS]
        self.meetings[key] = [*recent, game.ended]
        count = len(recent) + 1
        return count - 2 if count > AGAIN_FREE else 1

    def add(self, game: RatedGame) -> list[Change]:
        """Rate one game. Games must be added in the order of their ends. Rate a substitute separately, and only if they gain."""
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
        """Return the player's rating at the given second, from the games that had ended by then."""
        before = [rating for rating in self.past[person] if rating.last <= second]
        return before[-1] if before else NEW

    def known(self, places: Iterable[tuple[int, int]]) -> list[tuple[int, Rating, int]]:
        return [(person, self.ratings.get(person, NEW), place) for person, place in places]
