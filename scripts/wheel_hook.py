"""Run by hatchling when it builds the wheel of the site: the wheel needs buccaneer-rules at the same version.

It is no dependency in pyproject.toml, since a checkout has those folders itself.
"""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class NeedsTheRules(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build_data["dependencies"].append(f"buccaneer-rules=={self.metadata.version}")
