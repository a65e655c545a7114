"""Standings of a large field: quick, and the same as those of the plain second implementation."""

from random import Random

import pytest

from leagues.pure.standings import POINT, USUAL, Seat, points_of, standings
from tests.growth import grows_evenly
from tests.leagues import slow_standings

MANY = 2000
SHOWN = ("entry", "points", "games", "wins", "places", "strikes", "place", "why", "values")


def a_season(chance: Random) -> tuple:
    """(entries, games, criteria, strikes, seed, finals) of a season: sizes, results, ties and the order of criteria by chance."""
    people = chance.randint(2, 16)
    seats = chance.randint(2, min(8, people))
    games = [a_game(chance, people, seats) for _ in range(chance.choice([0, 1, 3, people, 2 * people]))]
    if chance.random() < 0.2:  # everybody beats everybody who came later, so that games among the tied count
        games = [[(one, 1, 10 * POINT, 5), (other, 2, 0, 1)] for one in range(1, people + 1) for other in range(one + 1, people + 1)]
    criteria = list(USUAL[1:])
    chance.shuffle(criteria)
    entries = range(1, people + 1)
    strikes = {entry: chance.randint(0, 2) for entry in entries} if chance.random() < 0.5 else {}
    finals = {entry: place for place, entry in enumerate(chance.sample(entries, seats), start=1)} if chance.random() < 0.2 else {}
    return entries, games, ("points", *criteria[: chance.randint(0, 7)]), strikes, str(chance.random()), finals


def a_game(chance: Random, people: int, seats: int) -> list[tuple[int, int, int, int]]:
    """(entry, place, points, score) of each seat; now and then somebody sits there who is in no table."""
    seated = chance.sample(range(1, people + 1), seats)
    if chance.random() < 0.2:
        seated[0] = people + 1
    scores = [chance.randint(-2, 4) for _ in seated]
    places = [1 + sum(other > score for other in scores) for score in scores]
    points = points_of(places, scores, chance.choice(("table", "wins", "ranks", "share")))
    return list(zip(seated, places, points, scores, strict=True))


@pytest.mark.parametrize("part", range(4))
def test_in_random_seasons_every_row_value_and_reason_is_that_of_the_second_implementation(part):
    for seed in range(part * 300, part * 300 + 300):
        entries, games, criteria, strikes, lots, finals = a_season(Random(seed))
        now = standings(entries, [[Seat(*seat) for seat in game] for game in games], criteria, strikes, lots, finals)
        plain = [[slow_standings.Seat(*seat) for seat in game] for game in games]
        then = slow_standings.standings(entries, plain, criteria, strikes, lots, finals)
        assert repr([[getattr(row, key) for key in SHOWN] for row in now]) == repr(
            [[getattr(row, key) for key in SHOWN] for row in then]
        ), seed


def a_field(people: int, rounds: int) -> list:
    """All games of a field in which everybody plays so many rounds at tables of four."""
    chance, games, worth = Random(rounds), [], points_of([1, 2, 3, 4])
    for _ in range(rounds):
        order = chance.sample(range(people), people)
        for at in range(0, people, 4):
            games.append([Seat(order[at + place], place + 1, points, 9 - place) for place, points in enumerate(worth)])
    return games


@pytest.mark.parametrize("rounds", [0, 1, 10])
def test_a_field_of_two_thousand_captains_costs_no_more_for_each_of_them_than_one_of_five_hundred(rounds):
    """`bench/leagues.py` says how long that takes."""
    assert len(standings(range(MANY), a_field(MANY, rounds), seed="field")) == MANY
    assert grows_evenly(lambda many: standings(range(many), a_field(many, rounds), seed="field"), int, MANY)
