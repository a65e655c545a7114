"""Small towns from fixed seeds: the run is the same each time, and faults that are put back are found."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.rulesets import on_offer
from harness.__main__ import options
from harness.simulation.town import Plan
from tests.depth import DEPTH

pytestmark = [pytest.mark.one_database, pytest.mark.long]

ROOT = Path(__file__).resolve().parents[2]
OF_A_TOWN = ("DATABASE_URL", "REDIS_URL", "EMAIL_URL", "SITE_URL")
SMALL = {"people": 4, "days": 0.6, "faults": "all", "pace": "busy"}


def program(code: list[str], tmp_path: Path, timeout: float = 500, **env: str) -> subprocess.CompletedProcess:
    """A run has its own process: its clock, its chance and its database are those of the whole process."""
    (tmp_path / "static").mkdir(exist_ok=True)
    kept = {key: value for key, value in os.environ.items() if key not in OF_A_TOWN and not key.startswith("PYTEST")}
    given = {**kept, "BUCCANEER_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "buccaneer_site.settings", "PYTHONPATH": str(ROOT), **env}
    return subprocess.run([sys.executable, *code], cwd=ROOT, env=given, capture_output=True, text=True, timeout=timeout)


def simulate(tmp_path: Path, seed: int, hashes: str = "0", env: dict[str, str] | None = None, **plan: object) -> dict:
    """The figures of a run that finds nothing."""
    words = [word for name, value in (SMALL | plan).items() for word in (f"--{name}", str(value))]
    done = program(["-m", "harness", "simulate", "--json", "--seed", str(seed), *words], tmp_path, PYTHONHASHSEED=hashes, **(env or {}))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_seed_brings_the_same_run_back_byte_for_byte(tmp_path):
    first, again = (simulate(tmp_path, 1, hashes) for hashes in ("1", "2"))
    assert (first["database"], first["mail"]) == (again["database"], again["mail"])
    assert {"player", "mail"} <= set(first["moves"])


TOWNS = [(2, {"people": 6, "days": 1.5, "ruleset": "bounty"}), (3, {"people": 5, "days": 1.5})]
"""For each change `.ci/run` tries a larger one, of a new seed."""


@pytest.mark.parametrize(("seed", "plan"), TOWNS)
def test_nothing_breaks_in_towns_of_fixed_seeds(tmp_path, seed, plan):
    found = simulate(tmp_path, seed, **plan)
    assert found["letters_out"]["turn"]
    assert sum(found["games"].values()) > 2
    assert found["tasks_amid_others"] > 5, "another worker acts between statements"


EVERY_EDITION = """
import django
django.setup()
from games.rulesets import on_offer
from harness.simulation.run import simulate
from harness.simulation.town import Plan
for slug in on_offer():
    print(slug, sum(simulate(Plan(9, 4, 0.25, "none", slug, "busy"))["moves"].values()))
"""


def test_every_edition_is_played_in_a_town(tmp_path):
    done = program(["-c", EVERY_EDITION], tmp_path)
    assert done.returncode == 0, done.stderr
    moves = dict(line.split() for line in done.stdout.splitlines())
    assert list(moves) == list(on_offer())
    assert "0" not in moves.values()


PUT_BACK = """
import json, sys, django
django.setup()
from contextlib import nullcontext
from unittest.mock import patch
from harness.simulation.run import simulate
from harness.simulation.town import Failed, Plan
for where, what, days, *more in json.loads(sys.argv[1]):
    first, faults, *beat = more or (1, "none")
    line = "nothing"
    for seed in range(first, first + 5) if where else [first]:
        try:
            with patch(where, eval(what)) if where else nullcontext():
                simulate(Plan(seed, 5, days, faults, "", "busy", 1.0, *beat))
        except Failed as failure:
            line = str(failure).splitlines()[0]
            break
    print(line, flush=True)
"""
PLAYED = "(lambda P: lambda ruleset, games, won: P(ruleset, games + 1, won))(sys.modules['games.queries.results'].Played)"
ORGANISED = "(lambda old: lambda season, *given: [season.refresh_from_db() for _ in range(20)] and old(season, *given))"
ORGANISED += "(__import__('importlib').import_module('leagues.queries.dashboard').dashboard_of)"
OTHER = "(lambda old: lambda rules, asked, words, names: [one._replace(answer=next((other for other in "
OTHER += "next(ask for ask in asked if ask.name == one.decision).answers() if other != one.answer), one.answer)) "
OTHER += "for one in old(rules, asked, words, names)])(__import__('importlib').import_module('games.mail.grammar.reply_words').in_words)"
POINTS = "(lambda old: lambda *given: {})(__import__('importlib').import_module('leagues.pure.standings').points_of)"
REVERSED, MORE = POINTS.format("old(*given)[::-1]"), POINTS.format("[points + 840 * (given[0][0] == 1) for points in old(*given)]")
TWICE = "(lambda old: lambda self, row, *given: (old(self, row, *given), setattr(row, 'points', row.points + 840)))"
TWICE += "(__import__('importlib').import_module('leagues.pure.standings').Division._count)"
FAULTS = [
    ("", "", 1.2, "nothing"),
    ("games.announcements.notices.your_turn", "lambda *given: None", 1.2, "but the letter left never"),
    ("notifications.inbound.processing.read_lane", "lambda proved: None", 1.2, 4, "none", "is not read"),
    ("games.timeouts.sweeping.due_waits", "lambda now: []", 1.2, "was to happen at"),
    ("games.deadlines.waiting.asked_now", "lambda session: {}", 1.2, "asks nobody"),
    ("notifications.inbound.processing.goes_without_saying", "lambda letter, verdict: True", 1.2, 5, "none", "its sender was not told"),
    ("notifications.sending.close_delivery", "lambda row, state, code: False", 1.2, "was sent "),
    ("games.web.table.attempt_at", "lambda game, do: ('', 200)", 3, "is not the player's in the journal"),
    ("games.web.table.waiting_for", "lambda seen: [seen.game.refresh_from_db() for _ in range(20)] and []", 1.2, "queries for /games/"),
    ("games.tables.chat.notes_of", "lambda game, user: 'canary-999-'", 3, "wrote for themselves"),
    ("games.queries.table_view.seat_of", "lambda players, user: 0", 1.2, "may not know"),
    ("games.play.session.encode", "lambda said: ''", 1.2, 5, "none", "has other goods and cards than before"),
    ("games.rulesets.buccaneer.rules.Buccaneer.describe_event", "lambda *given: 1 // 0", 0.5, "a fault of the sentence"),
    ("games.announcements.live.moved", "lambda game, number: None", 1.2, "were not told of move"),
    ("games.clocks.paces.Bank.bank_after", "lambda self, bank, used: max(0, (bank or 0) - used - 3600)", 2, 2, "none", "the bank of seat"),
    ("games.deadlines.holding.hold_all", "lambda: 0", 0.5, 41, "upgrade", "s left, and has"),
    ("games.deadlines.absences.saved_up", "lambda since, now, used: sys.modules['datetime'].timedelta(20)", 0.2, "days of leave"),
    ("games.deadlines.heartbeat.is_usual", "lambda spans: False", 0.6, 1, "none", 1200, "all clocks stood"),
    ("notifications.transports.email.transport.Email.address", "lambda *given: 'anne.a@gmail.example'", 1, "and is for"),
    ("games.clocks.paces.Steady.allowance", "lambda self, asked: self.seconds // 8", 1.2, "was played for seat"),
    ("games.announcements.notices.game_ended", "lambda *given: None", 3, 9, "none", "is not told"),
    ("leagues.queries.dashboard.dashboard_of", ORGANISED, 0.5, "queries for /leagues/"),
    ("games.queries.results.Played", PLAYED, 3, 9, "none", "they played"),
    ("games.mail.grammar.reply_words.in_words", OTHER, 1.2, " ordered "),
    ("games.tasks.housekeeping.housekeeping", "lambda now: None", 4, 2, "none", "was to"),
    ("notifications.inbound.limits.without_answer", "lambda letter, reason: None", 2, 6, "none", "its sender was not told"),
    ("notifications.relay_breaker.SLOW_START", "10**6", 4, 1, "relay", "letters went within"),
    ("games.timeouts.expiring.needs_warning_letter", "lambda *given: False", 4, 3, "relay", "but the letter left"),
    ("leagues.services.results.points_of", REVERSED, 3, 3, "none", "came before"),
    ("leagues.services.results.points_of", MORE, 5, 3, "none", "and another of its size"),
    ("leagues.pure.ratings.Q", "-0.00575", 2, 18, "none", "changed the rating of"),
    ("leagues.pure.standings.Division._count", TWICE, 3, 3, "none", "tables gave"),
]
"""Where each is put back, what is there then, for how many days (first seed, weather, beat), and the error. The first is none.

What people do in a town changes with nearly any change of the site, so a fault has five seeds in which to be found.
"""


def test_faults_that_are_put_back_are_found_and_nothing_where_there_is_none(tmp_path):
    tried = FAULTS if DEPTH > 1 else FAULTS[:-9]
    done = program(["-c", PUT_BACK, json.dumps([fault[:-1] for fault in tried])], tmp_path, timeout=1500)
    found = done.stdout.splitlines()
    assert len(found) == len(tried), done.stderr
    for line, (*_, said) in zip(found, tried, strict=True):
        assert said in line


def test_what_brings_a_run_back_names_all_that_it_was_asked_for():
    said = str(Plan(seed=5, days=0.25, faults="relay, late", ruleset="piracy", check_every=0.5, beat=300))
    given = options().parse_args(said.split()[3:])
    assert (given.seed, given.days, given.faults, given.ruleset, given.check_every, given.beat) == (
        5,
        0.25,
        "relay,late",
        "piracy",
        0.5,
        300,
    )
    assert f"{given.people} {given.pace}" == "12 slow"


WRONG = [
    ("--people", "0"),
    ("--people", "1"),
    ("--people", "2.5"),
    ("--people", "5000"),
    ("--days", "0"),
    ("--days", "nan"),
    ("--days", "inf"),
]
WRONG += [("--seed", "x"), ("--ruleset", "chess"), ("--check-every", "0"), ("--check-every", "-1"), ("--beat", "0"), ("--pace", "fast")]


@pytest.mark.parametrize(("option", "word"), WRONG)
def test_an_option_that_makes_no_sense_is_refused_before_anything_runs(option, word, capsys):
    with pytest.raises(SystemExit) as refused:
        options().parse_args(["simulate", option, word])
    assert refused.value.code == 2
    assert option in capsys.readouterr().err


def test_faults_that_are_not_there_are_named(tmp_path):
    done = program(["-m", "harness", "simulate", "--faults", "relay,locusts"], tmp_path)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert "no fault locusts. There are: all, none, relay" in done.stderr
