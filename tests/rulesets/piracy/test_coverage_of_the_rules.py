"""Every rule, ruling, worked example and option of this edition has a scenario that names it under `law`."""

import pytest

from games.rulesets.piracy import laws, typed_parts
from games.rulesets.piracy.options import OPTIONS
from tests.rulesets.covered import Covered, codes
from tests.rulesets.piracy.test_scenarios import FILES

COVERED = Covered(FILES)

EXAMPLES = [1, 2, 3, 5, 6, 8, 9, 10, 12, 13, 14, 16, 17, 18, 20, 21, 22, 24, 25, 26, 28, 29, 30, 32, 33, 34, 36, 37, 38, 40, 41, 42, 44,
            45, 46, 48, 49, 50]  # fmt: skip
"""The worked examples of this edition."""

RULES = [f"{letter}{number}" for letter, most in (("G", 3), ("S", 7), ("T", 8), ("E", 7), ("M", 10), ("I", 5), ("W", 3), ("L", 3),
         ("K", 10), ("B", 5), ("C", 8), ("R", 4), ("H", 8)) for number in range(1, most + 1)] + ["W5"]  # fmt: skip
"""Goals, set-up, turn, events, sailing, islands, wharves, lying coins, cannon, monsters, captives, race, hoard."""

NOWHERE_TO_WRITE = {"not-asked"}
"""Said to questions that this game does not have; scenarios take such words for an order."""

RULINGS = [number for number in range(1, 80) if number != 78]
"""All but those about the age of players and the mood of a sentence."""


@pytest.mark.parametrize("number", EXAMPLES)
def test_every_worked_example_is_a_scenario(number):
    assert f"example W{number}" in COVERED.laws


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_a_scenario(rule):
    assert rule in COVERED.laws


@pytest.mark.parametrize("number", RULINGS)
def test_every_ruling_has_a_scenario(number):
    assert f"Q{number}" in COVERED.laws


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
def test_every_option_is_shown_on_each_side(option):
    chosen = COVERED.choices(option)
    assert option.default in chosen
    assert len(chosen) > 1


@pytest.mark.parametrize("module", [laws, typed_parts], ids=lambda module: module.__name__)
def test_every_refusal_code_is_shown(module):
    assert codes(module) - COVERED.refused - NOWHERE_TO_WRITE == set()
