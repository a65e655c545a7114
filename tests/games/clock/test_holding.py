"""Nobody can hold a table: every way to gain time, tried in every order, by the arithmetic of the site."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clocks import limits
from games.clocks.due_times import Span
from games.clocks.paces import DAY, HOUR, Bank, Steady
from games.clocks.terms import Terms
from tests.games.clock import holding

USUAL = Terms()
NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)


def test_at_the_usual_pace_a_turn_is_held_for_120_hours_at_most_without_declared_leave():
    assert holding.longest_turn(USUAL, depth=4).hours == 120


def test_declared_leave_holds_a_turn_for_seven_days_more_and_no_longer():
    turns = [holding.outcome(turn, holding.first(USUAL, limits.SPARE_A_GAME, 14 * DAY, 2 * DAY), limits.SPARE_A_GAME) for turn in
             holding.ways_to_hold(holding.first(USUAL, limits.SPARE_A_GAME, 14 * DAY, 2 * DAY), 3)]  # fmt: skip
    assert (max(turn.leave for turn in turns), max(turn.hours for turn in turns)) == (7 * 24, 120)


@pytest.mark.parametrize("pace", [Steady(12 * HOUR), Steady(14 * DAY), Bank()])
def test_at_any_pace_a_turn_is_held_for_its_time_and_grace_and_sixty_hours_at_most(pace):
    terms = Terms(pace)
    assert holding.longest_turn(terms, depth=3).hours <= (pace.usual + terms.patience) / HOUR + 60


def test_who_has_used_up_their_spare_time_has_their_time_and_grace_and_no_more():
    assert holding.longest_turn(USUAL, spare=0, depth=4).hours == 60


@pytest.mark.parametrize("pace", [Steady(2 * DAY), Steady(7 * DAY)])
@pytest.mark.parametrize("reactions", [0, 1, 4])
@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_game_of_any_length_with_one_hostile_player_lasts_no_longer_than_twice_its_honest_length_and_their_leave(
    players, reactions, pace
):
    beyond = [holding.beyond(Terms(pace), players, rounds, 0, reactions, depth=2) for rounds in range(1, 13)]
    assert max(beyond) <= 0


@pytest.mark.parametrize(("players", "enough", "most"), [(2, 6, 300), (3, 4, 252), (4, 3, 204)])
def test_declared_leave_makes_only_a_short_game_longer_than_that_and_by_twelve_and_a_half_days_at_most(players, enough, most):
    beyond = [max(holding.beyond(USUAL, players, rounds, reactions=reactions) for reactions in (0, 1, 4)) for rounds in range(1, 13)]
    assert max(beyond) == most
    assert max(beyond[enough - 1 :]) <= 0 < beyond[enough - 2]


def test_spare_time_is_released_by_rounds_and_what_was_used_stays_used():
    whole, a_turn = limits.SPARE_A_GAME, limits.SPARE_A_TURN
    assert [limits.released(whole, rounds) for rounds in (1, 2, 3, 40)] == [a_turn, 2 * a_turn, whole, whole]
    assert [limits.released(whole - a_turn, rounds) for rounds in (1, 2, 3)] == [0, a_turn, whole - a_turn]
    assert limits.released(0, 1) == 0


@given(
    st.lists(st.tuples(st.integers(0, 40 * DAY), st.integers(1, 20 * DAY)), max_size=6), st.integers(0, 10 * DAY), st.integers(0, 14 * DAY)
)
def test_of_any_leaves_no_more_counts_than_may(rows, since, most):
    left, counted, asked = most, 0, NOON + timedelta(seconds=since)
    for begin, lasts in sorted(rows):
        at = NOON + timedelta(seconds=begin)
        span, left = limits.clipped(Span(at, at + timedelta(seconds=lasts)), asked, left)
        counted += max(0, int((span.end - max(asked, span.begin)).total_seconds()))
    assert 0 <= left <= most
    assert counted == most - left
