"""Every law, card, ruling, worked example and option of this edition has a scenario that names it under `law`."""

import re

import pytest

from games.rulesets.buccaneer.cards import CHANCE
from games.rulesets.buccaneer.options import OPTIONS
from games.rulesets.buccaneer.orders import ORDERS
from games.scenarios import read_file
from tests.rulesets.buccaneer.test_scenarios import FILES

SCENARIOS = [scenario for file in FILES for scenario in read_file(file)]
NAMED = {law for scenario in SCENARIOS for law in scenario.laws}

EXAMPLES = [1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 17, 18, 20, 21, 23, 24, 25, 27, 28, 29, 30, 32, 34, 35, 36, 37, 39, 40, 42, 43, 44,
            46, 47, 48, 50, 51, 53, 54, 56, 58, 59, 61, 63, 65, 66, 68, 69, 70, 72, 73]  # fmt: skip
"""The worked examples of the online edition."""

ELSEWHERE = {
    1: "who sits where is settled before the game, in the lobby",
    100: "of the classic edition; here it is the option wrong_dispute_forfeit",
}
"""Rulings that no position of this edition can show."""


@pytest.mark.parametrize("number", EXAMPLES)
def test_every_worked_example_is_a_scenario(number):
    assert f"T{number}" in NAMED
    assert any(file.name.startswith(f"t{number:03}-") for file in FILES)


@pytest.mark.parametrize("law", [*map(str, range(1, 20)), "9B", "16B"])
def test_every_law_has_a_scenario(law):
    assert law in NAMED


@pytest.mark.parametrize("number", CHANCE)
def test_every_chance_card_has_a_scenario(number):
    assert f"card {number}" in NAMED


@pytest.mark.parametrize("number", [number for number in range(1, 111) if number not in ELSEWHERE])
def test_every_ruling_has_a_scenario(number):
    assert f"R-{number}" in NAMED


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
def test_every_option_is_shown_on_each_side(option):
    about = [scenario for scenario in SCENARIOS if f"option {option.key}" in scenario.laws]
    chosen = {scenario.given.get("options", {}).get(option.key, option.default) for scenario in about}
    assert option.default in chosen
    assert len(chosen) > 1


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: order.key)
def test_every_standing_order_is_shown_with_a_choice_of_its_own(order):
    wishes = [wish for scenario in SCENARIOS for wish in (scenario.given.get("orders") or {}).values() if isinstance(wish, dict)]
    assert any(order.key in wish for wish in wishes)


def test_every_refusal_code_is_shown():
    from pathlib import Path

    from games.rulesets.buccaneer import laws

    source = Path(laws.__file__).read_text(encoding="utf-8")
    codes = set(re.findall(r'"([a-z]+(?:-[a-z]+)+)", f?"[A-Z]', source)) | set(re.findall(r'\(\s*"([a-z]+(?:-[a-z]+)+)",\s*"[A-Z]', source))
    shown = set(re.findall(r"refused: ([a-z-]+)", "".join(file.read_text(encoding="utf-8") for file in FILES)))
    assert codes
    assert codes - shown == set()
