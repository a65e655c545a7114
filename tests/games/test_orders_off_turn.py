"""Off turn a game waits for a captain only because of what they ordered: with the usual orders, or any that do not ask, nobody pauses."""

import re
from random import Random

import pytest

from games.engine import SITE, Action, Dice, play
from games.engine.random_play import random_bot
from games.play.controllers import by_orders
from games.rulesets import all_rulesets

pytestmark = pytest.mark.one_database

GAMES, ACTIONS = 3, 400
ASKING = ("nim", "buccaneer", "buccaneer-classic", "buccaneer-family", "trade-winds")
"""Editions known to ask for something off turn, so that this is not tried in vain."""


def positions(rules, chance: Random):
    """Positions from games of bots and of captains who do anything legal."""
    for number in range(GAMES):
        places = rules.first_places(min(4, rules.seats[1]))
        dice = Dice(b"tempo %d" % number)
        state, _ = rules.setup(places, 0, {}, dice)
        for _ in range(ACTIONS):
            if rules.outcome(state):
                break
            decisions = rules.decisions(state)
            yield state, decisions
            asked = next(found for found in decisions if not found.optional)
            mine = [found for found in decisions if found.seat == asked.seat]
            bot = chance.choice([random_bot, *rules.bots.values()])
            said = bot(rules.view(state, asked.seat), mine, chance.randrange) if asked.seat is not SITE else None
            state = play(rules, state, said or Action(asked.seat, asked.name, asked.default), dice).state


def some_orders(rules, chance: Random) -> dict:
    """Orders of any shape, none that asks."""
    found = {}
    for order in rules.orders:
        values = [value for value, _ in order.choices if value != "ask"]
        found[order.key] = chance.choice(values) if order.most == 1 else tuple(chance.sample(values, chance.randrange(order.most)))
    return found


@pytest.mark.parametrize("slug", list(all_rulesets()))
def test_off_turn_nobody_pauses_who_has_not_ordered_to_be_asked(slug):
    rules, chance, asked = all_rulesets()[slug], Random(slug), 0
    for state, decisions in positions(rules, chance):
        for decision in decisions:
            if decision.reaction and not decision.optional and decision.seat is not SITE:
                view = rules.view(state, decision.seat)
                asked += 1
                for orders in ({}, some_orders(rules, chance)):
                    assert by_orders(rules, orders, view, decision) is not None, (decision, orders)
    assert asked or slug not in ASKING


@pytest.mark.parametrize("slug", list(all_rulesets()))
def test_an_order_that_asks_says_that_others_notice_it_unless_everybody_sees_why(slug):
    """In Bounty a captain is asked every time, or near a known pirate, which everybody sees."""
    open_to_all = {("voyage", "ask"), ("near", "ask")}
    rules = all_rulesets()[slug]
    for order in rules.orders:
        for value, sentence in order.sentences:
            if value == "ask" and (order.key, value) not in open_to_all:
                assert re.search(r"[Oo]thers (may )?notice the pause", sentence)
                assert order.default != "ask"
