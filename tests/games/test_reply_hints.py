"""What a letter says about answers of several parts is what the question takes."""

from dataclasses import replace

import pytest

from games.engine import Deal, Dice, Pick
from games.mail.grammar import reply_codes
from games.rulesets import get_ruleset

pytestmark = pytest.mark.one_database

GOODS = ("gold", "rum", "rum", "map")
WORTH = {"gold": 4, "rum": 2, "map": 3}


class Plain:
    """Things are called by their codes."""

    @staticmethod
    def label(decision, option, names):
        return option

    @staticmethod
    def ask(decision, names):
        return "Move them?"


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ({"least": 2, "most": 2}, ": exactly 2"),
        ({"least": 1, "most": 3}, ": 1 to 3"),
        ({"most": 2}, ": at most 2, or “nothing”"),
        ({"most": 4}, ", or “nothing”"),
        ({"least": 1, "most": 9, "worth": WORTH, "high": 6}, ": 1 to 4, worth 6 at most together"),
        ({"least": 1, "most": 4, "worth": WORTH, "low": 5}, ": 1 to 4, worth 5 at least together"),
        ({"least": 1, "most": 4, "worth": WORTH, "low": 4, "high": 4}, ": 1 to 4, worth 4 together"),
        ({"least": 1, "most": 4, "worth": WORTH, "low": 4, "high": 5}, ": 1 to 4, worth 4 to 5 together"),
        ({"most": 4, "cargo": GOODS, "room": 1}, ", with room for 1 more aboard, or “nothing”"),
    ],
)
def test_how_many_things_may_be_chosen_is_said(limits, said):
    asked = Pick(0, "keep", options=GOODS, **limits)
    assert reply_codes.of_pick(asked) == f"the letters of what you choose{said}"


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        ({}, "; both must be worth the same"),
        ({"may_overpay": True}, "; you may give more than you take"),
        ({"even": False, "cargo": ("rum",), "room": 1}, "; there is room for 1 more aboard"),
        ({"even": False, "cargo": ("rum", "rum"), "room": 9}, "; there is room for 9 points more aboard"),
        ({"even": False, "cargo": ("map",), "room": 1}, ""),
    ],
)
def test_what_both_sides_of_a_deal_must_be_is_said(terms, said):
    asked = Deal(0, "trade", give=("gold",), take=("rum",), worth=WORTH, **terms)
    assert reply_codes.of_deal(asked) == f"the letters of what you give and of what you take{said}"


@pytest.mark.parametrize(("give", "take", "said"), [(("gold",), (), "of what you give"), ((), ("rum",), "of what you take")])
def test_a_deal_with_one_side_asks_for_that_side_alone(give, take, said):
    asked = Deal(0, "stow", give=give, take=take, even=False)
    assert reply_codes.of_deal(asked) == f"the letters {said}"
    [(_, _, _, things)] = reply_codes.lines_of(Plain, asked, [])
    assert len(things) == 1
    assert things[0].startswith("a)")


def lettered(decision, options):
    return [item.replace(reply_codes.GLUE, " ") for item in reply_codes.lettered(Plain, decision, options, [])]


def test_things_are_named_with_their_worth_where_it_counts():
    assert lettered(Deal(0, "trade", give=GOODS, take=(), worth=WORTH), GOODS) == ["a) gold (4)", "b) rum (2)", "c) rum (2)", "d) map (3)"]
    assert lettered(Deal(0, "stow", give=GOODS, take=(), worth=WORTH, even=False), GOODS[:2]) == ["a) gold", "b) rum"]
    assert lettered(Pick(0, "load", options=GOODS, most=2, worth=WORTH, high=4), GOODS[:1]) == ["a) gold (4)"]
    assert lettered(Pick(0, "lose", options=GOODS, most=2), GOODS[:1]) == ["a) gold"]


def test_a_worth_that_stands_in_the_name_is_not_said_twice():
    assert lettered(Deal(0, "trade", give=("red 2",), take=(), worth={"red 2": 2}), ("red 2",)) == ["a) red 2"]


@pytest.mark.parametrize(("slug", "said"), [("buccaneer", "room for 2 more aboard"), ("trade-winds", "room for 19 points more aboard")])
def test_room_aboard_is_counted_as_the_game_counts_it(slug, said):
    rules = get_ruleset(slug)
    state, _ = rules.setup([place for place, _ in rules.places[:2]], 0, {}, Dice(b"room"))
    stow = next(asked for asked in rules.decisions(state) if asked.name == "stow")
    assert said in reply_codes.of_deal(replace(stow, take=("G",)))
