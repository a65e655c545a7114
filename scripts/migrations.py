"""`python scripts/migrations.py`: refuse new migrations that lock a table while people play, or break older code that still runs.

A release is installed beside the previous release (docs/running.md, *Upgrades*): first the migrations, then one process after the other.
So a migration may only add what the old code can ignore: new tables, columns with a database default, indexes built concurrently.
A table or column is removed one release after the code stopped using it; ALLOWED names the migration and the reason.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

BASELINE = {"accounts": 10, "games": 28, "leagues": 13, "notifications": 14}
"""The number of each app's last migration before this check existed."""
ALLOWED: dict[str, str] = {}
"""Migrations that may lock or remove something: {"app.0042_name": reason}"""
TAKES_AWAY = ("RemoveField", "DeleteModel", "RenameField", "RenameModel", "AlterModelTable")
HARMLESS = (
    "CreateModel", "RunPython", "AlterModelOptions", "AlterModelManagers", "AddIndexConcurrently", "RemoveIndexConcurrently", "RemoveIndex",
    "AddConstraintNotValid", "ValidateConstraint", "RemoveConstraint", "AlterModelTableComment", "RenameIndex", "AddIndexBeside",
)  # fmt: skip


def problems(migration: Any) -> Iterator[str]:
    """Yield a sentence for each operation that locks a table or breaks older code, except on tables that the same migration creates."""
    new = {operation.name_lower for operation in migration.operations if type(operation).__name__ == "CreateModel"}
    for operation in migration.operations:
        if getattr(operation, "model_name_lower", None) in new:
            continue
        if problem := problem_of(operation, type(operation).__name__):
            yield f"{migration.app_label}.{migration.name}: {operation.describe()}: {problem}"


def problem_of(operation: Any, kind: str) -> str:
    """Return a sentence that says what is wrong with one operation; "" if nothing is wrong."""
    if kind in HARMLESS:
        return ""
    if kind in TAKES_AWAY:
        return "the old code still uses it. Take it away a release later."
    if kind == "AddField":
        return problem_of_field(operation.field)
    if kind == "AddIndex":
        return "this locks the table against writing. Use core.migrations.AddIndexBeside, with atomic = False."
    if kind in ("AddConstraint", "AlterUniqueTogether"):
        return "this reads the whole table while it is locked. Add it without validation, then validate it."
    if kind == "AlterField":
        return "another type, or a column that may be empty no more, rewrites or reads the whole table. Add a column instead."
    if kind == "SeparateDatabaseAndState":
        faults = (problem_of(part, type(part).__name__) for part in operation.database_operations)
        return next(filter(None, faults), "")
    return "this check cannot tell whether it locks a table."


def problem_of_field(field: Any) -> str:
    """Return why a column may not be added; "" if it may. Older code stores rows without the column."""
    from django.db.models import NOT_PROVIDED

    if field.many_to_many or field.null or field.db_default is not NOT_PROVIDED:
        return "this reads the whole table while it is locked." if field.unique else ""
    return "the old code stores rows without it. Give it db_default, or null=True."


def is_new(app: str, name: str) -> bool:
    """Return whether a migration belongs to an app of this project and is newer than the baseline."""
    return app in BASELINE and int(name[:4]) > BASELINE[app]


def main() -> int:
    import django
    from django.db.migrations.loader import MigrationLoader

    django.setup()
    migrations = MigrationLoader(None).disk_migrations
    new = [migrations[key] for key in sorted(migrations) if is_new(*key) and ".".join(key) not in ALLOWED]
    lines = [line for migration in new for line in problems(migration)]
    print("\n".join(lines) or f"ok: {len(new)} new migrations lock nothing.")
    return 1 if lines else 0


if __name__ == "__main__":
    import os

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "buccaneer_site.settings")
    sys.exit(main())
