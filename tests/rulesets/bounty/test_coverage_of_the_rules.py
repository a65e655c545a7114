"""Every sentence of the rulebook, worked example, ruling, card and option has a scenario that names it under `law`."""

import ast
import inspect

import pytest

from games.rulesets.bounty import laws
from games.rulesets.bounty.cards import CHEST
from games.rulesets.bounty.laws import LAW
from games.rulesets.bounty.options import OPTIONS
from tests.rulesets.bounty.test_scenarios import FILES
from tests.rulesets.covered import Covered

COVERED = Covered(FILES)
EXAMPLES = (1, 2, 3, 4, 6, 7, 9, 10, 11, 12, 13, 15, 17, 19, 20, 21, 23, 24, 26, 27, 29, 30, 32, 33, 35, 36, 38, 39, 41, 42)
PARTS = {"A": 4, "M": 7, "H": 2, "T": 4, "R": 2, "P": 10, "W": 4, "C": 5, "K": 4, "D": 4, "E": 1}
RETURNED = [node.value for node in ast.walk(ast.parse(inspect.getsource(laws))) if isinstance(node, ast.Return)]
REFUSALS = {
    (value.elts[0].value, value.elts[2].value)
    for value in RETURNED
    if isinstance(value, ast.Tuple) and isinstance(value.elts[2], ast.Constant)
}
"""(code, rule) of every refusal that this edition words itself."""
RULES = [f"{part}{number}" for part, count in PARTS.items() for number in range(1, count + 1)]


@pytest.mark.parametrize("number", EXAMPLES)
def test_every_worked_example_is_a_scenario(number):
    assert f"Y{number:02}" in COVERED.laws


@pytest.mark.parametrize("number", range(1, 66))
def test_every_sentence_of_the_rulebook_has_a_scenario(number):
    assert f"B{number}" in COVERED.laws


@pytest.mark.parametrize("number", range(1, 69))
def test_every_ruling_has_a_scenario(number):
    assert f"U{number:02}" in COVERED.laws


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_a_scenario(rule):
    assert rule in COVERED.laws


@pytest.mark.parametrize("number", CHEST)
def test_every_treasure_chest_card_has_a_scenario(number):
    assert f"card {number}" in COVERED.laws


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
def test_every_option_is_shown_on_each_side(option):
    chosen = COVERED.choices(option)
    assert option.default in chosen or option.key == "rounds"
    assert len(chosen) > 1


@pytest.mark.parametrize(("code", "rule"), sorted(REFUSALS))
def test_every_refusal_is_met_in_a_scenario_and_names_a_rule(code, rule):
    assert code in COVERED.refused
    assert rule in RULES


def test_questions_name_rules_that_exist():
    assert set(LAW.values()) <= set(RULES)
