"""The rules pages of Buccaneer carry every law by number and every card and piece, in every edition."""

import pytest

from games.editions import rules_text
from games.engine import Dice
from games.rulesets import get_ruleset
from games.rulesets.buccaneer.card_texts import face
from games.rulesets.buccaneer.cards import CHANCE
from games.rulesets.buccaneer.editions import EDITIONS
from games.rulesets.buccaneer.laws import LAW, NOT_ASKED
from games.rulesets.buccaneer.piles import piles
from tests.reading import part

LAWS = {*map(str, range(1, 20)), "9B", "16B"}


@pytest.fixture(params=EDITIONS)
def rules(request):
    return get_ruleset(request.param)


def table_of(rules, seats: int = 2):
    state, _ = rules.setup([place for place, _ in rules.places][:seats], 0, {}, Dice(b"piles"))
    return state


def test_every_law_has_its_number_on_the_rules_page_once(rules):
    text, _, laws = rules_text.written(rules.slug)
    assert laws == LAWS
    assert all(text.count(f'id="law-{law}"') == 1 for law in LAWS)


def test_every_refusal_names_a_law_that_the_page_has(rules):
    assert {*LAW.values(), *(law for _, _, law in NOT_ASKED.values())} <= rules_text.written(rules.slug).laws


def test_an_edition_has_its_own_sections_in_the_place_of_the_common_ones(rules, golden):
    text, contents, _ = rules_text.written(rules.slug)
    common, titles, _ = rules_text.written("buccaneer")
    assert [title for _, title in contents] == [title for _, title in titles]
    assert (text == common) is (rules.slug == "buccaneer")
    assert golden(f"rules/{rules.slug}", [str(part(str(text), f"p:has(#law-{law}), li:has(#law-{law})")) for law in (2, 3)])


def test_every_card_and_piece_is_listed_with_its_number(rules):
    chance, crew, treasure = piles(rules)
    assert [(card.name, card.text) for card in chance.cards] == [(card.title, face(number, rules.data)) for number, card in CHANCE.items()]
    assert crew.count == {"buccaneer-family": 36}.get(rules.slug, 52)
    assert treasure.count == 5 * rules.data.pieces


def test_a_large_table_has_the_large_crew_pack():
    online = get_ruleset("buccaneer")
    assert piles(online, online.view(table_of(online, 8), None))[1].count == 72


def test_what_is_left_in_a_pile_is_what_everybody_saw(rules):
    state = table_of(rules)
    state.kept[0], state.chance = ("DB",), tuple(number for number in state.chance if number != 23)
    state.treasure = state.treasure | {"D": 1}
    chance, crew, treasure = piles(rules, rules.view(state, 1))
    assert [card.name for card in chance.cards if card.remaining == 0] == ["Doubloons"]
    assert (chance.remaining, crew.remaining, treasure.cards[0].remaining) == (27, len(state.crew), 1)
    assert all(card.remaining is None for card in crew.cards)


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_the_piles_tell_nobody_a_hidden_card(rules, seat):
    state = table_of(rules)
    other = rules.redeal_hidden(state, seat, Dice(b"others"))
    assert piles(rules, rules.view(state, seat)) == piles(rules, rules.view(other, seat))


def test_a_card_that_the_rules_name_by_its_number_is_found_by_it_in_the_list(rules):
    chance, *_ = piles(rules)
    assert [card.number for card in chance.cards] == list(CHANCE)


def test_a_table_of_the_first_version_reads_what_is_other_than_the_rules_say(rules, golden):
    first = rules.of_version(1)
    assert golden(f"rules/{rules.slug}", rules_text.changes(first))
    assert rules_text.changes(rules) == []
