"""Every scenario file is a test; so is the vocabulary page that says how to write them."""

import re
from pathlib import Path

import pytest

from games.rulesets.buccaneer.editions import ONLINE
from games.rulesets.buccaneer.laws import LAW
from games.rulesets.buccaneer.options import OPTIONS
from games.rulesets.buccaneer.orders import ORDERS, orders_of
from games.rulesets.buccaneer.wording import EVENTS
from tests.scenario_language import read_file, run, scenario_files
from tests.scenario_language.buccaneer import pending, truths
from tests.scenario_language.buccaneer.coming import COMING
from tests.scenario_language.buccaneer.given import Position
from tests.scenario_language.buccaneer.said import ALSO
from tests.scenario_language.truths import TRUTHS

HERE = Path(__file__).parent
FILES = scenario_files([HERE / "scenarios"])


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_the_scenario_goes_as_written(file):
    for scenario in read_file(file):
        run(scenario)


PAGE = "".join((HERE.parents[2] / "docs" / name).read_text(encoding="utf-8") for name in ("scenarios.md", "scenarios-buccaneer.md"))


def vocabulary():
    """Return every word that a scenario of this game may use."""
    words = [*TRUTHS, *truths.TRUTHS, *truths.SHIP, *COMING, *pending.STEPS, *LAW, *ALSO, *Position.KEYS, *Position.SHIP_KEYS]
    words += [option.key for option in OPTIONS] + [order.key for order in orders_of(ONLINE)] + list(EVENTS)
    words += [str(value) for order in ORDERS for value, _ in order.choices if isinstance(value, str)]
    words += [str(value) for option in OPTIONS for value, _ in option.choices if isinstance(value, str)]
    return sorted(set(words))


def test_the_pages_on_scenarios_name_every_word():
    assert [word for word in vocabulary() if not any(f"`{word}{end}" in PAGE for end in ("`", ":", " ", ","))] == []


def test_the_page_names_every_refusal():
    codes = set(re.findall(r"refused: ([a-z-]+)", "".join(file.read_text(encoding="utf-8") for file in FILES))) - {"true"}
    assert codes
    assert {code for code in codes if f"`{code}`" not in PAGE} == set()


def test_the_examples_of_the_page_are_sound(tmp_path):
    blocks = [block for block in re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL) if "then:" in block]
    assert blocks
    for number, block in enumerate(blocks):
        file = tmp_path / f"{number}.yaml"
        file.write_text(block, encoding="utf-8")
        for scenario in read_file(file):
            run(scenario)
