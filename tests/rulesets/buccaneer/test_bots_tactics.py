"""The choices of captains of different levels in simple positions."""

import pytest

from games.rulesets.buccaneer.editions import ONLINE
from tests.rulesets.buccaneer.bots_at_play import LEVELS, RULES, answer_of, position

CHART = ONLINE.sea

EAST, WEST = 2, 6
FIGHTERS = ("B3", "B3", "B2", "B2")
TRADERS = ("B2", "R2", "B1", "R1")
SKILLED = LEVELS[1:]


@pytest.mark.parametrize("level", SKILLED)
def test_a_captain_with_enough_treasure_ashore_sails_straight_home(level):
    state = position(bombay={"at": "T17", "heading": EAST, "hand": ("B2", "B3", "R3"), "docks": "DDUU"})
    assert answer_of(level, state, 0).answer == "Bombay"


@pytest.mark.parametrize("level", SKILLED)
def test_a_laden_captain_sails_home(level):
    state = position(bombay={"at": "T17", "heading": EAST, "hand": TRADERS, "hold": "DU"})
    assert answer_of(level, state, 0).answer == "Bombay"


@pytest.mark.parametrize("level", LEVELS)
def test_at_home_all_treasure_goes_ashore_and_cards_come_aboard(level):
    state = position(bombay={"hand": TRADERS, "hold": "DG", "docks": ("B3", "DB", "P")})
    action = answer_of(level, state, 0)
    assert action.decision == "stow"
    assert action.answer == (("D", "G"), ("B3", "DB"))


@pytest.mark.parametrize("level", LEVELS)
def test_three_of_a_kind_are_locked_away(level):
    state = position(bombay={"hand": TRADERS, "docks": "GGGD"})
    assert (answer_of(level, state, 0).decision, answer_of(level, state, 0).answer) == ("safe", "G")


def test_good_fighters_attack_a_laden_ship_ahead():
    state = position(
        bombay={"at": "F17", "heading": EAST, "hand": FIGHTERS},
        london={"at": "J17", "heading": WEST, "hand": ("B1", "R1"), "hold": "DD"},
    )
    assert answer_of("strong", state, 0).answer == "J17"


@pytest.mark.parametrize("level", SKILLED)
def test_poor_fighters_lie_alongside_a_large_crew_in_peace(level):
    state = position(
        step=("attack", 0, CHART.squares["J17"]),
        bombay={"at": "F17", "heading": EAST, "hand": TRADERS, "hold": "D"},
        london={"at": "J17", "heading": WEST, "hand": FIGHTERS * 2},
    )
    assert answer_of(level, state, 0).answer == "no"


def test_good_fighters_stop_a_laden_ship_that_sails_past():
    state = position(
        step=("intercept", 0, 1, 0, False),
        bombay={"at": "F17", "hand": FIGHTERS},
        london={"at": "F17", "hand": ("B1", "R1"), "hold": "DD"},
    )
    state.turn = 1
    assert answer_of("strong", state, 0).answer == "attack"


def test_poor_fighters_let_it_pass():
    state = position(
        step=("intercept", 0, 1, 0, False),
        bombay={"at": "F17", "hand": TRADERS, "hold": "DD"},
        london={"at": "F17", "hand": FIGHTERS, "hold": "M"},
    )
    state.turn = 1
    assert answer_of("strong", state, 0).answer == "pass"


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_bluffs_their_way_home_to_win(level):
    """Such a bluff is always detected, and costs the whole crew."""
    state = position(bombay={"at": "L17", "heading": EAST, "hand": ("B3", "R3", "B1"), "hold": "D", "docks": "DUU"})
    answers = {answer_of(level, state, 0, lambda sides, roll=roll: roll % sides).answer for roll in range(0, 100, 7)}
    assert "Bombay" not in answers


@pytest.mark.parametrize("level", SKILLED)
def test_the_winner_of_a_fight_takes_treasure_before_crew(level):
    state = position(
        step=("spoils", 0, 1),
        bombay={"at": "F17", "hand": FIGHTERS},
        london={"at": "F17", "hand": TRADERS, "hold": "DU"},
    )
    assert answer_of(level, state, 0).answer == "treasure"


@pytest.mark.parametrize("level", SKILLED)
def test_pieces_of_eight_buy_a_gem(level):
    state = position(bombay={"at": "London", "hand": TRADERS, "kept": ("PE",)}, london={"docks": "DM"})
    assert answer_of(level, state, 0).answer == (("PE",), ("D",))


@pytest.mark.parametrize("level", LEVELS)
def test_when_only_optional_things_are_open_a_bot_may_say_nothing(level):
    state = position(bombay={"hand": TRADERS})
    assert RULES.bots[level](RULES.view(state, 1), [], lambda sides: 0) is None
