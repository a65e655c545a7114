"""Every edition as an environment of PettingZoo. `make try-wheel` plays ten times as long, with the wheel."""

import json
import random

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from games.engine import Dice
from games.rulesets import all_rulesets
from games.standalone import pettingzoo_env
from games.standalone.pettingzoo_env import PASS, RulesetEnv
from games.standalone.playouts import CannotPlay

SLUGS = ("bounty", "buccaneer", "buccaneer-classic", "buccaneer-family", "piracy", "trade-winds")
pytestmark = pytest.mark.one_database


def played(env: RulesetEnv, steps: int, seed: int = 5) -> None:
    """Deal a game and play this many random actions."""
    env.reset(seed=seed)
    chance = random.Random(seed)
    for _ in range(steps):
        if any(env.terminations.values()) or any(env.truncations.values()):
            return
        env.step(chance.choice(list(env.offers)))


def test_all_editions_on_offer_are_tried():
    assert set(all_rulesets()) - {"nim"} == set(SLUGS)  # nim is the tests' own


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("error::UserWarning:pettingzoo")
def test_it_passes_the_tests_of_pettingzoo_and_only_its_observations_are_dicts(slug):
    api_test(pettingzoo_env.env(slug), num_cycles=30)
    seed_test(lambda: pettingzoo_env.env(slug), num_cycles=20)


@pytest.mark.parametrize("slug", SLUGS)
def test_an_observation_tells_nothing_that_the_seat_cannot_know(slug):
    env = RulesetEnv(slug)
    played(env, 60)
    for agent, seat in env.seats.items():
        before, view = env.observe(agent)["observation"], json.dumps(env.view(agent), sort_keys=True)
        dealt = env.position
        env.position = env.rules.redeal_hidden(dealt, seat, Dice(b"other cards"))
        assert np.array_equal(env.observe(agent)["observation"], before)
        assert json.dumps(env.view(agent), sort_keys=True) == view
        env.position = dealt


def test_only_the_agent_that_is_asked_is_offered_actions_and_each_is_legal():
    env = RulesetEnv("buccaneer")
    played(env, 40)
    for agent in env.agents:
        assert set(np.flatnonzero(env.observe(agent)["action_mask"])) == (set(env.offers) if agent == env.agent_selection else set())
    position = env.position
    for number, action in env.offers.items():
        if number != PASS:
            env.position = position
            env.carry_out(action)


def test_the_same_answer_has_the_same_number_in_another_position():
    env = RulesetEnv("trade-winds")
    numbers: dict[str, set[int]] = {}
    for seed in range(30):
        env.reset(seed=seed)
        for number, action in env.offers.items():
            numbers.setdefault(str(action[1:]), set()).add(number)
    assert sum(len(found) == 1 for found in numbers.values()) > 0.9 * len(numbers)


def test_an_action_that_is_not_offered_changes_nothing():
    env = RulesetEnv("bounty")
    env.reset(seed=1)
    before = env.position
    wrong = next(number for number in range(pettingzoo_env.ACTIONS) if number not in env.offers)
    with pytest.raises(ValueError, match=str(wrong)):
        env.step(wrong)
    assert env.position is before


def test_winners_gain_what_others_lose():
    env = RulesetEnv("piracy", players=3)
    played(env, 100_000)
    assert all(env.terminations.values())
    outcome = env.rules.outcome(env.position)
    assert env.rewards == {agent: 1 if seat in outcome.winners else -1 for agent, seat in env.seats.items()}
    assert [env.infos[agent]["place"] for agent in env.agents] == list(outcome.places)


def test_a_game_that_takes_too_long_is_truncated():
    env = RulesetEnv("buccaneer", most=10)
    played(env, 1000)
    assert env.played == 10
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_an_optional_reaction_is_asked_once_and_may_be_passed_over():
    env = RulesetEnv("buccaneer")
    env.reset(seed=2)
    chance = random.Random(2)
    while PASS not in env.offers:
        env.step(chance.choice(list(env.offers)))
    asked, before = env.questions, env.position
    env.step(PASS)
    assert env.position is before
    assert [(one.seat, one.name) for one in env.questions] != [(one.seat, one.name) for one in asked]


def test_the_board_is_drawn_as_text():
    env = RulesetEnv("buccaneer", render_mode="ansi")
    env.reset(seed=1)
    assert env.agent_selection in env.render()


@pytest.mark.parametrize(("slug", "players"), [("chess", None), ("buccaneer", 9)])
def test_what_cannot_be_played_is_refused(slug, players):
    with pytest.raises(CannotPlay):
        pettingzoo_env.env(slug, players)
