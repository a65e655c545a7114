"""`python scripts/sizes.py`: list each Python function of more than 30 lines, and each file of Python or JavaScript of more
than 400 lines.

Migrations, which Django writes, and third-party packages are exempt.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("core", "accounts", "games", "leagues", "notifications", "buccaneer_site", "harness", "scripts", "tests", "bench")
FUNCTION, FILE = 30, 400


def too_long(source: str, name: str) -> Iterator[str]:
    """Yield a message if the file is too long, and for each Python function that is too long."""
    if (lines := len(source.splitlines())) > FILE:
        yield f"{name}: {lines} lines, {FILE} at most"
    if not name.endswith(".py"):
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or 0) - node.lineno + 1
            if lines > FUNCTION:
                yield f"{name}:{node.lineno}: {node.name} has {lines} lines, {FUNCTION} at most"


def main() -> int:
    files = [file for folder in FOLDERS for file in sorted((ROOT / folder).rglob("*.py")) if "migrations" not in file.parts]
    files += sorted((ROOT / "static" / "js").rglob("*.js"))
    long_parts = [line for file in files for line in too_long(file.read_text(encoding="utf-8"), str(file.relative_to(ROOT)))]
    print("\n".join(long_parts))
    return 1 if long_parts else 0


if __name__ == "__main__":
    sys.exit(main())
