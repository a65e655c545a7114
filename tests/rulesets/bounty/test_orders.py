"""Standing orders sail a planned voyage until its captain has to decide; they also sail for a captain who times out."""

import pytest

from games.engine import Dice, find_decision
from games.rulesets.bounty import RULESET
from games.rulesets.bounty.cards import pack
from games.rulesets.bounty.chart import HOME, SQUARES, distance
from games.rulesets.bounty.orders import carry_on, react
from games.rulesets.bounty.state import STEPS

ROUTE = ("Cocoa Bay", "Sugar Quay")
SAIL = {"voyage": "sail", "route": ROUTE}


def position(at="B6", throw=4, hold=(), **more):
    """Return a position in which Anne (ship 0 of three) has thrown; the others lie in Home Port with nothing."""
    state, _ = RULESET.setup(["red", "blue", "green"], 0, {}, Dice(b"orders"))
    state.first, state.turn, state.agenda = 0, 0, STEPS.all([("next", 0), ("sail", 0, 0, throw)])
    state.at[0], state.holds[0] = SQUARES[at], tuple(hold)
    state.visited[0] = tuple(int(card[0]) - 1 for card in hold)
    state.packs = [tuple(card for card in pack(port) if card not in hold) for port in range(7)]
    for key, value in more.items():
        setattr(state, key, value)
    return state


def answer_of(state, orders, name="sail", speak=carry_on):
    return speak(RULESET.view(state, 0), find_decision(RULESET, state, 0, name), orders)


def in_port(state, port):
    """Return that position just after the ship has entered a port where it may buy."""
    state.agenda = STEPS.all([("next", 0), ("buy", 0, 0, port)])
    return state


def test_without_a_planned_voyage_the_captain_is_asked():
    assert answer_of(position(), {}) is None
    assert answer_of(position(), {"route": ROUTE}) is None


def test_the_ship_calls_at_the_ports_of_the_route_in_their_order_and_buys():
    assert answer_of(position(), SAIL) == "A4"
    assert answer_of(in_port(position("A4"), 2), SAIL, "buy") == "buy"
    on = answer_of(position("A4", hold=("3-14",)), SAIL)
    assert distance(SQUARES[on], SQUARES["A10"]) == 2


def test_after_the_last_port_the_ship_goes_home():
    assert answer_of(position("B13", 2, hold=("3-14", "1-8")), SAIL) == "D13"


def test_with_enough_cards_or_enough_to_win_the_ship_goes_home_before():
    assert answer_of(position("B13", 2, hold=("3-14", "1-8")), SAIL | {"route": (), "laden": 2}) == "D13"
    rich = position("B13", 2, hold=("3-14",), purses=[90, 35, 35])
    assert answer_of(rich, SAIL) == "D13"


def test_with_no_port_named_it_is_the_nearest_that_still_sells():
    assert answer_of(position("B9"), {"voyage": "sail"}) == "A10"
    assert distance(SQUARES[answer_of(position("B9", hold=("1-8",)), {"voyage": "sail"})], SQUARES["A4"]) < distance(
        SQUARES["B9"], SQUARES["A4"]
    )


def robbed(state):
    state.known[1], state.claims, state.at[1] = "pirate", ((0, 1),), SQUARES["M1"]


def near_a_pirate(state):
    state.known[1], state.at[1] = "pirate", SQUARES["D8"]


@pytest.mark.parametrize(
    "state",
    [
        position("D13"),
        position(hold=("5-P",), known=["pirate", "", ""]),
        position(hold=("5-W",), known=["warship", "", ""]),
        position(bankrupt=(0,)),
    ],
    ids=["at home", "known as a pirate", "known as a warship", "bankrupt"],
)
def test_the_captain_is_asked_when_there_is_something_to_decide(state):
    assert answer_of(state, SAIL) is None


@pytest.mark.parametrize("change", [robbed, near_a_pirate])
def test_the_captain_is_asked_when_they_were_robbed_or_a_known_pirate_is_a_throw_away(change):
    state = position()
    change(state)
    assert answer_of(state, SAIL) is None


def test_a_known_pirate_further_off_or_a_hidden_one_changes_nothing():
    state = position()
    state.known[1], state.at[1], state.at[2], state.holds[2] = "pirate", SQUARES["M13"], SQUARES["B7"], ("6-P",)
    assert answer_of(state, SAIL) == "A4"


def test_where_a_card_of_the_chest_has_carried_the_ship_the_captain_decides_what_to_buy():
    assert answer_of(in_port(position("M10", hold=("3-14",)), 3), SAIL, "buy") is None


# -- a pirate or a warship on top ---------------------------------------------------------------------
def beside_a_prey(top="5-P", at="B7", cards=("6-18", "4-11", "3-14"), known=""):
    """Return a position with Mary's laden ship within reach, off the way to Cocoa Bay."""
    state = position(hold=(top,))
    state.at[1], state.holds[1], state.known[1] = SQUARES[at], cards, known
    return state


def test_by_default_a_pirate_or_a_warship_sails_on_and_buys_like_a_merchant():
    for top in ("5-P", "5-W", "5-14"):
        assert answer_of(position(hold=(top,)), SAIL) == "A4"
        assert answer_of(in_port(position("A4", hold=(top,)), 2), SAIL, "buy") == "buy"


def test_orders_of_an_older_release_are_read_with_the_new_defaults():
    old = {"voyage": "sail", "route": list(ROUTE), "laden": 4, "course": "home", "borrow": "poor"}
    assert answer_of(beside_a_prey(), old) == "A4"
    assert answer_of(beside_a_prey(), old, "attack") is None


def test_a_pirate_attacks_in_passing_what_carries_enough():
    attacks = SAIL | {"pirate": "attack"}
    assert answer_of(beside_a_prey(), attacks, "attack") == "B7"
    assert answer_of(beside_a_prey(cards=("6-18", "4-11")), attacks, "attack") is None
    assert answer_of(beside_a_prey(cards=("6-18", "4-11")), attacks | {"prize": 2}, "attack") == "B7"
    assert answer_of(beside_a_prey(cards=("6-18", "4-11")), attacks) == "A4"


def test_a_pirate_by_order_attacks_nobody_who_is_known_as_a_warship_and_no_hunter():
    attacks = SAIL | {"pirate": "attack"}
    assert answer_of(beside_a_prey(cards=("3-14", "4-11", "6-W"), known="warship"), attacks, "attack") is None
    hunter = beside_a_prey()
    hunter.claims, hunter.commission = ((1, 2),), (1, 2)
    assert answer_of(hunter, attacks, "attack") is None


def test_of_several_preys_the_richest_is_attacked():
    state = beside_a_prey()
    state.at[2], state.holds[2] = SQUARES["C6"], ("1-8", "2-7", "3-10", "4-11")
    assert answer_of(state, SAIL | {"pirate": "attack"}, "attack") == "C6"


def test_a_hunting_pirate_makes_for_its_prey_and_buys_nothing_on_the_way():
    hunts = SAIL | {"pirate": "hunt"}
    state = beside_a_prey(at="B12")
    on = answer_of(state, hunts)
    assert distance(SQUARES[on], SQUARES["B12"]) == 2
    assert answer_of(beside_a_prey(at="B13"), hunts) == "A4"
    assert distance(SQUARES[answer_of(beside_a_prey(at="B13"), hunts | {"range": 12})], SQUARES["B13"]) == 3
    at_port = in_port(position("A4", hold=("5-P",)), 2)
    at_port.at[1], at_port.holds[1] = SQUARES["C4"], ("6-18", "4-11", "3-14")
    assert answer_of(at_port, hunts, "buy") == "pass"
    at_port.options = {**at_port.options, "must_buy": True}
    assert answer_of(at_port, hunts, "buy") == "buy"


def test_a_warship_by_order_attacks_known_pirates_and_nobody_else():
    attacks = SAIL | {"warship": "attack", "near": "on"}
    assert answer_of(beside_a_prey("5-W", known="pirate"), attacks, "attack") == "B7"
    assert answer_of(beside_a_prey("5-W", cards=("1-8", "2-7", "6-W"), known="warship"), attacks, "attack") is None
    assert answer_of(beside_a_prey("5-W", known="pirate"), attacks | {"near": "ask"}, "attack") is None
    assert (
        distance(
            SQUARES[answer_of(beside_a_prey("5-W", at="B13", known="pirate"), attacks | {"warship": "hunt", "range": 12})], SQUARES["B13"]
        )
        == 3
    )


def test_a_merchant_never_attacks_by_order():
    state = beside_a_prey("5-14")
    assert all(found.name != "attack" for found in RULESET.decisions(state))


def test_the_captain_is_asked_about_a_card_only_if_that_was_ordered():
    assert answer_of(position(hold=("5-P",)), SAIL | {"pirate": "ask"}) is None
    assert answer_of(position(hold=("5-W",)), SAIL | {"warship": "ask"}) is None
    assert answer_of(position(hold=("5-W",)), SAIL | {"pirate": "ask"}) == "A4"


def test_a_ship_with_enough_to_win_keeps_to_the_voyage_if_that_was_ordered():
    rich = position("B13", 2, hold=("3-14",), purses=[90, 35, 35])
    assert answer_of(rich, SAIL | {"enough": "plan"}) != "D13"


def test_when_time_has_run_out_the_planned_voyage_is_sailed_only_if_that_was_ordered():
    assert answer_of(position(), SAIL, speak=react) is None
    assert answer_of(position(), SAIL | {"course": "voyage"}, speak=react) == "A4"
    assert answer_of(position("B13", 2, hold=("3-14",)), {"course": "short"}, speak=react) != "D13"
    assert answer_of(position("B13", 2, hold=("3-14", "6-18", "4-11")), {"course": "short"}, speak=react) == "D13"
    assert SQUARES[RULESET.decisions(position("B13", 2))[0].default] == HOME
