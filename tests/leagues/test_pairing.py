"""Schedules: fair by construction where that is possible, and counted again here."""

from collections import Counter
from functools import cache
from itertools import combinations

import pytest

from leagues.pure.pairing import DIFFERENCE_SETS, NotEnough, berger, division_sizes, meetings, quality, schedule, usual_load, waves

KNOWN = {(7, 3): 1, (7, 4): 2, (13, 4): 1, (11, 5): 2, (21, 5): 1, (11, 6): 3, (31, 6): 1, (15, 7): 3, (15, 8): 4}
ONE_MORE = {(seats + 1, seats): seats - 1 for seats in range(3, 9)}


@pytest.mark.parametrize(("labels", "seats", "times"), [(*key, times) for key, times in (KNOWN | ONE_MORE).items()])
def test_every_design_gives_each_seat_once_and_each_pair_equally_often(labels, seats, times):
    tables = schedule(labels, seats, "any")
    assert len(tables) == labels
    assert set(meetings(tables).values()) == {times}
    assert len(meetings(tables)) == len(list(combinations(range(labels), 2)))
    uses = Counter((label, seat) for table in tables for seat, label in enumerate(table))
    assert set(uses.values()) == {1}
    assert len(uses) == labels * seats


def test_all_designs_of_the_table_are_there():
    assert set(DIFFERENCE_SETS) == set(KNOWN)


@pytest.mark.parametrize("labels", range(2, 13))
def test_at_tables_of_two_everyone_meets_everyone_once_and_the_first_seat_is_shared_out(labels):
    tables = berger(labels)
    assert set(meetings(tables).values()) == {1}
    assert len(tables) == labels * (labels - 1) // 2
    first = Counter(table[0] for table in tables)
    firsts = [first[label] for label in range(labels)]
    assert max(firsts) - min(firsts) <= 1


@pytest.mark.parametrize(
    ("labels", "seats"), [(8, 4), (9, 3), (16, 4), (12, 4), (6, 3), (12, 6), (10, 5), (9, 4), (10, 4), (5, 3), (14, 8)]
)
def test_other_sizes_keep_games_and_seats_exactly_fair_and_are_the_same_for_the_same_seed(labels, seats):
    tables = schedule(labels, seats, "seed")
    found = quality(tables, labels)
    assert found.games == (seats, seats)
    assert found.seats == (1, 1)
    assert all(len(set(table)) == seats for table in tables)
    assert found.meetings[1] - found.meetings[0] <= 2
    assert tables == schedule(labels, seats, "seed")


@cache
def played(size: int, seats: int) -> tuple[set[int], set[bool], int]:
    """How many games the captains of such a division have, whether each table has different ones, the most games at once."""
    tables = schedule(size, seats, "any")
    games = Counter(label for table in tables for label in table)
    loads = [Counter(label for index in wave for label in tables[index]) for wave in waves(tables, size, usual_load(seats), "any")]
    assert sum(map(sum, (load.values() for load in loads))) == seats * len(tables)
    return (
        {games[label] for label in range(size)},
        {len(set(table)) == seats for table in tables},
        max(map(max, map(Counter.values, loads))),
    )


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("entries", range(2, 61))
def test_registration_may_close_with_any_number_of_people(entries, seats):
    usual = {2: 8, 3: 7, 4: 7, 5: 11, 6: 11, 7: 15, 8: 15}[seats]
    if entries < seats:
        with pytest.raises(NotEnough):
            division_sizes(entries, usual, seats)
        return
    sizes = division_sizes(entries, usual, seats)
    assert sum(sizes) == entries
    assert all(size >= seats for size in sizes)
    assert all(size == usual for size in sizes[:-2])
    for size in sizes:
        games, is_legal, at_once = played(size, seats)
        assert games == ({size - 1} if seats == 2 else {seats})
        assert is_legal == {True}
        assert at_once <= usual_load(seats)


def test_a_schedule_for_too_few_is_refused_with_a_sentence(golden):
    with golden.refused("refusals/leagues", NotEnough):
        schedule(3, 4, "any")


@pytest.mark.parametrize(
    ("labels", "seats", "most"), [(7, 4, 4), (7, 4, 2), (7, 4, 1), (11, 5, 4), (21, 5, 4), (15, 7, 5), (8, 2, 1), (8, 2, 3)]
)
def test_nobody_has_more_games_at_once_than_agreed(labels, seats, most):
    tables = schedule(labels, seats, "any")
    parted = waves(tables, labels, most, "any")
    assert sorted(index for wave in parted for index in wave) == list(range(len(tables)))
    for wave in parted:
        assert max(Counter(label for index in wave for label in tables[index]).values()) <= most


def test_all_tables_of_four_open_at_once_and_larger_ones_in_two_waves():
    assert len(waves(schedule(7, 4, "s"), 7, usual_load(4), "s")) == 1
    assert len(waves(schedule(11, 5, "s"), 11, usual_load(5), "s")) == 2
