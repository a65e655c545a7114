"""A fresh machine installs what the lock names, made of what pyproject.toml names: all that the site imports must be named there."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[2]
OURS = {"core", "games", "accounts", "notifications", "leagues", "buccaneer_site"}


class NeverRun(ast.NodeTransformer):
    """Takes out what only a checker of types reads."""

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        return node.orelse if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING" else self.generic_visit(node)


OF_AN_EXTRA = {"pettingzoo_env.py", "bucket.py"}
"""They use libraries of the extras pettingzoo and s3; no other module imports them."""


OF_A_CHECKOUT = {"scenario.py"}
"""It is in no wheel and imports tests."""
SCRIPTS = {"parser_process.py"}
"""Also run by themselves, with the modules beside them."""


def imported(folder: str) -> set[str]:
    names = set()
    for path in (ROOT / folder).rglob("*.py"):
        if path.name in OF_AN_EXTRA | OF_A_CHECKOUT:
            continue
        for node in ast.walk(NeverRun().visit(ast.parse(path.read_text()))):
            if isinstance(node, ast.Import):
                names |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names.add(node.module.split(".")[0])
        if path.name in SCRIPTS:
            names -= {beside.stem for beside in path.parent.glob("*.py")}
    return names - OURS - sys.stdlib_module_names


def plain(distribution: str) -> str:
    return distribution.lower().replace("_", "-")


def test_everything_the_site_imports_is_named_as_a_dependency():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = {plain(re.split(r"[\[<>=]", line)[0]) for line in project["optional-dependencies"]["site"]}
    sources = packages_distributions()
    lacking = {name for folder in OURS for name in imported(folder) if not named & {plain(source) for source in sources.get(name, [])}}
    assert lacking == set()


def locked(file: str) -> dict[str, Version]:
    """The versions that a lock names, each with the hashes of its files."""
    entries = re.findall(r"^([a-z0-9-]+)==(\S+)[^\n]*((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", (ROOT / file).read_text(), re.MULTILINE)
    return {name: Version(version) for name, version, _ in entries}


@pytest.mark.parametrize(("file", "extras"), [("requirements.lock", ["site"]), ("requirements-dev.lock", ["site", "dev"])])
def test_the_lock_names_every_dependency_at_a_version_that_its_range_allows(file, extras):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lines = [line for extra in extras for line in project["optional-dependencies"][extra]]
    versions = locked(file)
    wanted = [Requirement(line) for line in lines]
    assert [str(one) for one in wanted if not one.specifier.contains(versions[canonicalize_name(one.name)])] == []


@pytest.mark.parametrize("file", ["requirements.lock", "requirements-dev.lock"])
def test_the_lock_names_no_address_and_hashes_all_it_names(file):
    text = (ROOT / file).read_text()
    assert "://" not in text
    assert set(locked(file)) == set(re.findall(r"^([a-z0-9-]+)==", text, re.MULTILINE))
    assert not re.findall(r"^(?!#|    --hash=|[a-z0-9-]+==).+$", text, re.MULTILINE), "a line that is neither a version nor a hash"


def test_the_site_runs_with_the_versions_that_its_tests_were_run_with():
    assert locked("requirements.lock").items() <= locked("requirements-dev.lock").items()


def test_a_town_installs_no_tool_that_only_tests_and_developers_use():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    tools = {canonicalize_name(Requirement(line).name) for line in project["optional-dependencies"]["dev"]}
    assert tools & set(locked("requirements.lock")) == set()
