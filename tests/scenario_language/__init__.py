"""Rules as examples: read scenario files, play them, and compare. Needs no site and no database.

docs/scenarios.md explains how to write them. Each ruleset has a folder here with its own words.
"""

from .reading import Scenario, ScenarioError, read_file, scenario_files
from .running import Failed, run

__all__ = ["Failed", "Scenario", "ScenarioError", "read_file", "run", "scenario_files"]
