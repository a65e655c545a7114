"""The rules page of Trade Winds has its laws by number and every card and piece."""

from collections import Counter

import pytest

from games.editions import rules_text
from games.engine import Dice
from games.rulesets import get_ruleset
from games.rulesets.trade_winds.cards import CHANCE, CREW_PACK, PIECES, TEXTS
from games.rulesets.trade_winds.laws import LAW, NOT_ASKED
from games.rulesets.trade_winds.piles import piles
from tests.rulesets.trade_winds.test_coverage_of_the_rules import COVERED, RULES

TRADE_WINDS = get_ruleset("trade-winds")


def test_every_law_has_its_number_on_the_rules_page_once():
    text, _, laws = rules_text.written("trade-winds")
    assert laws == set(RULES)
    assert all(text.count(f'id="law-{law}"') == 1 for law in RULES)


def test_every_refusal_names_a_law_that_the_page_has():
    assert {*LAW.values(), *(law for _, _, law in NOT_ASKED.values())} <= rules_text.written("trade-winds").laws
    assert COVERED.refused


def test_every_card_and_piece_is_listed_with_its_number():
    chance, crew, treasure = piles(TRADE_WINDS)
    assert [(card.name, card.text) for card in chance.cards] == [(card.title, TEXTS[number]) for number, card in CHANCE.items()]
    assert (chance.count, crew.count, treasure.count) == (36, len(CREW_PACK), sum(PIECES.values()))
    assert [card.count for card in crew.cards] == list(Counter(CREW_PACK).values())


def test_a_card_that_a_player_keeps_is_not_in_the_pack_and_what_is_left_of_the_treasure_is_told():
    state, _ = TRADE_WINDS.setup(["blue", "green"], 0, {}, Dice(b"piles"))
    state.chance = tuple(number for number in state.chance if number != 36)
    state.kept[0], state.treasure = ("TW",), state.treasure | {"D": 3}
    chance, crew, treasure = piles(TRADE_WINDS, TRADE_WINDS.view(state, 1))
    assert chance.remaining == 35
    assert [card.name for card in chance.cards if not card.remaining] == ["Trade Wind"]
    assert crew.remaining == len(state.crew)
    assert all(card.remaining is None for card in crew.cards)
    assert treasure.cards[0].remaining == 3


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_the_piles_tell_nobody_a_hidden_card(seat):
    state, _ = TRADE_WINDS.setup(["blue", "green"], 0, {}, Dice(b"piles"))
    other = TRADE_WINDS.redeal_hidden(state, seat, Dice(b"others"))
    assert piles(TRADE_WINDS, TRADE_WINDS.view(state, seat)) == piles(TRADE_WINDS, TRADE_WINDS.view(other, seat))
