"""Every sentence of every edition that a scenario brings about, as each captain and an onlooker reads it, is English."""

import re
import sys
from functools import cache
from pathlib import Path

import pytest

from games.queries import journal
from tests.scenario_language import Scenario, read_file, scenario_files
from tests.scenario_language.running import ScenarioRun
from tests.scenario_language.vocabulary import vocabulary_of

pytestmark = pytest.mark.long

NAMES = ("Anne", "Mary", "Grace", "Jack", "Rackham", "Bonny", "Read", "Teach")
SOMEBODY = "|".join(NAMES)
WRONG = {
    "the verb does not agree with “you”": r"\b[Yy]ou(, who|) (is|was|has|does|wants|lies|stays|sails)\b",
    "a later verb does not agree with “you”": r"^You\b[^.;:]*\band (is|was|has)\b",
    "“you” is large in the middle": r"[a-z,;] You\b",
    "“you” owns by an apostrophe or by “of”": r"\b[Yy]ou's\b|\b(move|ship|hand|cargo|crew) of you\b",
    "the verb does not agree with a name": rf"(?<!and )(?<!, )\b({SOMEBODY}) (are|were|have)\b",
    "the verb does not agree with two names": rf"(?<!between )\b({SOMEBODY}) and ({SOMEBODY}) (is|was|has)\b",
    "“no” of several persons": r"\b(to|from|of) no other captains\b",
    "one of several": r"\b(1|[Oo]ne) (dubloons|cards|coins|squares|points|captains|ships|throws)\b",
    "a person is not “they”": r"\b(he|him|his|himself)\b",
    "something was left open": r"[{}]|\bNone\b|  |\.\.|,\.| ,",
    "it is no sentence": r"^[a-z]|[^.!?]$",
}


def told(slug: str) -> dict[str, set[str]]:
    """Event -> its sentences, for everyone who may know of it."""
    found: dict[str, set[str]] = {}
    for scenario in scenarios_of(slug):
        rules, words = vocabulary_of(slug)
        run = ScenarioRun(scenario, rules, words)
        run.run()
        names = NAMES[: len(rules.scores(run.state))]
        for event in run.events:
            readers = [seat for seat in (None, *range(len(names))) if event.seen_by(seat)]
            found.setdefault(event.name, set()).update(journal.event_sentence(rules, event, names, seat) for seat in readers)
    return found


@cache
def every_scenario() -> list[Scenario]:
    return [scenario for file in scenario_files([Path(__file__).parent.parent / "rulesets"]) for scenario in read_file(file)]


def scenarios_of(slug: str) -> list[Scenario]:
    """All scenarios of one edition."""
    return [scenario for scenario in every_scenario() if scenario.game == slug]


@pytest.mark.parametrize("slug", sorted({scenario.game for scenario in every_scenario()}))
def test_every_sentence_is_english_to_every_reader(slug):
    sentences = {(name, sentence) for name, several in told(slug).items() for sentence in several if sentence}
    assert sentences
    wrong = [(why, *one) for why, pattern in WRONG.items() for one in sorted(sentences) if re.search(pattern, one[1])]
    assert wrong == []


def test_every_sentence_of_bounty_is_brought_about_by_a_scenario():
    wording = sys.modules["games.rulesets.bounty.wording"]
    assert {*wording.EVENTS, *wording.SPECIAL} - told("bounty").keys() == set()
