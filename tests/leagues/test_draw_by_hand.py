"""Anyone can repeat the draw of a season with the program that docs/verifying.md prints."""

import re
from pathlib import Path

import pytest

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

PAGE = Path(__file__).resolve().parents[2] / "docs" / "verifying.md"


def test_the_program_on_the_page_about_verifying_repeats_the_draw_of_a_season(make_run, people, capsys):
    run = make_run(people(8), seats=3, size=4)
    names = [entry.name for entry in run.season.entries.order_by("pk")]
    run.step("close")
    season = run.season
    program = re.search(r"## The draw of a season.*?```python\n(.*?)```", PAGE.read_text(), re.DOTALL)[1]
    program = program.replace('"…", ["Pete", "Anne", "Mary", "Jack"]', f"{season.seed!r}, {names!r}")
    program = program.replace('== "…"', f"== {season.commitment!r}")
    assert "…" not in program
    exec(program, {})
    drawn = [
        [[seat.entry.name for seat in fixture.seats.order_by("seat")] for fixture in division.fixtures.order_by("number")]
        for division in season.divisions.order_by("number")
    ]
    assert capsys.readouterr().out == "".join(f"{tables}\n" for tables in drawn)
