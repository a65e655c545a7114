"""A table may agree on a date and time: the round running then is the last. Tried in every edition."""

import random

import pytest

from games.engine import Dice, RulesError, last_round, play
from games.engine.random_play import next_action, random_bot
from games.rulesets import all_rulesets
from tests.rulesets.walks import TABLES, every, new_game


@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_a_round_that_is_called_the_last_is_played_to_its_end_and_no_other_begins(slug, players):
    rules, chance = all_rulesets()[slug], random.Random(9)
    for step in every(slug, players, 60) if rules.round_limit else ():
        number = rules.turn(step.state)[0]
        state, dice = last_round(rules, step.state).state, Dice(b"the last round")
        assert rules.decisions(state) == rules.decisions(step.state)
        while rules.outcome(state) is None:
            assert rules.turn(state)[0] == number
            state = play(rules, state, next_action(rules, state, [random_bot] * players, chance.randrange), dice).state
        with pytest.raises(RulesError):
            last_round(rules, state)


@pytest.mark.parametrize("slug", list(all_rulesets()))
def test_an_edition_without_rounds_cannot_be_told_that_one_is_the_last(slug):
    rules, state, _, _ = new_game(slug, all_rulesets()[slug].seats[0], 1)
    if rules.round_limit:
        assert rules.round_limit in {option.key for option in rules.options}
        assert last_round(rules, state).state.options[rules.round_limit] == 1
    else:
        with pytest.raises(RulesError):
            last_round(rules, state)
