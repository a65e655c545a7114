"""Ratings: Glicko-1 on pairs, the same bits each time."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.pure.ratings import FIRST, Book, RatedGame, Rating, Stepped, rate, rested

DAY = 86400
people = st.lists(
    st.tuples(st.floats(800, 2400), st.floats(45, 350), st.integers(1, 6)), min_size=2, max_size=6
)  # fmt: skip


def seated(drawn):
    return [(index, Rating(value, deviation, 5, 0), place) for index, (value, deviation, place) in enumerate(drawn)]


@given(people)
def test_a_sole_winner_never_loses_by_winning_and_nothing_is_infinite(drawn):
    table = [(person, rating, place + 1) for person, rating, place in seated(drawn)]
    table[0] = (0, table[0][1], 1)
    changes = rate(table, DAY)
    assert changes[0].after.value >= round(table[0][1].value, 4)
    assert all(math.isfinite(change.after.value) and 45 <= change.after.deviation <= 350 for change in changes)


def test_a_tie_of_equals_changes_no_value():
    changes = rate([(1, Rating(1600, 80, 9, 0), 1), (2, Rating(1600, 80, 9, 0), 1)], DAY)
    assert [change.after.value for change in changes] == [1600, 1600]


def test_two_people_are_plain_glicko():
    """The sums of the published method, worked out by hand for one opponent."""
    one, other = rate([(1, Rating(1500, 200, 0, 0), 1), (2, Rating(1400, 30, 0, 0), 2)], 0)
    wide = math.sqrt(200**2 + 64)
    narrow = math.sqrt(30**2 + 64)
    q = math.log(10) / 400
    g = 1 / math.sqrt(1 + 3 * q * q * narrow**2 / math.pi**2)
    expected = 1 / (1 + 10 ** (-g * 100 / 400))
    precision = 1 / wide**2 + q * q * g * g * expected * (1 - expected)
    assert one.after.value == pytest.approx(1500 + q / precision * g * (1 - expected), abs=1e-3)
    assert other.after.deviation == 45


def test_the_last_of_six_loses_a_finite_amount_and_the_first_game_is_provisional():
    changes = rate([(seat, Rating(), seat + 1) for seat in range(6)], DAY)
    assert changes[0].after.value > FIRST > changes[5].after.value
    assert all(change.after.is_provisional for change in changes)


def test_a_rating_grows_unsure_with_time_but_no_more_than_at_first():
    assert rested(Rating(1500, 60, 20, 0), 180 * DAY).deviation == pytest.approx(200, abs=2)
    assert rested(Rating(1500, 60, 20, 0), 5000 * DAY).deviation == 350


def test_what_each_opponent_did_adds_up_to_the_change():
    for change in rate([(1, Rating(1650, 80, 9, 0), 2), (2, Rating(1500, 120, 9, 0), 1), (3, Rating(1400, 60, 9, 0), 3)], DAY):
        assert sum(one.gain for one in change.against) == pytest.approx(change.after.value - change.before.value, abs=1e-3)


def test_two_friends_who_play_fifty_games_gain_little_after_the_first():
    book = Book()
    for number in range(50):
        book.add(RatedGame(number, number * 3600, ((1, 1), (2, 2))))
    damped = book.ratings[1].value - book.ratings[2].value
    plain: dict[int, Rating] = {1: Rating(), 2: Rating()}
    for number in range(50):
        for change in rate([(1, plain[1], 1), (2, plain[2], 2)], number * 3600):
            plain[change.person] = change.after
    assert damped < 0.8 * (plain[1].value - plain[2].value)


def test_games_that_end_in_the_same_second_count_by_number_and_bits_are_the_same_each_time():
    games = [RatedGame(pk, pk // 3, tuple((person % 7, person % 4 + 1) for person in range(pk, pk + 4))) for pk in range(200)]
    books = [Book(), Book()]
    for book, order in zip(books, (games, list(reversed(games))), strict=True):
        for game in sorted(order, key=lambda game: (game.ended, game.pk)):
            book.add(game)
    assert books[0].ratings == books[1].ratings


def stepped_in(place: int) -> RatedGame:
    """Three people; the first went away; number 9 played their seat to this place, 2 and 3 to the others."""
    rest = [one for one in (1, 2, 3) if one != place]
    return RatedGame(1, DAY, ((1, 3), (2, 1), (3, 2)), (Stepped(9, place, ((2, rest[0]), (3, rest[1]))),))


def test_a_substitute_who_wins_gains_and_nobody_else_is_judged_by_them():
    with_him, without = Book(), Book()
    with_him.add(stepped_in(1))
    without.add(stepped_in(1)._replace(stepped_in=()))
    assert with_him.ratings.pop(9).value > FIRST
    assert with_him.ratings == without.ratings


def test_a_substitute_who_would_lose_stays_what_they_were():
    book = Book({9: Rating(1700, 60, 20, 0)})
    changes = book.add(stepped_in(3))
    assert book.ratings[9] == Rating(1700, 60, 20, 0)
    assert [change.person for change in changes] == [1, 2, 3]


def test_the_absent_owner_of_a_seat_loses_as_the_last_whatever_their_substitute_does():
    for place in (1, 2, 3):
        book = Book()
        book.add(stepped_in(place))
        assert book.ratings[1].value < min(book.ratings[2].value, book.ratings[3].value)
