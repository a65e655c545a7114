"""The calculations of bots: turns to a goal, odds of unknown hands, bargains, and the worth of cards."""

import random

import pytest

from games.engine import Dice
from games.kit.crew_game.crew import fighting, without
from games.rulesets.buccaneer import ONLINE as RULES
from games.rulesets.buccaneer.bots import odds
from games.rulesets.buccaneer.bots.ashore import Ship, best_bargain
from games.rulesets.buccaneer.bots.goods import best_pieces, least_missed
from games.rulesets.buccaneer.bots.odds import could_sail
from games.rulesets.buccaneer.bots.reckoning import Reckoning
from games.rulesets.buccaneer.bots.trips import COAST_GOAL, turns, turns_ahead
from games.rulesets.buccaneer.bots.weights import STYLES
from games.rulesets.buccaneer.state import STEPS

CHART = RULES.data.sea

STRONG = STYLES["strong"]
EAST, NORTH = 2, 0


def square(name):
    return CHART.squares[name]


def ship(hand=(), hold=(), kept=()):
    return Ship(tuple(sorted(hand)), tuple(sorted(hold)), tuple(kept), 0, False, RULES.data)


@pytest.mark.parametrize("harbour", CHART.harbours)
def test_no_harbour_is_one_move_from_the_coast_of_treasure_island(harbour):
    assert turns(CHART, COAST_GOAL, harbour, 24) == 2


def test_neighbouring_ports_are_two_turns_apart_for_a_crew_of_four():
    cadiz, bombay = square("Cadiz"), square("Bombay")
    assert turns(CHART, cadiz, bombay, 4) == 2
    assert turns(CHART, cadiz, bombay, 3) > 2


def test_pointing_the_wrong_way_costs_a_turn():
    here, goal = square("A12"), square("J12")
    assert turns_ahead(CHART, goal, here, EAST, 9) == 1
    assert turns_ahead(CHART, goal, here, NORTH, 9) == 2


def test_a_ship_on_the_coast_needs_one_turn_to_draw_again():
    here = min(CHART.coast)
    assert turns(CHART, COAST_GOAL, here, 1) == 0
    assert all(turns_ahead(CHART, COAST_GOAL, here, heading, 1) == 1 for heading in range(8))


def test_so_many_cards_can_always_sail_that_many_squares_and_never_more_than_three_times():
    for cards in range(1, 10):
        assert odds.can_sail(52, cards, cards) == pytest.approx(1)
        assert 0 < odds.can_sail(52, cards, 3 * cards) < 1
        assert odds.can_sail(52, cards, 3 * cards + 1) == 0


def test_a_stronger_fighter_is_likelier_to_win():
    chances = [odds.fight(52, strength, 6)[0] for strength in range(12)]
    assert chances == sorted(chances)
    assert odds.fight(52, 0, 0) == (0, 0)
    assert sum(odds.fight(52, 4, 6)) < 1


def test_doubloons_buy_gold():
    bargain = best_bargain(ship(hand=("B2",), kept=("DB",)), ("B3", "G"), STRONG)
    assert (bargain.given, bargain.taken) == (("DB",), ("G",))


def test_a_full_hold_takes_nothing_more_but_may_exchange():
    bargain = best_bargain(ship(hand=("B3", "B2", "B2", "R1"), hold=("M", "M")), ("D",), STRONG)
    assert bargain.taken == ("D",)
    assert len(bargain.ship.hold) <= 2


def test_nobody_strikes_a_bargain_that_leaves_them_as_they_were():
    assert best_bargain(ship(hand=("B2", "B2")), ("B2", "R2"), STRONG) is None
    assert best_bargain(ship(), ("D",), STRONG) is None


def test_the_middling_captain_gives_no_more_than_two_things_for_one():
    bargain = best_bargain(ship(hand=("B1",) * 8), ("D", "G"), STYLES["middle"])
    assert bargain is None


def test_surrendered_crew_are_the_ones_that_leave_the_better_fighters():
    hand = ("B3", "B3", "R1", "R1")
    assert fighting(without(hand, least_missed(hand, 2, STRONG))) == 6


def test_the_two_best_pieces_are_kept():
    assert sorted(best_pieces(("D", "M", "P"), 0)) == ["D", "P"]


@pytest.mark.parametrize(("squares", "said"), [(19, "dispute"), (6, None)])
def test_the_strong_dispute_what_cannot_be(squares, said):
    state, _ = RULES.setup(CHART.slugs[:2], 0, {}, Dice(b"doubt"))
    state.turn, state.agenda, state.sailed = 0, STEPS.all([("window", 0, 0)]), (0, squares, 6 if squares > 6 else 5)
    offers = [decision for decision in RULES.decisions(state) if decision.name == "dispute"]
    action = RULES.bots["strong"](RULES.view(state, 1), offers, lambda sides: 0)
    assert (action and action.decision) == said


@pytest.mark.parametrize(("agreed", "said"), [({}, None), ({"wrong_dispute_forfeit": False}, "dispute")])
def test_the_strong_doubt_an_unlikely_distance_only_where_asking_is_cheap(agreed, said):
    state, _ = RULES.setup(CHART.slugs[:2], 0, agreed, Dice(b"doubt"))
    state.turn, state.agenda, state.sailed = 0, STEPS.all([("window", 0, 0)]), (0, 14, 6)
    view = RULES.view(state, 1)
    assert 0.02 < could_sail(view, 6, 14) < 0.1
    offers = [decision for decision in RULES.decisions(state) if decision.name == "dispute"]
    action = RULES.bots["strong"](view, offers, lambda sides: 0)
    assert (action and action.decision) == said


def test_the_strong_do_not_stake_a_good_card_on_a_small_crew_that_may_be_a_strong_one():
    state, _ = RULES.setup(CHART.slugs[:2], 0, {}, Dice(b"doubt"))
    state.turn, state.agenda, state.sailed = 0, STEPS.all([("window", 0, 0)]), (0, 6, 2)
    state.hands[1] = ("B3", "R3", "B2", "R2", "B1", "R1", "R1")
    offers = [decision for decision in RULES.decisions(state) if decision.name == "dispute"]
    assert could_sail(RULES.view(state, 1), 2, 6) < 0.03
    assert RULES.bots["strong"](RULES.view(state, 1), offers, lambda sides: 0) is None


def test_a_fight_is_weighed_by_the_cards_that_can_still_be_in_the_others_hand():
    state, _ = RULES.setup(CHART.slugs[:2], 0, {option.key: option.default for option in RULES.options}, Dice(b"fight"))
    state.hands, state.docks[5] = [("B3", "B2"), ("B1", "B1")], ("B2", "B3", "R2", "R3") * 8
    for level, sure in (("strong", True), ("middle", False)):
        own = Reckoning(RULES.view(state, 0), STYLES[level], random.Random(2).randrange)
        assert (own.fight(1)[0] > 0.99) is sure
        assert (own.can_come(1, 5) < 0.05) is sure
