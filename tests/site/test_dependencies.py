"""A fresh machine installs what pyproject.toml names and nothing else, so whatever the site imports must be named there."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OURS = {"core", "games", "accounts", "notifications", "leagues", "buccaneer_site"}


class NeverRun(ast.NodeTransformer):
    """Takes out what only a checker of types reads."""

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        return node.orelse if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING" else self.generic_visit(node)


def imported(folder: str) -> set[str]:
    names = set()
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(NeverRun().visit(ast.parse(path.read_text()))):
            if isinstance(node, ast.Import):
                names |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names.add(node.module.split(".")[0])
    return names - OURS - sys.stdlib_module_names


def plain(distribution: str) -> str:
    return distribution.lower().replace("_", "-")


def test_everything_the_site_imports_is_named_as_a_dependency():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = {plain(re.split(r"[\[<>=]", line)[0]) for line in project["dependencies"]}
    sources = packages_distributions()
    lacking = {name for folder in OURS for name in imported(folder) if not named & {plain(source) for source in sources.get(name, [])}}
    assert lacking == set()
