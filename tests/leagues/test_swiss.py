"""Open events: neighbours in points, no repeats while it can be helped, nobody sits out twice first."""

from collections import Counter
from itertools import combinations

import pytest

from leagues.pure.pairing import Contestant, NotEnough, event_sizes, next_round, pair


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("people", range(2, 61))
def test_tables_one_smaller_are_used_before_anybody_sits_out(people, seats):
    if people < seats:
        with pytest.raises(NotEnough):
            event_sizes(people, seats, seats - 1)
        return
    tables, idle = event_sizes(people, seats, max(2, seats - 1))
    assert sum(tables) + idle == people
    assert all(max(2, seats - 1) <= size <= seats for size in tables)
    assert idle < seats


def play(people: int, seats: int, rounds: int):
    """So many rounds in which the lower label always wins."""
    field = {label: Contestant(label) for label in range(people)}
    met: Counter = Counter()
    for number in range(rounds):
        tables, resting = next_round(list(field.values()), seats, seats, f"seed{number}")
        assert sorted([label for table in tables for label in table] + resting) == list(range(people))
        for label in resting:
            field[label].byes += 1
        for table in tables:
            for place, label in enumerate(sorted(table)):
                one = field[label]
                one.points += (seats - place) * 840
                one.seats[table.index(label)] = one.seats.get(table.index(label), 0) + 1
                for other in table:
                    if other != label:
                        one.met[other] = one.met.get(other, 0) + 1
            met.update(pair(one, other) for one, other in combinations(table, 2))
    return field, met


def test_sixteen_people_at_tables_of_four_hardly_meet_twice_in_three_rounds():
    _, met = play(16, 4, 3)
    assert max(met.values()) <= 2
    assert sum(count > 1 for count in met.values()) <= 8


def test_nobody_sits_out_twice_before_everyone_has_once():
    field, _ = play(13, 4, 6)
    assert max(one.byes for one in field.values()) == 1


def test_seats_are_shared_out():
    field, _ = play(16, 4, 4)
    assert max(max(one.seats.values()) for one in field.values()) <= 2


def test_the_same_seed_draws_the_same_round():
    field = [Contestant(label, points=label % 3 * 840) for label in range(12)]
    assert next_round(field, 4, 3, "s") == next_round(list(reversed(field)), 4, 3, "s")
