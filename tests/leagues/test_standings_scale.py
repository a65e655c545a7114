"""Standings of a large field are quick."""

from random import Random

import pytest

from leagues.pure.standings import Seat, points_of, standings
from tests.growth import grows_evenly

MANY = 2000


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
