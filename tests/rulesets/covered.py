"""What the scenario files of an edition name, show and refuse: for the tests that nothing of its rules is left out."""

import re
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.scenario_language import Scenario, read_file


class Covered:
    """The scenarios of some files, read when the first test asks for them."""

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
        """The choices of an option in the scenarios about it; with `slug` only those of that edition."""
        about = [one for one in self.scenarios if f"option {option.key}" in one.laws and slug in (None, one.game)]
        return {one.given.get("options", {}).get(option.key, option.default) for one in about}

    def wishes(self) -> set[str]:
        """The standing orders in which some captain chooses for themselves."""
        orders = [order for one in self.scenarios for order in (one.given.get("orders") or {}).values()]
        return {key for order in orders if isinstance(order, dict) for key in order}


def codes(module: ModuleType) -> set[str]:
    """The codes of all refusals that a module words: each stands right before its sentence."""
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    found = set(re.findall(r'"([a-z]+(?:-[a-z]+)+)",\s*f?"[A-Z]', source))
    assert found
    return found
