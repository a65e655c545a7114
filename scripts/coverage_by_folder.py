"""`make coverage`: the share of each top folder that the suite over SQLite runs, in all processes that tests start.

Under Python 3.11 this takes twice the time of the suite alone, so it is part of `make nightly` and not of `make test`.
"""

import sys
import tempfile
from collections import Counter
from pathlib import Path

import test as suite
from coverage import Coverage

ROOT = suite.ROOT


def table(data: Path) -> str:
    """Return a table of statements, how many ran, and their share, for each top folder and in total."""
    coverage = Coverage(data_file=str(data), config_file=str(ROOT / "pyproject.toml"))
    coverage.combine([str(data.parent)])
    statements, ran = Counter[str](), Counter[str]()
    for file in coverage.get_data().measured_files():
        _, lines, _, missing, _ = coverage.analysis2(file)
        for folder in (Path(file).relative_to(ROOT).parts[0], "total"):
            statements[folder] += len(lines)
            ran[folder] += len(lines) - len(missing)
    order = sorted(statements, key=lambda folder: (folder == "total", folder))
    return "\n".join(
        f"{folder:<16}{statements[folder]:>8}{ran[folder]:>8}{ran[folder] / max(1, statements[folder]):>8.1%}" for folder in order
    )


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        env = {"COVERAGE_PROCESS_START": str(ROOT / "pyproject.toml"), "COVERAGE_FILE": str(data)}
        good = suite.pytest("SQLite, with coverage", suite.OVER_SQLITE, env)
        print(f"\n{'folder':<16}{'lines':>8}{'run':>8}{'':>8}\n{table(data)}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
