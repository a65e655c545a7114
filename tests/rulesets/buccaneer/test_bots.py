"""Bots of Buccaneer see only their view, give only legal answers, end their games, and are stronger with each level."""

import pytest

from games.engine import SITE, Dice
from tests.depth import DEPTH
from tests.rulesets.buccaneer.bots_at_play import LEVELS, RULES, answer_of, play, states_of, wins


def test_there_are_three_levels():
    assert LEVELS == ("easy", "middle", "strong")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(3))
def test_a_bot_says_the_same_whatever_is_hidden_from_it(level, seed):
    compared = 0
    for number, state in enumerate(states_of([level] * 4, f"hidden {seed}")):
        for seat in {decision.seat for decision in RULES.decisions(state)} - {SITE}:
            other = RULES.redeal_hidden(state, seat, Dice(f"{seed} {number}".encode()))
            assert answer_of(level, state, seat) == answer_of(level, other, seat)
            compared += 1
    assert compared > 100


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("level", LEVELS)
def test_games_of_one_level_end_by_treasure_with_any_number_of_captains(level, players):
    played = play([level] * players, f"ends {players}")
    assert played.outcome.reason == "treasure"
    assert 8 <= played.rounds <= 120


def test_bots_of_all_levels_say_only_what_is_offered():
    """`play` refuses anything else, so it suffices that many mixed games come to an end."""
    for seed in range(12):
        assert play([*LEVELS, "random"], f"mixed {seed}").outcome is not None


@pytest.mark.parametrize(
    "options",
    [
        {"oversail": "refuse"},
        {"exact_trade": False, "attack_heading": "free", "winner_must_sail": False},
        {"free_move_may_dock": True, "third_ship_may_attack": False, "stop_without_fight": False},
        {"kidd_once": False, "blown_onto_occupied": "share", "nearest_metric": "direct", "leagues_from": "ship"},
        {"wrong_dispute_forfeit": False, "driven_off_attacker_draws": True, "bluff_cannot_win": False, "crew_deck": 72},
    ],
)
def test_bots_play_at_every_table(options):
    for seed in range(3):
        assert play([*LEVELS, "strong"], f"options {seed}", **options).outcome is not None


def test_a_turn_never_holds_more_than_a_few_acts():
    """An optional action must improve something, so bots cannot loop."""
    acts = {}

    def count(action, state, events):
        key = (*RULES.turn(state), action.seat)
        acts[key] = acts.get(key, 0) + 1
        assert acts[key] < 30

    for seed in range(6):
        acts.clear()
        play([*LEVELS, "strong"], f"acts {seed}", watch=count)
    assert acts


@pytest.mark.parametrize("level", ["easy", "middle"])
def test_only_the_strong_sail_further_than_their_crew(level):
    moves = []

    def look(action, state, events):
        if state.sailed is not None and state.sailed[0] == action.seat:
            moves.append(state.sailed[1] <= state.strength[action.seat])

    for seed in range(4):
        play([level] * 4, f"honest {seed}", watch=look)
    assert moves
    assert all(moves)


def test_easy_captains_never_dispute():
    disputes = []
    for seed in range(6):
        play(["easy", "random", "random"], f"quiet {seed}", watch=lambda action, *_: disputes.append(action))
    assert not [action for action in disputes if action.decision == "dispute" and action.seat == 0]


@pytest.mark.parametrize(("one", "many"), [("easy", "random"), ("middle", "easy"), ("strong", "middle")])
def test_each_level_beats_the_one_below(one, many):
    games = 24 * DEPTH
    assert wins(one, many, games=games, seed="ladder") >= games * 0.36


def test_the_same_game_is_played_again_from_the_same_seed():
    first, again = (states_of(["strong"] * 3, "again") for _ in range(2))
    assert [RULES.dump(state) for state in first] == [RULES.dump(state) for state in again]
