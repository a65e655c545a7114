"""Every scenario file is a test."""

from pathlib import Path

import pytest

from tests.scenario_language import read_file, run, scenario_files

FILES = scenario_files([Path(__file__).parent / "scenarios"])


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_the_scenario_goes_as_written(file):
    for scenario in read_file(file):
        run(scenario)
