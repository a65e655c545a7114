"""Standing orders that take a list: read, written down, shown again, refused."""

import pytest

from games.engine import StandingOrder
from games.errors import NotAllowed
from games.rulesets import get_ruleset
from games.services.orders import checked

RULES = get_ruleset("buccaneer-family")
LIST = StandingOrder("list", "Which?", (), (("a", "A"), ("b", "B"), (3, "C")), most=2)


def test_a_list_keeps_its_order_and_its_values():
    assert LIST.read(["3", "a"]) == (3, "a")
    assert LIST.read(("b",)) == ("b",)
    assert LIST.read([]) == LIST.read("") == ()


def test_empty_places_and_repetitions_are_left_out():
    assert LIST.read(["", "b", "", "b"]) == ("b",)


@pytest.mark.parametrize("said", [["c"], ["a", "b", "3"], "c"])
def test_what_is_not_offered_or_too_much_is_refused(said):
    with pytest.raises(KeyError):
        LIST.read(said)


def test_a_single_choice_is_one_of_the_values():
    one = StandingOrder("one", "Which?", 2, ((2, "Two"), (True, "Yes")))
    assert one.read("2") == 2
    assert one.read(True) is True
    with pytest.raises(KeyError):
        one.read(["2"])


def test_the_site_takes_lists_of_captains_of_this_edition():
    assert checked(RULES, {"attack_spare": ["london", "cadiz"], "flee": "plan", "flee_plan": ["home"]}) == {
        "attack_spare": ("london", "cadiz"), "flee": "plan", "flee_plan": ("home",),
    }  # fmt: skip


@pytest.mark.parametrize("said", [{"attack_spare": ["bombay"]}, {"attack_spare": 7}, {"attack_spare": [["london"]]}, {"flee": None}])
def test_the_site_refuses_the_rest(said):
    with pytest.raises(NotAllowed):
        checked(RULES, said)
