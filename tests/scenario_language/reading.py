"""Find and read scenario files, with the line number of every key."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

ENDINGS = (".yaml", ".yml")
KEYS = ("title", "game", "law", "about", "given", "when", "then")


class ScenarioError(Exception):
    """The file cannot be read. The text says which file, which line, and why."""

    def __init__(self, path: Path, line: int, text: str):
        super().__init__(f"{path}:{line}: {text}")
        self.path, self.line, self.text = path, line, text


class Lines(dict):
    """A mapping that knows the line of each of its keys."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.lines: dict[Any, int] = {}
        self.line = 0


class Row(list):
    """A list that knows the first line of each of its entries."""

    lines: list[int]


class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """A YAML loader with only true and false as booleans, without dates, and without repeated keys; it uses libyaml if available."""


Loader.yaml_implicit_resolvers = {
    letter: [
        (tag, pattern)
        for tag, pattern in resolvers
        if tag not in ("tag:yaml.org,2002:timestamp", "tag:yaml.org,2002:merge")
        and (tag != "tag:yaml.org,2002:bool" or letter in "tTfF")
        and (tag != "tag:yaml.org,2002:float" or letter in "0123456789.")
    ]
    for letter, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def read_mapping(loader: Loader, node: yaml.MappingNode) -> Lines:
    """Return keys and values that know their lines. Raises ConstructorError for a key that is not a word or is repeated."""
    lines = Lines()
    lines.line = node.start_mark.line + 1
    for key_node, value_node in node.value:
        key = loader.construct_object(key_node, deep=True)
        if not isinstance(key, str | int):
            raise yaml.constructor.ConstructorError(None, None, "a key is a word", key_node.start_mark)
        key = str(key)
        if key in lines:
            raise yaml.constructor.ConstructorError(None, None, f"{key} stands here twice", key_node.start_mark)
        lines[key] = loader.construct_object(value_node, deep=True)
        lines.lines[key] = key_node.start_mark.line + 1
    return lines


def read_row(loader: Loader, node: yaml.SequenceNode) -> Row:
    """Return a list that knows the lines of its items."""
    row = Row(loader.construct_object(child, deep=True) for child in node.value)
    row.lines = [child.start_mark.line + 1 for child in node.value]
    return row


Loader.add_constructor("tag:yaml.org,2002:map", read_mapping)
Loader.add_constructor("tag:yaml.org,2002:seq", read_row)


@dataclass(slots=True)
class Scenario:
    """One position, the actions, and the expected result."""

    path: Path
    line: int
    title: str
    game: str
    laws: tuple[str, ...]
    given: Lines = field(default_factory=Lines)
    when: Row = field(default_factory=Row)
    then: Lines = field(default_factory=Lines)

    def error(self, line: int, text: str) -> ScenarioError:
        return ScenarioError(self.path, line, text)


def scenario_files(paths: Iterable[str | Path]) -> list[Path]:
    """Return the named files, and all scenario files in the named folders. Raises FileNotFoundError."""
    files: list[Path] = []
    for path in map(Path, paths):
        if path.is_dir():
            files += sorted(file for file in path.rglob("*") if file.suffix in ENDINGS and file.is_file())
        elif path.is_file():
            files.append(path)
        else:
            raise FileNotFoundError(f"There is no file or folder {path}.")
    return list(dict.fromkeys(files))


def read_file(path: Path) -> list[Scenario]:
    """Return the scenarios of a file, separated by lines of three hyphens. Raises ScenarioError."""
    try:
        text = path.read_text(encoding="utf-8")
        loader = Loader(text)
        try:
            documents = []
            while loader.check_data():
                documents.append(loader.get_data())
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = min(mark.line + 1, len(text.splitlines())) if mark else 1  # libyaml reports what is missing at the end one line too low
        raise ScenarioError(path, line, f"not readable as YAML: {error.problem}") from None
    except (yaml.YAMLError, UnicodeDecodeError, OSError, RecursionError, ValueError) as error:
        raise ScenarioError(path, 1, f"not readable: {str(error).splitlines()[0] if str(error) else 'broken'}") from None
    scenarios = [scenario(path, document) for document in documents if document is not None]
    if not scenarios:
        raise ScenarioError(path, 1, "the file holds no scenario.")
    return scenarios


def scenario(path: Path, data: Any) -> Scenario:
    """Return one document of a file as a scenario, with its outer shape checked."""
    if not isinstance(data, Lines):
        raise ScenarioError(path, 1, f"a scenario has the keys {', '.join(KEYS)}.")
    for key in data:
        if key not in KEYS:
            raise ScenarioError(path, data.lines[key], f"{key} is not a key of a scenario. Known: {', '.join(KEYS)}.")
    for key, kind, shape in (("given", Lines, "keys and values"), ("when", Row, "a list"), ("then", Lines, "keys and values")):
        if data.get(key) is not None and not isinstance(data[key], kind):
            raise ScenarioError(path, data.lines[key], f"{key} is written as {shape}.")
    if not data.get("then") and not data.get("when"):
        raise ScenarioError(path, data.line, "a scenario says what is done (when) or what is true (then).")
    laws = data.get("law")
    return Scenario(
        path, data.line, str(data.get("title") or path.stem), game_of(path, data),
        tuple(str(law) for law in (laws if isinstance(laws, list) else [] if laws is None else [laws])),
        data.get("given") or Lines(), data.get("when") or empty_row(), data.get("then") or Lines(),
    )  # fmt: skip


def game_of(path: Path, data: Any) -> str:
    """Return the named ruleset, or the one whose folder holds the file. Raises ScenarioError."""
    if data.get("game"):
        return str(data["game"])
    folder = next((folder for folder in path.absolute().parents if folder.name == "scenarios"), None)
    if folder is None:
        raise ScenarioError(path, data.line, "say which game it is about, as in “game: slug”.")
    return folder.parent.name.replace("_", "-")


def empty_row() -> Row:
    """Return an empty list without lines."""
    row = Row()
    row.lines = []
    return row
