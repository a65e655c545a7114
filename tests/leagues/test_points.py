"""Points in exact whole numbers, and the order of a division with its reasons."""

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.pure.standings import MEAN, POINT, TABLE, Seat, decimal, effective_places, points_of, standings

SCHEMES = ("table", "wins", "ranks")


@st.composite
def places_of_a_table(draw):
    scores = draw(st.lists(st.integers(-5, 5), min_size=2, max_size=8))
    return [1 + sum(other > score for other in scores) for score in scores], scores


@given(places_of_a_table(), st.sampled_from((*SCHEMES, "share")))
def test_the_mean_of_every_table_is_five_whatever_the_ties(table, scheme):
    places, scores = table
    assert sum(points_of(places, scores, scheme)) == MEAN * POINT * len(places)


@given(places_of_a_table(), st.sampled_from((*SCHEMES, "share")))
def test_a_better_place_never_has_fewer_points_and_the_same_place_the_same(table, scheme):
    places, scores = table
    points = points_of(places, scores, scheme)
    for one, other in permutations(range(len(places)), 2):
        if places[one] < places[other]:
            assert points[one] >= points[other]
        if places[one] == places[other] and scheme != "share":
            assert points[one] == points[other]


@pytest.mark.parametrize("seats", range(2, 9))
def test_points_fall_from_place_to_place(seats):
    assert sum(TABLE[seats]) == MEAN * seats
    assert list(TABLE[seats]) == sorted(TABLE[seats], reverse=True)


def test_a_tie_for_first_of_three_at_a_table_of_four_is_split_exactly():
    assert points_of([1, 1, 1, 4]) == [5320, 5320, 5320, 840]
    assert points_of([1, 1, 1, 1]) == [MEAN * POINT] * 4


def test_anyone_who_was_gone_is_last_and_the_others_move_up():
    assert effective_places([1, 2, 3, 4], [0]) == [4, 1, 2, 3]
    assert effective_places([1, 2, 2, 4], [0, 3]) == [3, 1, 1, 3]
    assert effective_places([2, 1, 3], []) == [2, 1, 3]


def game(*order: int, scores=None) -> list[Seat]:
    """Entries from first to last."""
    places = list(range(1, len(order) + 1))
    points = points_of(places)
    return [Seat(entry, place, gained, (scores or {}).get(entry, 0)) for entry, place, gained in zip(order, places, points, strict=True)]


def test_more_points_stand_higher_and_every_row_says_why(golden):
    rows = standings([1, 2, 3], [game(1, 2, 3), game(1, 3, 2), game(2, 1, 3)])
    assert [(row.entry, row.place) for row in rows] == [(1, 1), (2, 2), (3, 3)]
    assert golden("pages/division", rows[1].why)


def test_equal_points_are_parted_by_games_won(golden):
    two = [[Seat(1, 1, 10, 0), Seat(2, 2, 6, 0), Seat(3, 3, 3, 0)], [Seat(2, 2, 6, 0), Seat(3, 1, 10, 0), Seat(1, 3, 2, 0)]]
    rows = standings([1, 2], two)
    assert [row.entry for row in rows] == [1, 2]
    assert golden("pages/division", rows[0].why)


def test_games_among_the_tied_count_when_they_all_met_equally_often(golden):
    rows = standings([1, 2, 3, 4], [game(1, 2), game(2, 3), game(3, 4), game(4, 1), game(1, 3), game(2, 4), game(2, 1)][:6])
    tied = [row for row in rows if row.points == rows[0].points]
    assert {row.entry for row in tied} == {1, 2}
    assert rows[0].entry == 1
    assert golden("pages/division", rows[0].why)


def test_games_among_the_tied_are_skipped_and_the_page_says_so_when_they_did_not_meet(golden):
    rows = standings([1, 2, 3, 4], [game(1, 3), game(2, 4), game(1, 4), game(2, 3)])
    assert rows[0].points == rows[1].points
    assert golden("pages/division", rows[0].why)


def test_with_different_numbers_of_games_the_average_counts(golden):
    rows = standings([1, 2, 3], [game(1, 2), game(1, 3), game(2, 3), game(2, 3)])
    assert rows[0].entry == 1
    assert golden("pages/division", rows[0].why)


def test_beating_the_strong_parts_those_with_equal_points_and_wins():
    games = [game(1, 3), game(2, 4), game(3, 4), game(3, 5), game(5, 1), game(5, 2), game(4, 5)]
    rows = {row.entry: row for row in standings(range(1, 6), games, criteria=("sonneborn",))}
    assert rows[1].values["sonneborn"] > rows[2].values["sonneborn"]


def test_a_lot_parts_what_nothing_else_parts_and_anyone_can_repeat_it(golden):
    games = [[Seat(1, 1, 4200, 5), Seat(2, 1, 4200, 5)]]
    first = standings([1, 2], games, seed="abc")
    assert [row.place for row in first] == [1, 2]
    assert golden("pages/division", first[0].why)
    assert [row.entry for row in first] == [row.entry for row in standings([2, 1], games, seed="abc")]
    assert {standings([1, 2], games, seed=str(seed))[0].entry for seed in range(20)} == {1, 2}


def test_without_a_lot_the_place_is_shared(golden):
    rows = standings([1, 2], [[Seat(1, 1, 4200, 5), Seat(2, 1, 4200, 5)]], criteria=("points", "wins"))
    assert [row.place for row in rows] == [1, 1]
    assert golden("pages/division", rows[0].why)


def test_fewer_strikes_stand_higher(golden):
    rows = standings([1, 2], [[Seat(1, 1, 4200, 5), Seat(2, 1, 4200, 5)]], strikes={1: 2})
    assert [row.entry for row in rows] == [2, 1]
    assert golden("pages/division", rows[0].why)


def test_numbers_are_shown_without_passing_through_a_float():
    assert decimal(Fraction(19, 3)) == "6.333"
    assert decimal(Fraction(2, 3)) == "0.667"
    assert decimal(Fraction(-1, 2)) == "−0.5"
    assert decimal(Fraction(10)) == "10"
