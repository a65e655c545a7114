"""Random games on the real site: every page and letter after each thing that is done; and the command that goes on with it."""

from io import StringIO
from itertools import takewhile
from time import process_time

import pytest
from django.core.management import CommandError, call_command

from games.play import acting
from games.rulesets import all_rulesets
from harness.simulation import Errors, command, soak, table
from harness.simulation.in_memory import Trial
from harness.simulation.table import SiteTrial
from tests.depth import DEPTH

pytestmark = pytest.mark.one_database

SOAKED = 1.0 * DEPTH
"""Seconds of the processor, for each edition."""


@pytest.mark.django_db
@pytest.mark.parametrize("slug", [slug for slug in all_rulesets() if slug != "toy"])
def test_whatever_people_do_every_page_and_letter_comes(slug, monkeypatch):
    monkeypatch.setattr("games.drawing.pictures.png", lambda svg: None)
    monkeypatch.setattr(table, "MOST_ACTIONS", 8)
    monkeypatch.setattr(table, "UNSEEN", 30)
    until, played = process_time() + SOAKED, 0
    with Errors() as errors:
        while process_time() < until:
            trial = SiteTrial(all_rulesets()[slug], played, errors)
            try:
                played += len(list(takewhile(lambda _: process_time() < until, trial.play())))
            except Exception as fault:
                raise AssertionError(f"{fault}: {trial}") from fault
            played += 1
    assert played


@pytest.mark.django_db
def test_what_the_site_held_back_is_a_fault_for_a_soak(toy, monkeypatch):
    monkeypatch.setattr(type(toy), "describe_event", lambda self, event, names, seat: 1 // 0)
    with Errors() as errors, pytest.raises(AssertionError, match="a fault of the sentence"):
        list(SiteTrial(toy, 1, errors).play())


@pytest.fixture
def out_of_the_way(monkeypatch):
    """The tests have a site of their own already."""
    monkeypatch.setattr(soak, "alone", Errors)


def test_the_same_number_is_the_same_game():
    def actions():
        trial = Trial(all_rulesets()["bounty"], 7)
        return [(str(trial.action), trial.orders) for _ in zip(range(80), trial.play(), strict=False)]

    assert actions() == actions()


def test_a_soak_without_a_fault_says_what_it_played(out_of_the_way):
    said = StringIO()
    call_command(command.Soak(), minutes=0.02, ruleset="bounty", seed=3, part=["memory"], stdout=said)
    assert said.getvalue().startswith("seed 3, 0.02 minutes, bounty\n")
    assert "no fault: bounty" in said.getvalue()


def test_a_soak_that_finds_a_fault_says_how_to_bring_it_back(out_of_the_way, monkeypatch):
    monkeypatch.setattr(all_rulesets()["bounty"], "describe_event", lambda event, names, seat: 1 // 0)
    with pytest.raises(CommandError) as found:
        call_command(command.Soak(), minutes=1, ruleset="bounty", seed=3, part=["memory"], stdout=StringIO())
    told = str(found.value)
    assert found.value.returncode == 1
    assert "ZeroDivisionError" in told
    assert "again: python -m harness soak --ruleset bounty --part memory --seed 3" in told
    assert '"options"' in told


@pytest.mark.django_db
def test_a_fault_on_the_site_comes_with_the_record_of_its_game(toy, monkeypatch, out_of_the_way):
    monkeypatch.setattr(acting, "end_as_it_stands", lambda game_id, reason: 1 // 0)
    monkeypatch.setattr(table, "MOST_ACTIONS", 1)
    with pytest.raises(CommandError) as found:
        call_command(command.Soak(), minutes=1, ruleset="toy", seed=2, part=["site"], stdout=StringIO())
    assert '"moves"' in str(found.value)
    assert f'"seed": "{b"soak ".hex()}' in str(found.value)
