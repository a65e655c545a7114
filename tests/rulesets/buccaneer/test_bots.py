"""Bots of Buccaneer: they see only their view, say only what is offered, end their games, and grow with their level."""

import random

import pytest

from games.engine import Dice
from games.engine.random_play import play_out, random_bot, think
from games.rulesets import get_ruleset
from games.rulesets.buccaneer.chart import CHART

RULES = get_ruleset("buccaneer")
LEVELS = tuple(RULES.bots)
DEFAULTS = {option.key: option.default for option in RULES.options}


def play(levels, seed, watch=None, **options):
    """One game of these levels, everything hanging on the seed."""
    chance, dice = random.Random(seed), Dice(str(seed).encode())
    order = [place for place, _ in RULES.places]
    places = sorted(chance.sample(order, len(levels)), key=order.index)
    state, _ = RULES.setup(places, chance.randrange(len(levels)), {**DEFAULTS, **options}, dice)
    bots = [random_bot if level == "random" else RULES.bots[level] for level in levels]
    return play_out(RULES, state, bots, dice, chance.randrange, most=20_000, watch=watch)


def states_of(levels, seed):
    """Every position of one game, each as its captains met it."""
    found = []
    play(levels, seed, watch=lambda action, state, events: found.append(state))
    return found[:-1]


def wins(one, many, games, seed):
    """How many games `one` wins against three of `many`, sitting in each seat in turn."""
    won = 0
    for game in range(games):
        seat = game % 4
        levels = [one if other == seat else many for other in range(4)]
        won += seat in play(levels, f"{seed}:{game}").outcome.winners
    return won


def test_there_are_three_levels():
    assert LEVELS == ("easy", "middle", "strong")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(3))
def test_a_bot_says_the_same_whatever_is_hidden_from_it(level, seed):
    compared = 0
    for number, state in enumerate(states_of([level] * 4, f"hidden {seed}")):
        for seat in {decision.seat for decision in RULES.decisions(state)}:
            other = RULES.redeal_hidden(state, seat, Dice(f"{seed} {number}".encode()))
            assert said(level, state, seat) == said(level, other, seat)
            compared += 1
    assert compared > 100


def said(level, state, seat):
    """What a bot of this level says in a seat, its chance being always the same."""
    mine = [decision for decision in RULES.decisions(state) if decision.seat == seat]
    return think(RULES, state, RULES.bots[level], mine, random.Random(seat).randrange)


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("level", LEVELS)
def test_games_of_one_level_end_by_treasure_with_any_number_of_captains(level, players):
    played = play([level] * players, f"ends {players}")
    assert played.outcome.reason == "treasure"
    assert 8 <= played.rounds <= 120


def test_bots_of_all_levels_say_only_what_is_offered():
    """`play` refuses anything else, so it is enough that many mixed games come to an end."""
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
    """What is optional must better something, so bots cannot turn in circles."""
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
    assert wins(one, many, games=60, seed="ladder") >= 60 * 0.36


def test_the_same_game_is_played_again_from_the_same_seed():
    first, again = (states_of(["strong"] * 3, "again") for _ in range(2))
    assert [RULES.dump(state) for state in first] == [RULES.dump(state) for state in again]


def test_a_captain_with_enough_treasure_ashore_sails_straight_home():
    state, _ = RULES.setup(("bombay", "london"), 0, DEFAULTS, Dice(b"home"))
    home = CHART.harbours[state.homes[0]]
    state.at[0], state.heading[0], state.hands[0] = CHART.squares["T17"], 2, ("B2", "B3", "R3")
    state.docks[state.homes[0]] = ("D", "D", "U", "U")
    for level in LEVELS[1:]:
        assert said(level, state, 0).answer == CHART.names[home]
