"""Play scenario files one after another. `manage.py scenario` prints the results."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.scenario_language import Failed, ScenarioError, read_file, run, scenario_files


class NothingToPlay(Exception):
    """A named path does not exist, or none of the paths contains a scenario; the text says which."""


class ScenarioRuns:
    """Play all scenarios in these files and folders. Afterwards `failed` is the number of those that did not go as written."""

    def __init__(self, paths: Sequence[str | Path]) -> None:
        self.paths, self.passed, self.failed = paths, 0, 0

    def lines(self) -> Iterator[str]:
        """Yield a line for each scenario, the differences of failed ones, and the totals. Raises NothingToPlay."""
        try:
            files = scenario_files(self.paths)
        except FileNotFoundError as missing:
            raise NothingToPlay(str(missing)) from None
        for file in files:
            for title, reasons in results(file):
                yield f"{'FAIL' if reasons else 'ok  '} {file}: {title}"
                for reason in reasons:
                    yield f"       {reason}"
                self.passed, self.failed = self.passed + (not reasons), self.failed + bool(reasons)
        yield f"{self.passed} passed, {self.failed} failed"
        if not self.passed + self.failed:
            raise NothingToPlay("There is no scenario in what was named.")


def results(file: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield (title, differences) of every scenario in a file."""
    try:
        scenarios = read_file(file)
    except ScenarioError as error:
        yield "not understood", [f"line {error.line}: {error.text}"]
        return
    for scenario in scenarios:
        try:
            run(scenario)
        except Failed as failure:
            yield scenario.title, failure.reasons
        except ScenarioError as error:
            yield scenario.title, [f"line {error.line}: {error.text}"]
        else:
            yield scenario.title, []
