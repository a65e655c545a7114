"""The night says what this machine left out, and calls only what failed FAILED."""

import os
import subprocess
import sys

import pytest
from django.conf import settings

SCRIPTS = settings.BASE_DIR / "scripts"
NIGHT = """
import sys, nightly
def part(lines, status):
    return lambda: nightly.run(sys.executable, "-c", f"print({lines!r}); raise SystemExit({status})")
left_out = part("12 moves\\nLeft out: clock put back, as faketime is not installed.\\nNothing lost.", 77)
parts = {"the drill": left_out, "the benches": part("", 0), "wheels": part("Left out: no part.", 1), "Lighthouse": None}
nightly.suites, nightly.tries = (lambda able: parts), dict
sys.exit(nightly.main())
"""
DRILL = """
import sys, types
from harness.drill import run as drill, town as drill_town
drill_town.faketime = lambda: None
sys.exit(drill.Drill(types.SimpleNamespace(has_disk=True, processes={}), None).status(sys.argv[1:]))
"""
SUITE = """
import sys, test as suite
sys.exit(suite.verdict(sys.argv[1:], {"the tests in Firefox": "firefox-esr is not installed"}))
"""


def run(program: str, *arguments: str, **env: str) -> tuple[int, list[str]]:
    """Return the exit status and the lines of a program beside our scripts."""
    whole = {**os.environ, "PYTHONPATH": f"{SCRIPTS}:{settings.BASE_DIR}", "REQUIRE_ALL": "", "MINUTES": "20", **env}
    done = subprocess.run([sys.executable, "-c", program, *arguments], cwd=SCRIPTS, env=whole, capture_output=True, text=True)
    return done.returncode, done.stdout.splitlines()


def test_a_night_without_faketime_says_what_was_left_out_and_not_that_the_drill_failed():
    status, lines = run(NIGHT)
    end = lines[lines.index("4 parts, 1 passed.") :]
    assert status == 1
    assert "FAILED: wheels." in end
    assert any(line.startswith("NOT RUN") and line.endswith(": Lighthouse.") for line in end)
    assert "the drill: passed, but left out: clock put back, as faketime is not installed." in end
    assert len(end) == 4
    assert "12 moves" in lines, "what a part writes is shown"


@pytest.mark.parametrize("program", [DRILL, SUITE])
def test_what_a_machine_lacks_has_an_exit_status_of_its_own_and_a_fault_that_of_a_failure(program):
    assert run(program)[0] == 0
    assert run(program, REQUIRE_ALL="1")[0] == 77
    assert run(program, "a fault", REQUIRE_ALL="1")[0] == run(program, "a fault")[0] == 1
