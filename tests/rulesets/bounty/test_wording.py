"""Sentences of Bounty that say more than one thing."""

import pytest

from games.engine import Event
from games.rulesets.bounty import RULESET

FIGHT = {"ships": [0, 1], "totals": [8, 10], "winners": [1]}
NAMES = ["Anne", "Mary", "Grace"]


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"throws": [[1, 4, 3], [6, 2, 2]]}, "Three throws each: you 1 + 4 + 3 = 8, Mary 6 + 2 + 2 = 10; Mary won."),
        ({}, "Three throws each: you 8, Mary 10; Mary won."),
    ],
)
def test_a_shoot_out_is_told_with_every_throw_where_the_journal_has_them(facts, told):
    assert RULESET.tell(Event("fought", facts=FIGHT | facts), NAMES, 0) == told


def test_equal_totals_are_told_as_thrown_again():
    equal = {"ships": [0, 1], "throws": [[2, 2, 2], [1, 1, 4]], "totals": [6, 6], "winners": [0, 1]}
    assert RULESET.tell(Event("fought", facts=equal), NAMES, 2).endswith("; Anne and Mary throw again.")


@pytest.mark.parametrize(
    ("names", "seat", "told"),
    [
        (NAMES, 0, "The rats found nothing aboard your ship."),
        (NAMES, 1, "The rats found nothing aboard Anne's ship."),
        (NAMES[:2], 0, "The rats found nothing aboard your first ship."),
    ],
)
def test_the_rats_come_aboard_a_ship(names, seat, told):
    assert RULESET.tell(Event("nothing-spoilt", 0, {"ship": 0}), names, seat) == told
