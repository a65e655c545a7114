"""Random games until a fault or until time is up, and the command that goes on with them."""

import sys

import pytest

from games.rulesets import all_rulesets
from harness import __main__ as command
from harness.simulation.in_memory import Trial

SOAK = ["python -m harness", "soak", "--ruleset", "bounty", "--part", "memory", "--seed", "3"]


def test_the_same_number_is_the_same_game():
    def actions():
        trial = Trial(all_rulesets()["bounty"], 7)
        return [(str(trial.action), trial.orders) for _ in zip(range(80), trial.play(), strict=False)]

    assert actions() == actions()


def test_a_soak_without_a_fault_says_what_it_played(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", [*SOAK, "--minutes", "0.02"])
    assert command.main() == 0
    printed = capsys.readouterr().out
    assert printed.startswith("seed 3, 0.02 minutes, bounty\n")
    assert "no fault: bounty (memory) " in printed


def test_a_soak_that_finds_a_fault_says_how_to_bring_it_back(monkeypatch):
    monkeypatch.setattr(all_rulesets()["bounty"], "describe_event", lambda event, names, seat: 1 // 0)
    monkeypatch.setattr(sys, "argv", [*SOAK, "--minutes", "1"])
    with pytest.raises(SystemExit) as ended:
        command.main()
    fault = str(ended.value.code)
    assert "ZeroDivisionError" in fault
    assert "again: python -m harness soak --ruleset bounty --part memory --seed 3" in fault
    assert '"options"' in fault
