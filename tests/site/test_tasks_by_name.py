"""Tasks are started by the names that are written out at them."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from buccaneer_site.celery import app
from core.tasks import enqueue, enqueue_after_commit

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("core", "accounts", "notifications", "games", "leagues", "buccaneer_site")
STARTERS = {"enqueue", "enqueue_after_commit", "task_named"}
FRESH_PROCESS = """
import sys
import django
django.setup()
assert "games.tasks" not in sys.modules
from core.tasks import task_named
print(task_named("games.tasks.play_bots").name, task_named("leagues.tasks.rate").name)
"""


def name_of(node: ast.expr) -> str:
    """The last name of what is called: `enqueue` of both `enqueue` and `tasks.enqueue`."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def calls_of(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def started() -> Iterator[tuple[str, ast.expr]]:
    """Where a task is started by its name, with the name as it stands there."""
    for path in sorted(path for part in PARTS for path in (ROOT / part).rglob("*.py")):
        if path == ROOT / "core" / "tasks.py":
            continue
        for call in calls_of(ast.parse(path.read_text())):
            if name_of(call.func) in STARTERS:
                yield f"{path.relative_to(ROOT)}:{call.lineno}", call.args[0]


def decorated() -> Iterator[tuple[str, str | None]]:
    """Every task in the code: the name it should have, and the one that is written out."""
    for path in sorted(path for part in PARTS for path in (ROOT / part).rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for function in (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.FunctionDef)):
            for decorator in function.decorator_list:
                if name_of(getattr(decorator, "func", decorator)) in {"shared_task", "task"}:
                    yield f"{module}.{function.name}", written_name(decorator)


def written_name(decorator: ast.expr) -> str | None:
    keywords = decorator.keywords if isinstance(decorator, ast.Call) else []
    return next((ast.literal_eval(keyword.value) for keyword in keywords if keyword.arg == "name"), None)


def test_every_name_that_is_started_is_written_out_and_registered():
    unknown = [(where, ast.unparse(name)) for where, name in started() if not (isinstance(name, ast.Constant) and name.value in app.tasks)]
    assert not unknown


def test_every_task_has_its_module_and_function_written_out_as_its_name():
    names = dict(decorated())
    assert len(names) > 10
    assert [(name, written) for name, written in names.items() if written != name] == []
    assert set(names) == {name for name in app.tasks if not name.startswith(("celery.", "tests."))}


def test_an_unknown_name_is_refused_when_it_is_called():
    for start in (enqueue, enqueue_after_commit):
        with pytest.raises(KeyError):
            start("games.tasks.no_such_task", 7)


def test_a_process_that_never_imported_the_tasks_starts_them():
    done = subprocess.run([sys.executable, "-c", FRESH_PROCESS], cwd=ROOT, capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.split() == ["games.tasks.play_bots", "leagues.tasks.rate"]


def test_what_is_started_by_name_is_the_task_that_its_module_holds(monkeypatch):
    seen = []
    monkeypatch.setattr("games.tasks.play_bots.delay", seen.append)
    enqueue("games.tasks.play_bots", 7)
    assert seen == [7]


@pytest.mark.django_db
def test_a_task_for_after_the_commit_waits_for_it(monkeypatch, django_capture_on_commit_callbacks):
    seen = []
    monkeypatch.setattr("leagues.tasks.rate.delay", seen.append)
    with django_capture_on_commit_callbacks(execute=True):
        enqueue_after_commit("leagues.tasks.rate", "piracy")
        assert seen == []
    assert seen == ["piracy"]
