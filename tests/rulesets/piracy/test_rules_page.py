"""The rules page of Piracy has its laws by number and every card."""

from games.editions import rules_text
from games.engine import Dice
from games.rulesets import get_ruleset
from games.rulesets.piracy.cards import EVENT_CARDS
from games.rulesets.piracy.laws import LAW, NOT_ASKED
from games.rulesets.piracy.piles import piles
from tests.rulesets.piracy.test_coverage_of_the_rules import RULES

PIRACY = get_ruleset("piracy")


def test_every_law_has_its_number_on_the_rules_page_once():
    text, _, laws = rules_text.written("piracy")
    assert laws == set(RULES)
    assert all(text.count(f'id="law-{law}"') == 1 for law in RULES)


def test_every_refusal_names_a_law_that_the_page_has():
    assert {*LAW.values(), *(law for _, _, law in NOT_ASKED.values())} <= rules_text.written("piracy").laws


def test_every_event_card_is_listed_with_its_number_and_what_is_left():
    state, _ = PIRACY.setup(["red", "blue"], 0, {}, Dice(b"piles"))
    state.discard, state.events = ("bb", "bb", "siren"), tuple(state.events)[3:]
    [pile] = piles(PIRACY, PIRACY.view(state, None))
    assert [card.count for card in pile.cards] == list(EVENT_CARDS.values())
    assert [card.remaining for card in pile.cards] == [2, 4, 2, 1]
    assert pile.remaining == 9
    assert all(card.text for card in pile.cards)


def test_a_table_that_rolls_for_events_is_told_of_no_cards_left():
    state, _ = PIRACY.setup(["red", "blue"], 0, {"events": "die"}, Dice(b"piles"))
    [pile] = piles(PIRACY, PIRACY.view(state, None))
    assert pile.remaining is None
    assert all(card.remaining is None for card in pile.cards)
