"""Every scenario file is a test; so is the vocabulary page that says how to write them."""

import inspect
import re
from pathlib import Path

import pytest

from games.rulesets.trade_winds.options import OPTIONS
from games.rulesets.trade_winds.orders import ORDERS
from games.rulesets.trade_winds.wording import ASK, EVENTS
from tests.scenario_language import read_file, run, scenario_files
from tests.scenario_language.trade_winds.coming import COMING
from tests.scenario_language.trade_winds.lying import Position
from tests.scenario_language.trade_winds.pending import STEPS
from tests.scenario_language.trade_winds.truths import SHIP, TRUTHS

HERE = Path(__file__).parent
FILES = scenario_files([HERE / "scenarios"])


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_the_scenario_goes_as_written(file):
    for scenario in read_file(file):
        run(scenario)


PAGE = (HERE.parents[2] / "docs" / "scenarios-trade-winds.md").read_text(encoding="utf-8")


def test_the_page_names_every_word_of_the_vocabulary():
    named = set(re.findall(r"`([^`]+)`", PAGE))
    shown = {word.split(":")[0].split()[0] for word in named} | named
    wanted = {*COMING, *TRUTHS, *SHIP, *STEPS, *ASK, *EVENTS} - {"options"}
    assert {word for word in wanted if word not in shown and not any(one.startswith(word) for one in named)} == set()
    for option in OPTIONS:
        assert option.key in named
    for order in ORDERS:
        assert order.key in named
        assert all(str(value).lower() in {"true", "false"} or str(value) in PAGE for value, _ in order.choices)


def test_the_page_names_every_key_of_a_position():
    source = inspect.getsource(Position.read)
    keys = re.findall(r'"([a-z ]+)": (?:self|nothing)', source)
    assert len(keys) > 15
    assert [key for key in keys if f"`{key}`" not in PAGE] == []
