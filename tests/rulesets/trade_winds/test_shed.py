"""Giving up no more than necessary; deals in which some things take more room than others."""

import pytest

from games.engine import Deal, IllegalAction
from games.rulesets.trade_winds.phases.fighting import Shed

WORTH = {"gem": 5, "gold": 4, "barrel": 2}


@pytest.fixture
def shed():
    """Return a decision to give up five points."""
    pile = ("gem", "gold", "gold", "barrel", "barrel")
    return Shed(0, "overload", None, pile, 1, len(pile), WORTH, 5)


def test_enough_has_to_go(shed):
    with pytest.raises(IllegalAction) as refused:
        shed.check(["gold"])
    assert refused.value.code == "worth-too-little"


def test_nothing_goes_that_could_stay(shed):
    with pytest.raises(IllegalAction) as refused:
        shed.check(["gem", "barrel"])
    assert refused.value.code == "not-needed"


def test_every_way_that_is_listed_is_accepted_and_the_lightest_is_among_them(shed):
    found = list(shed.answers())
    assert ("gold", "barrel") in found
    assert [shed.check(way) for way in found] == found
    assert shed.lightest() == ("gem",)


def deal(room):
    cargo = tuple(kind for kind, worth in WORTH.items() for _ in range(worth))
    return Deal(0, "trade", None, ("crew",), ("gem",), {**WORTH, "crew": 5}, True, cargo, room)


def test_room_is_counted_by_what_each_thing_takes():
    assert deal(5).check((["crew"], ["gem"])) == (("crew",), ("gem",))
    with pytest.raises(IllegalAction) as refused:
        deal(4).check((["crew"], ["gem"]))
    assert refused.value.code == "no-room"


def test_a_deal_for_which_there_is_no_room_is_not_possible():
    assert deal(5).possible()
    assert not deal(4).possible()
