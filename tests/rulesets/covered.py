"""The laws, options and refusals that the scenario files of an edition cover, for the tests of complete coverage."""

import re
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.scenario_language import Scenario, read_file


class Covered:
    """The scenarios of some files, read when the first test needs them."""

    def __init__(self, files: Sequence[Path]):
        self.files = files

    @cached_property
    def scenarios(self) -> list[Scenario]:
        return [scenario for file in self.files for scenario in read_file(file)]

    @cached_property
    def laws(self) -> set[str]:
        return {law for scenario in self.scenarios for law in scenario.laws}

    @cached_property
    def refused(self) -> set[str]:
        return {code for file in self.files for code in re.findall(r"refused: ([a-z-]+)", file.read_text(encoding="utf-8"))}

    def choices(self, option, slug: str | None = None) -> set[Any]:
        """Return the choices of an option in the scenarios about it; with `slug`, only in those of that edition."""
        about = [scenario for scenario in self.scenarios if f"option {option.key}" in scenario.laws and slug in (None, scenario.game)]
        return {scenario.given.get("options", {}).get(option.key, option.default) for scenario in about}

    def wishes(self) -> set[str]:
        """Return the standing orders that some captain sets to other values than the default."""
        orders = [order for scenario in self.scenarios for order in (scenario.given.get("orders") or {}).values()]
        return {key for order in orders if isinstance(order, dict) for key in order}


def codes(module: ModuleType) -> set[str]:
    """Return the codes of all refusals in a module: each comes right before its sentence."""
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    codes_found = set(re.findall(r'"([a-z]+(?:-[a-z]+)+)",\s*f?"[A-Z]', source))
    assert codes_found
    return codes_found
