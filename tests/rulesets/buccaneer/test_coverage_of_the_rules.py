"""Every law, card, ruling, worked example and option has a scenario that names it under `law`; options in every edition."""

import re

import pytest

from games.rulesets.buccaneer import laws
from games.rulesets.buccaneer.cards import CHANCE
from games.rulesets.buccaneer.editions import EDITIONS
from games.rulesets.buccaneer.orders import orders_of
from tests.rulesets.buccaneer.test_scenarios import FILES
from tests.rulesets.covered import Covered, codes

COVERED = Covered(FILES)

EXAMPLES = [1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 17, 18, 20, 21, 23, 24, 25, 27, 28, 29, 30, 32, 34, 35, 36, 37, 39, 40, 42, 43, 44,
            46, 47, 48, 50, 51, 53, 54, 56, 58, 59, 61, 63, 65, 66, 68, 69, 70, 72, 73]  # fmt: skip
"""The worked examples of the online edition; of the classic one, those that differ: T1 and T55."""

ELSEWHERE = {
    1: "who sits where is settled before the game, in the lobby",
}
"""Rulings that no position can show."""


@pytest.mark.parametrize("number", EXAMPLES)
def test_every_worked_example_is_a_scenario(number):
    assert f"T{number}" in COVERED.laws
    assert any(file.name.startswith(f"t{number:03}-") for file in FILES)


@pytest.mark.parametrize("law", [*map(str, range(1, 20)), "9B", "16B"])
def test_every_law_has_a_scenario(law):
    assert law in COVERED.laws


@pytest.mark.parametrize("number", CHANCE)
def test_every_chance_card_has_a_scenario(number):
    assert f"card {number}" in COVERED.laws


@pytest.mark.parametrize("number", [number for number in range(1, 111) if number not in ELSEWHERE])
def test_every_ruling_has_a_scenario(number):
    assert f"R-{number}" in COVERED.laws


@pytest.mark.parametrize("number", [1, 4, 55])
def test_the_worked_examples_that_name_the_classic_edition_are_scenarios_of_it(number):
    assert f"T{number}" in {law for scenario in COVERED.scenarios if scenario.game == "buccaneer-classic" for law in scenario.laws}


EVERY_OPTION = [(slug, option) for slug, edition in EDITIONS.items() for option in edition.options]


@pytest.mark.parametrize(("slug", "option"), EVERY_OPTION, ids=lambda named: getattr(named, "key", named))
def test_every_option_is_shown_on_each_side_in_every_edition(slug, option):
    chosen = COVERED.choices(option, slug)
    assert option.default in chosen
    assert len(chosen) > 1
    assert re.fullmatch(r"[A-Z][^.?]+[.?]( [A-Z][^.?]+[.?])?", option.sentence), "explained in two sentences at most"
    if option.key != "round_limit":  # if the choices are only numbers, two of them show the effect
        assert chosen == {value for value, _ in option.choices}


@pytest.mark.parametrize("order", orders_of(EDITIONS["buccaneer"]), ids=lambda order: order.key)
def test_every_standing_order_is_shown_with_a_choice_of_its_own(order):
    assert order.key in COVERED.wishes()


def test_every_refusal_code_is_shown():
    assert codes(laws) - COVERED.refused == set()
