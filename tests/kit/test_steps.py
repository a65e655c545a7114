"""The steps of a turn have names in memory; stored, they are the same plain lists as ever."""

import json
import pickle
from copy import deepcopy
from types import SimpleNamespace

import pytest

from games.engine import Dice
from games.kit.agenda import Context, Steps
from games.kit.folder import FolderRuleset
from games.rulesets import all_rulesets
from tests.rulesets.walks import TABLES, walk

STEPS = Steps("flee seat foe", "voyage seat start", "voyage seat start foe")


def test_a_step_has_names_and_is_a_tuple_all_the_same():
    step = STEPS(("flee", 2, 0))
    assert (step.kind, step.seat, step.foe, step) == ("flee", 2, 0, ("flee", 2, 0))
    assert json.dumps([step]) == '[["flee", 2, 0]]'


def test_a_step_lies_in_a_cache_as_a_plain_tuple():
    kept = pickle.loads(pickle.dumps([STEPS(("flee", 2, 0))]))
    assert (kept, type(kept[0])) == ([("flee", 2, 0)], tuple)


def test_a_copy_of_a_step_has_its_names():
    assert deepcopy([STEPS(("flee", 2, 0))])[0].foe == 0


def test_a_kind_may_come_in_two_lengths():
    short, long = STEPS.all([["voyage", 1, 4], ["voyage", 1, 4, 3]])
    assert (short.start, hasattr(short, "foe"), long.foe) == (4, False, 3)


def test_steps_that_are_put_on_the_agenda_together_are_done_in_their_order_and_before_the_others():
    class Sailing(Context):
        steps = STEPS

    state = SimpleNamespace(agenda=[STEPS(("voyage", 0, 9))])
    Sailing(state, Dice(b"")).then_all([("flee", 2, 0), ("voyage", 1, 4)])
    assert state.agenda[::-1] == [("flee", 2, 0), ("voyage", 1, 4), ("voyage", 0, 9)]
    assert [step.seat for step in state.agenda] == [0, 1, 2]


@pytest.mark.parametrize("wrong", [("sail", 1), ("flee", 1), ("flee", 1, 2, 3)])
def test_a_step_that_was_not_named_is_refused(wrong):
    with pytest.raises(KeyError):
        STEPS(wrong)


@pytest.mark.parametrize(("slug", "players"), [table for table in TABLES if isinstance(all_rulesets()[table[0]], FolderRuleset)])
def test_every_step_on_every_agenda_has_its_names(slug, players):
    rules = all_rulesets()[slug]
    assert isinstance(rules, FolderRuleset)
    types = rules.context.steps.types
    assert {kind for kind, _ in types} == set(rules.phases.kinds)
    for step in walk(slug, players)[::3]:
        for state in (step.after, rules.load(rules.dump(step.after))):
            assert all(type(found) is types[found[0], len(found)] for found in state.agenda)
