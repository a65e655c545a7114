"""Every rule, card, ruling, worked example, option and order of this edition has a scenario that names it under `law`."""

import pytest

from games.rulesets.trade_winds import laws
from games.rulesets.trade_winds.cards import CHANCE
from games.rulesets.trade_winds.options import OPTIONS
from games.rulesets.trade_winds.orders import ORDERS
from tests.rulesets.covered import Covered, codes
from tests.rulesets.trade_winds.test_scenarios import FILES

COVERED = Covered(FILES)

EXAMPLES = [1, 2, 3, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 17, 18, 20, 21, 23, 24, 26, 27, 29, 30, 32, 33, 35, 36, 38, 39, 41, 42, 44, 45]
"""The worked examples of this edition."""

NUMBER_OF_RULES = {"S": 10, "T": 3, "C": 6, "M": 12, "I": 7, "P": 9, "F": 9, "L": 3, "H": 1, "W": 1}
RULES = [f"{letter}{number}" for letter, most in NUMBER_OF_RULES.items() for number in range(1, most + 1)]
"""Set-up, turn, crew, moving, island, ports, fights, cargo, the two isles, winning."""

RULINGS = 65


@pytest.mark.parametrize("number", EXAMPLES)
def test_every_worked_example_is_a_scenario(number):
    assert f"X{number:02}" in COVERED.laws


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_a_scenario(rule):
    assert rule in COVERED.laws


@pytest.mark.parametrize("number", CHANCE)
def test_every_chance_card_has_a_scenario(number):
    assert f"card {number}" in COVERED.laws


@pytest.mark.parametrize("number", range(1, RULINGS + 1))
def test_every_ruling_has_a_scenario(number):
    assert f"A{number:02}" in COVERED.laws


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
def test_every_option_is_shown_on_each_side(option):
    chosen = COVERED.choices(option)
    assert option.default in chosen
    assert len(chosen) > 1


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: order.key)
def test_every_standing_order_is_shown_with_a_choice_of_its_own(order):
    assert order.key in COVERED.wishes()


def test_every_refusal_code_is_shown():
    assert codes(laws) - COVERED.refused == set()
