"""A person is "they" in everything that players read before a game begins: options, orders, cards and laws."""

import re
from collections.abc import Iterator

import pytest

from games.editions import rules_text
from games.kit.parts import part_of
from games.rulesets import all_rulesets

MALE_PRONOUNS = re.compile(r"\b(he|him|his|himself)\b", re.IGNORECASE)


def texts(rules) -> Iterator[str]:
    """Yield all texts of the rules, the options of a table, standing orders, cards and refusals."""
    yield rules.summary
    yield from re.split(r"<[^>]*>", rules_text.written(rules.slug).text)
    for pile in rules_text.piles(rules):
        yield pile.about
        yield from (card.text for card in pile.cards)
    for option in rules.options:
        yield from (option.sentence, *(label for _, label in option.choices))
    for order in rules.orders:
        yield from (order.question, order.help, *(text for _, text in (*order.choices, *order.sentences)))
    yield from (text for _, text, _ in getattr(part_of(rules, "laws"), "NOT_ASKED", {}).values())


@pytest.mark.parametrize("slug", all_rulesets())
def test_a_person_is_they_in_rules_options_orders_cards_and_refusals(slug):
    found = list(texts(all_rulesets()[slug]))
    assert len(found) > 50 or not all_rulesets()[slug].orders
    assert [text for text in found if MALE_PRONOUNS.search(text)] == []
