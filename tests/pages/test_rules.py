"""The rules of every edition: laws that are numbered have anchors, and refusals at a table lead to them."""

import re

import pytest

from games.editions import rules_text
from games.engine import IllegalAction
from games.models import Game
from games.rulesets import all_rulesets
from games.tables import lobby
from games.web.common import attempt, attempt_at

pytestmark = pytest.mark.one_database

EDITIONS = list(all_rulesets())


def refuse(law: str):
    raise IllegalAction("too-far", "That is <too> far.", law)


@pytest.mark.parametrize("slug", EDITIONS)
@pytest.mark.django_db
def test_every_edition_has_rules_in_which_each_anchor_stands_once(client, slug):
    page = client.get(f"/rules/{slug}/").content.decode()
    anchors = re.findall(r'\bid="((?:law|pile)-[^"]*)"', page)
    assert len(anchors) == len(set(anchors))
    assert {f"law-{law}" for law in rules_text.written(slug).laws} <= set(anchors)
    assert all(f'id="{link}"' in page for link in re.findall(r'href="#([^"]+)"', page) if link.startswith(("law-", "pile-")))


@pytest.mark.parametrize("slug", EDITIONS)
@pytest.mark.django_db
def test_a_running_table_of_every_edition_shows_its_rules(client, anne, slug):
    table = lobby.play_now(anne, slug)
    Game.objects.update(open_to_all=True)
    assert client.get(f"/games/{table.pk}/rules/").status_code == 200


def test_a_number_of_a_law_is_an_anchor_where_it_stands_first_and_a_link_afterwards():
    text, laws = rules_text.numbered("<p>Go. <em>(M1, 9B)</em></p><p>Stay. <em>(M1)</em> <em>(not a law)</em></p>")
    assert laws == {"M1", "9B"}
    assert '<a class="law" id="law-M1" href="#law-M1">M1</a>, <a class="law" id="law-9B"' in text
    assert text.endswith('<small class="laws">(<a class="law" href="#law-M1">M1</a>)</small> <em>(not a law)</em></p>')


def test_a_refusal_leads_to_its_law_on_the_rules_page_of_the_table():
    told, status = attempt_at(Game(pk=7, ruleset="bounty"), refuse, "T1")
    by_htmx = 'data-hx-get="/games/7/rules/?law=T1" data-hx-target="#rules"'
    link = f'<a href="/games/7/rules/#law-T1" target="_blank" {by_htmx}>What the law says</a>'
    assert (str(told), status) == (f"That is &lt;too&gt; far. (law T1) {link}", 422)


def test_a_refusal_without_a_table_or_with_an_unknown_law_is_plain_words():
    assert attempt(refuse, "T1")[0] == "That is <too> far. (law T1)"
    assert attempt_at(Game(pk=7, ruleset="bounty"), refuse, "Z99")[0] == "That is <too> far. (law Z99)"
    assert attempt_at(Game(pk=7, ruleset="bounty"), refuse, "")[0] == "That is <too> far."
