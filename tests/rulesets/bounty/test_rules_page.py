"""The rules page of Bounty has its laws by number, every card with its words, and the options of a table."""

import html
import re
from collections import Counter

import pytest

from games.editions import rules_text
from games.engine import Dice
from games.models import Game
from games.rulesets import get_ruleset
from games.rulesets.bounty.cards import CHEST, pack
from games.rulesets.bounty.laws import LAW
from games.rulesets.bounty.options import OPTIONS
from games.rulesets.bounty.piles import piles
from games.tables import lobby
from tests.reading import has, part, parts
from tests.rulesets.bounty.test_coverage_of_the_rules import REFUSALS, RULES

BOUNTY = get_ruleset("bounty")


def words(text: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", text)).split())


def test_every_law_has_its_number_on_the_rules_page_once():
    text, _, laws = rules_text.written("bounty")
    assert laws == set(RULES)
    assert all(text.count(f'id="law-{law}"') == 1 for law in RULES)


def test_every_refusal_names_a_law_that_the_page_has():
    named = {law for _, law in REFUSALS} | set(LAW.values())
    assert named <= rules_text.written("bounty").laws


def test_every_card_of_every_pack_is_listed_with_its_number():
    *packs, chest = piles(BOUNTY)
    for port, pile in enumerate(packs):
        assert Counter({card.name: card.count for card in pile.cards}).total() == len(pack(port)) == pile.count
        assert [card.count for card in pile.cards] == list(Counter(pack(port)).values())
    assert {card.name: card.text for card in chest.cards}.items() <= {(card.title, card.text) for card in CHEST.values()}
    assert chest.count == len(CHEST)
    assert all(card.text for pile in piles(BOUNTY) for card in pile.cards)


def test_what_is_left_in_a_pile_is_what_everybody_saw():
    state, _ = BOUNTY.setup(["red", "blue"], 0, {}, Dice(b"piles"))
    state.packs = [pack(port) for port in range(7)]
    state.packs[2], state.chest, state.discarded = state.packs[2][3:], tuple(CHEST)[2:], tuple(CHEST)[:2]
    *packs, chest = piles(BOUNTY, BOUNTY.view(state, None))
    assert [pile.remaining for pile in packs] == [12, 12, 9, 12, 12, 12, 12]
    assert all(card.remaining is None for pile in packs for card in pile.cards)
    assert (chest.remaining, [card.remaining for card in chest.cards]) == (22, [0, 0, *[1] * 22])


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_the_piles_tell_nobody_a_hidden_card(seat):
    state, _ = BOUNTY.setup(["red", "blue"], 0, {}, Dice(b"piles"))
    state.holds[0], state.packs[4] = state.packs[4][:2], state.packs[4][2:]
    other = BOUNTY.redeal_hidden(state, seat, Dice(b"others"))
    assert piles(BOUNTY, BOUNTY.view(state, seat)) == piles(BOUNTY, BOUNTY.view(other, seat))


@pytest.mark.django_db
def test_the_rules_of_a_table_show_its_options_as_they_are_set(client, anne, mary, sign_in, golden):
    table = lobby.create(
        anne, "bounty", {"goal": 150, "must_buy": True}, seats=3, bots=("easy", "easy"), open_to_all=True, name="The Sound"
    )
    page = sign_in(client, anne).get(f"/games/{table.pk}/rules/")
    agreed = part(page, "section[aria-labelledby=options]")
    assert golden("pages/rules-of-a-table", agreed)
    assert all(option.label in agreed for option in OPTIONS)
    assert f"/games/{table.pk}/rules/" in client.get(f"/games/{table.pk}/").content.decode()
    assert client.get("/rules/bounty/").content.decode().count("(usual)") == len(OPTIONS)


@pytest.mark.django_db
def test_a_table_of_others_shows_its_rules_to_nobody_else(client, anne):
    table = lobby.create(anne, "bounty", seats=3, bots=("easy", "easy"))
    assert client.get(f"/games/{table.pk}/rules/").status_code == 404


@pytest.mark.django_db
def test_before_it_begins_a_table_has_its_rules_too(client, anne, golden):
    table = lobby.create(anne, "bounty", {"goal": 200}, seats=3, open_to_all=True)
    page = client.get(f"/games/{table.pk}/rules/")
    assert golden("pages/rules-of-a-table", part(page, "dl.terms dd"))
    assert Game.objects.get(pk=table.pk).public is None


@pytest.mark.django_db
def test_an_older_table_is_told_what_holds_for_it_instead(client, anne, mary, sign_in, golden):
    table = lobby.create(anne, "bounty", seats=3, bots=("easy", "easy"), open_to_all=True)
    changes = "section[aria-labelledby=options] > p, section[aria-labelledby=options] > ul"
    assert not has(client.get(f"/games/{table.pk}/rules/"), changes)
    Game.objects.filter(pk=table.pk).update(version=1)
    assert golden("pages/rules-of-a-table", parts(client.get(f"/games/{table.pk}/rules/"), changes))
