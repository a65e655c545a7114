"""Advice for practice: each edition recommends the best answers with reasons, from its captain's view, the same each time."""

import re

import pytest

from games.engine import Dice
from games.kit.bot import AS_BEFORE, Weighed, best, in_ten, turns_from_now
from games.kit.parts import face_of
from games.rulesets import all_rulesets
from tests.rulesets.walks import every

pytestmark = pytest.mark.one_database
WITH_ADVICE = [slug for slug, rules in all_rulesets().items() if face_of(rules).advise]
CODE = re.compile(r"\b([BR][123]|[a-z]+-[a-z]+(?<!face-down)|None|\d+\.\d)\b|[_{}\[\]<>]")
SENTENCE = re.compile(r"[A-Z].*[.]")


def advice_of(rules, state, seat: int):
    """Return the advice for the seat in this position, and its required question."""
    dice = Dice(b"hint")
    asked = [decision for decision in rules.decisions(state) if decision.seat == seat]
    names = [f"Captain {number}" for number in range(len(rules.scores(state)))]
    return face_of(rules).advise(rules.view(state, seat), asked, lambda sides: dice.below(sides, "hint"), names), asked


@pytest.mark.parametrize("slug", WITH_ADVICE)
def test_advice_is_on_offer_has_a_reason_and_hangs_on_nothing_that_is_hidden(slug):
    rules = all_rulesets()[slug]
    for index, step in enumerate(every(slug, rules.seats[0] + 1, 40)):
        seat = next((asked.seat for asked in rules.decisions(step.state) if not asked.optional), None)
        if seat is None:
            continue
        given, asked = advice_of(rules, step.state, seat)
        offered = {decision.name: decision for decision in asked}
        assert 1 <= len(given) <= 3, step.action
        for one in given:
            assert offered[one.action.decision].check(one.action.answer) == one.action.answer
            assert SENTENCE.fullmatch(one.reason), one.reason
            assert not CODE.search(one.reason), one.reason
        assert len({one.action for one in given}) == len(given)
        other = rules.redeal_hidden(step.state, seat, Dice(f"other {index}".encode()))
        assert advice_of(rules, other, seat)[0] == given


def test_of_the_best_few_those_with_another_reason_go_first_and_poor_ones_never():
    found = [Weighed(9, "A1", "Home."), Weighed(8, "A2", "Home."), Weighed(7, "A3", "Trade."), Weighed(6, "A4", "Home.")]
    found += [Weighed(5 - number, f"B{number}", "Home.") for number in range(4)] + [Weighed(-9, "C1", "Nothing.")]
    assert [one.answer for one in best(reversed(found))] == ["A1", "A2", "A3"]
    assert [one.answer for one in best(found, 2)] == ["A1", "A3"]
    assert [one.reason for one in best(found)] == ["Home.", AS_BEFORE, "Trade."]


def test_times_and_chances_are_said_in_words():
    assert [turns_from_now(turns) for turns in (0, 1, 2)] == ["this turn", "next turn", "in three turns"]
    assert [in_ten(chance) for chance in (0.01, 0.72, 0.99)] == ["hardly ever", "about seven times in ten", "nearly always"]
