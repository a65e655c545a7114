"""Rules as examples: scenario files are read, played and compared. Knows no site and no database.

docs/scenarios.md says how to write them; each ruleset brings its own words in `games/rulesets/<slug>/scenario/`.
"""

from .reading import Scenario, ScenarioError, read_file, scenario_files
from .running import Failed, run

__all__ = ["Failed", "Scenario", "ScenarioError", "read_file", "run", "scenario_files"]
