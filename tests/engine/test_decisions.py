"""The kinds of questions: the answers they accept, list and refuse."""

import random

import pytest

from games.engine import Amount, Choose, Confirm, Deal, IllegalAction, Pick, Place

WORTH = {"B1": 1, "B2": 2, "B3": 3, "G": 4, "D": 5, "M": 2}


def refused(decision, answer):
    with pytest.raises(IllegalAction) as caught:
        decision.check(answer)
    return caught.value.code


def test_one_of_several_is_taken_and_nothing_else():
    question = Choose(0, "loss", "crew", ("crew", "treasure"))
    assert question.check("treasure") == "treasure"
    assert list(question.answers()) == ["crew", "treasure"]
    assert [refused(question, answer) for answer in ("Crew", "", None, 1, ["crew"], ("crew",))] == ["not-offered"] * 6


def test_a_place_is_a_choice_and_a_confirmation_has_one_answer():
    assert Place(0, "sail", "M9", ("M9", "stay")).check("stay") == "stay"
    assert list(Confirm(0, "end", "yes").answers()) == ["yes"]
    assert refused(Confirm(0, "end", "yes"), "no") == "not-offered"


def test_an_amount_is_a_whole_number_between_two():
    question = Amount(0, "bet", 2, 2, 4)
    assert [question.check(answer) for answer in (2, "3", 4)] == [2, 3, 4]
    assert list(question.answers()) == [2, 3, 4]
    assert [refused(question, answer) for answer in (1, 5, "7")] == ["not-offered"] * 3
    assert [refused(question, answer) for answer in (True, 2.0, "x", "", None, "9" * 30, [3])] == ["malformed"] * 7


def test_what_is_picked_comes_back_in_the_order_in_which_it_was_offered():
    question = Pick(0, "give", None, ("B1", "B1", "B3"), 0, 3)
    assert question.check(["B3", "B1"]) == ("B1", "B3")
    assert question.check("B3") == ("B3",)
    assert question.check([]) == ()


def test_the_same_thing_can_be_picked_as_often_as_it_is_there():
    question = Pick(0, "give", None, ("B1", "B1", "B3"), 2, 2)
    assert question.check(["B1", "B1"]) == ("B1", "B1")
    assert refused(question, ["B3", "B3"]) == "not-there"
    assert set(question.answers()) == {("B1", "B1"), ("B1", "B3")}


def test_a_pick_is_held_to_its_number_worth_and_room():
    question = Pick(0, "treasure", None, ("D", "G", "M"), 1, 2, WORTH, 4, 6, ("D", "G", "M"), 1)
    assert refused(question, []) == "too-few"
    assert refused(question, ["D", "G", "M"]) == "too-many"
    assert refused(question, ["D", "M"]) == "worth-too-much"
    assert refused(question, ["M"]) == "worth-too-little"
    assert refused(question, ["G", "M"]) == "no-room"
    assert list(question.answers()) == [("D",), ("G",)]


def test_what_is_not_a_list_of_names_is_refused():
    question = Pick(0, "give", None, ("B1", "B3"), 0, 2)
    for answer in (None, 3, {"a": 1}, [1], [["B1"]], ["B1"] * 50):
        assert refused(question, answer) == "malformed"


def test_a_deal_is_even_and_its_room_is_counted_at_the_end():
    question = Deal(0, "trade", None, ("B1", "B3", "M"), ("G", "D"), WORTH, True, ("M", "G", "D"), 0)
    assert question.check([["B3", "M"], ["D"]]) == (("B3", "M"), ("D",))
    assert question.check({"give": ["M", "B3"], "take": "D"}) == (("B3", "M"), ("D",))
    assert refused(question, [["B3", "B1"], ["G"]]) == "no-room"
    assert refused(question, [["B3"], ["D"]]) == "unequal"
    assert refused(question, [[], []]) == "too-few"
    assert refused(question, [["B3"], ["B3"]]) == "not-there"
    for answer in (None, "B3", [["B3"]], [1, 2], {}):
        assert refused(question, answer) in ("malformed", "too-few")


def test_a_deal_may_be_overpaid_only_where_that_was_agreed():
    question = Deal(0, "trade", None, ("B3", "G"), ("B1",), WORTH, True, may_overpay=True)
    assert question.check([["G"], ["B1"]]) == (("G",), ("B1",))
    assert refused(question, [["G"], []]) == "unequal"


def test_a_deal_that_takes_many_small_things_is_found_too():
    question = Deal(0, "trade", None, ("B1",) * 5, ("D",), WORTH)
    assert question.possible()
    assert list(question.answers()) == [(("B1",) * 5, ("D",))]


def test_a_deal_that_nobody_can_make_is_not_possible():
    assert not Deal(0, "trade", None, ("B1",), ("D",), WORTH).possible()
    assert not Deal(0, "trade", None, ("B2",), ("M",), WORTH, True, ("M",), 0).possible()


def test_a_deal_that_need_not_be_even_may_leave_out_what_things_are_worth():
    question = Deal(0, "swap", give=("C1",), take=("top",), even=False)
    assert sorted(question.answers()) == [((), ("top",)), (("C1",), ()), (("C1",), ("top",))]
    assert question.sample(lambda most: 0) in list(question.answers())


def test_goods_may_change_places_freely_where_no_price_is_asked():
    question = Deal(0, "stow", None, ("B1",), ("D",), WORTH, False, ("D",), 0)
    assert question.possible()
    assert question.check([["B1"], []]) == (("B1",), ())
    assert refused(question, [[], ["D"]]) == "no-room"


@pytest.mark.parametrize(
    "question",
    [
        Choose(0, "a", "x", ("x", "y")),
        Amount(0, "a", 1, 1, 9),
        Pick(0, "a", None, ("B1", "B2", "B3"), 1, 3, WORTH, None, 4),
        Deal(0, "a", None, ("B1", "B2", "B3"), ("G", "D", "M"), WORTH),
    ],
    ids=lambda question: question.kind,
)
def test_every_answer_listed_or_drawn_is_accepted_as_it_is(question):
    chance = random.Random(1)
    listed = list(question.answers())
    assert listed
    for answer in [*listed, *(question.sample(chance.randrange) for _ in range(20))]:
        assert question.check(answer) == answer
