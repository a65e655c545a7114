"""Whether something is played by itself, and what is written beside it, tells nothing of what a captain holds: over positions from play."""

from random import Random

import pytest

from games.engine import SITE, Dice, Ruleset, play
from games.engine.play import waiting_for
from games.models import Hand
from games.play.controllers import by_orders, in_own_turn
from games.queries import journal
from games.rulesets import all_rulesets
from harness.simulation.chances import some_orders
from tests.games.unknown import SEEDS
from tests.in_play import an_action

RULESETS = list(all_rulesets())
SEATS, MOVES, DEALS, WISHES, TURNS = 3, 120, 4, 6, 3
WARNS = "notice"
"""A word in the sentence of an order that makes a pause which tells something: its captain knows that others may notice."""


def positions(rules, seed: int):
    """Positions of a game, one after the other."""
    random, places = Random(f"{rules.slug} {seed}"), []
    for _ in range(SEATS):
        places.append(random.choice(rules.places_left(places, SEATS) or [""]))
    dice = Dice(random.randbytes(32))
    state, _ = rules.setup(places, random.randrange(SEATS), {}, dice)
    for _ in range(MOVES):
        if (asked := waiting_for(rules, state)) is None:
            return
        yield state, asked
        state = play(rules, state, an_action(rules, state, asked, random), dice).state


def warns(rules, orders: dict) -> bool:
    """Does a sentence of these orders say that others may notice something?"""
    said = {(order.key, value) for order in rules.orders for value, words in order.sentences if WARNS in words}
    return any((key, value) in said for key, chosen in orders.items() for value in (chosen if isinstance(chosen, list) else [chosen]))


def answers(rules, state, asked, orders: dict, random: Random) -> set[bool]:
    """Do these orders answer, or is their captain asked? In some deals between which no other seat can tell."""
    speak = by_orders if asked.reaction else in_own_turn
    found = set()
    for reader in [seat for seat in range(SEATS) if seat != asked.seat]:
        for _ in range(DEALS):
            dealt = rules.redeal_hidden(state, reader, Dice(random.randbytes(32)))
            decision = waiting_for(rules, dealt)
            if (decision.seat, decision.name) == (asked.seat, asked.name):
                found.add(speak(rules, orders, rules.view(dealt, asked.seat), decision) is None)
    return found


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("slug", RULESETS)
def test_whether_a_captain_is_asked_hangs_on_nothing_that_is_hidden_but_where_an_order_says_so(slug, seed):
    rules, random, told = all_rulesets()[slug], Random(seed), []
    plays_turns = type(rules).carry_on is not Ruleset.carry_on
    for state, asked in positions(rules, seed):
        if asked.seat is SITE or not (asked.reaction or plays_turns):
            continue
        for orders in (some_orders(rules.orders, random) for _ in range(WISHES)):
            if not warns(rules, orders) and len(answers(rules, state, asked, orders, random)) > 1:
                told.append((asked.seat, asked.name, orders))
    assert told == []


@pytest.mark.django_db
def test_no_mark_tells_others_that_an_answer_of_ones_own_turn_was_given_in_advance(at, anne, mary, client, sign_in):
    queue = [{"decision": name, "answer": said, "undisturbed": False, "since": 0} for name, said in (("steer", "stay"), ("dig", "no"))]
    Hand.objects.filter(player__game=at.pk, player__seat=1).update(queue=queue)
    at.turn(0)
    marks = {seat: [move.by for move in journal.moves_for(at.game, seat) if move.number and move.seat == 1] for seat in (0, 1, None)}
    assert marks == {0: ["player"] * 2, 1: ["standing"] * 2, None: ["player"] * 2}
    for person, is_told in ((anne, False), (mary, True)):
        sign_in(client, person)
        assert ("standing orders</p>" in client.get(f"/games/{at.pk}/history/4/").content.decode()) == is_told


@pytest.mark.django_db
def test_no_mark_tells_others_that_an_answer_off_turn_was_given_by_orders(at):
    at.act(0, "steer", "raid")
    marks = {seat: [move.by for move in journal.moves_for(at.game, seat) if move.decision == "defend"] for seat in (0, 1, None)}
    assert marks == {0: ["player"], 1: ["standing"], None: ["player"]}
