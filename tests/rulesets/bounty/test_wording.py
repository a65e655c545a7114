"""Sentences of Bounty with several meanings."""

import ast
from pathlib import Path

import pytest

from games.engine import Event
from games.rulesets import bounty
from games.rulesets.bounty import RULESET
from games.rulesets.bounty.cards import CHEST
from games.rulesets.bounty.options import OPTIONS
from games.rulesets.bounty.orders import ORDERS
from tests.rulesets.test_words_for_people import MALE_PRONOUNS

FIGHT = {"ships": [0, 1], "totals": [8, 10], "winners": [1]}
NAMES = ["Anne", "Mary", "Grace"]


@pytest.mark.parametrize("facts", [{"throws": [[1, 4, 3], [6, 2, 2]]}, {}], ids=["with throws", "without"])
def test_a_shoot_out_is_told_with_every_throw_where_the_journal_has_them(facts, golden):
    assert golden("events/bounty", RULESET.describe_event(Event("fought", facts=FIGHT | facts), NAMES, 0))


def test_equal_totals_are_told_as_thrown_again(golden):
    equal = {"ships": [0, 1], "throws": [[2, 2, 2], [1, 1, 4]], "totals": [6, 6], "winners": [0, 1]}
    assert golden("events/bounty", RULESET.describe_event(Event("fought", facts=equal), NAMES, 2))


@pytest.mark.parametrize(("names", "seat"), [(NAMES, 0), (NAMES, 1), (NAMES[:2], 0)], ids=["to oneself", "to others", "of two ships"])
def test_the_rats_come_aboard_a_ship(names, seat, golden):
    assert golden("events/bounty", RULESET.describe_event(Event("nothing-spoilt", 0, {"ship": 0}), names, seat))


def test_a_person_is_they_in_everything_that_players_read():
    folder = Path(bounty.__file__).parent
    texts = [*(card.text for card in CHEST.values()), (folder / "rules.md").read_text("utf-8")]
    texts += [text for option in OPTIONS for text in (option.label, option.sentence, *(label for _, label in option.choices))]
    texts += [text for order in ORDERS for text in (order.question, order.help, *(said for _, said in (*order.choices, *order.sentences)))]
    texts += [
        text for node in ast.walk(ast.parse((folder / "laws.py").read_text("utf-8"))) if isinstance(node, ast.Return) for text in said(node)
    ]
    assert len(texts) > 100
    assert [text for text in texts if MALE_PRONOUNS.search(text)] == []


def said(node: ast.Return) -> list[str]:
    """Return the words in a return statement."""
    return [part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)]
