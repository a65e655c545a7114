"""Parts of a page that it has already are not sent again, and nothing is lost by it."""

import random
import re
import zlib

import pytest
from jinja2 import DictLoader, Environment
from selectolax.lexbor import LexborHTMLParser

from games.models import Game
from games.web import template_helpers
from games.web.template_helpers import part
from tests.in_play import in_play
from tests.pages.conftest import answer
from tests.pages.test_journeys import click_on, sign_in

pytestmark = pytest.mark.one_database

HTMX = {"HX-Request": "true"}
PART = "[data-part]"
LIGHT = 5 * 1024
OF_ONE_ANSWER = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|<b>[^<]* left</b>')


def parts_of(html: str) -> dict[str, str]:
    """The parts that a page has, by their keys."""
    return {node.attributes["data-part"]: node.html for node in LexborHTMLParser(html).css(PART)}


def known(parts) -> dict[str, str]:
    return HTMX | {"Page-Parts": " ".join(parts)}


def filled(html: str, parts: dict[str, str]) -> str:
    """A living part, with the parts that the page had in the place of empty elements; without what differs in any two answers."""
    whole = re.sub(r'<(\w+) data-part="(\w+)"></\1>', lambda found: parts[found[2]], html)
    return LexborHTMLParser(OF_ONE_ANSWER.sub("", whole)).body.html


@pytest.mark.parametrize("slug", ["buccaneer", "trade-winds", "piracy", "bounty"])
def test_what_is_left_out_is_what_the_page_has(client, sign_in, make_person, slug):
    people = [make_person(name) for name in ("Anne", "Mary", "Jack", "Grace")]
    game, seat = in_play(slug, people, 5)
    sign_in(client, Game.objects.get(pk=game.pk).players.get(seat=seat).user)
    address = f"/games/{game.pk}/"
    whole = client.get(address, headers=HTMX).content.decode()
    parts = parts_of(whole)
    spared = client.get(address, headers=known(parts)).content.decode()
    assert len(spared) < len(whole) / 2
    assert filled(spared, parts) == filled(whole, parts)
    some = dict(random.Random(2).sample(sorted(parts.items()), 3))
    assert filled(client.get(address, headers=known(some)).content.decode(), some) == filled(whole, parts)


def test_a_move_that_changes_little_weighs_at_most_5_kb(as_anne, table):
    parts = parts_of(as_anne.get(table.address).content.decode())
    moved = as_anne.post(f"{table.address}move/", answer(table, "sail", "T17"), headers=known(parts))
    assert len(zlib.compress(moved.content, 6)) <= LIGHT
    assert "T17" in moved.content.decode()


def test_a_captain_who_changed_is_sent_and_the_others_are_not(as_anne, table):
    as_anne.post(f"{table.address}move/", answer(table, "sail", "T17"))
    parts = parts_of(as_anne.get(table.address).content.decode())
    moved = as_anne.post(f"{table.address}move/", answer(table, "heading", "NW"), headers=known(parts))
    captains = LexborHTMLParser(moved.content.decode()).css(".possessions .captains > li")
    assert [bool(captain.text().strip()) for captain in captains] == [True, False, False]


def test_a_refused_move_leaves_out_what_the_page_has_too(as_anne, table):
    whole = as_anne.get(table.address, headers=HTMX).content.decode()
    refused = as_anne.post(f"{table.address}move/", answer(table, "sail", "A1"), headers=known(parts_of(whole)))
    assert refused.status_code == 422
    assert len(refused.content) < len(whole) / 2


def drawn(**values) -> str:
    """A page that shows one part, whose template asks for two values."""
    templates = {"part.html": "<p>{{ one }}{{ other }}</p>", "page.html": "{{ part('p', 'part.html', one=one) }}"}
    page = Environment(loader=DictLoader(templates), autoescape=True)
    page.globals["part"] = part
    return page.get_template("page.html").render(values)


def test_a_part_sees_only_the_values_that_it_names():
    assert drawn(one="seen", other="not seen") == "<p>seen</p>"


def test_what_a_part_shows_is_escaped_once():
    assert drawn(one="<b>") == "<p>&lt;b&gt;</p>"


def test_values_that_no_key_can_tell_apart_are_refused():
    with pytest.raises(TypeError):
        drawn(one=object())


def test_the_parts_that_are_kept_do_not_grow_without_end(monkeypatch):
    monkeypatch.setattr(template_helpers, "MOST_DRAWN", 3)
    for number in range(10):
        assert drawn(one=number) == f"<p>{number}</p>"
        assert len(template_helpers.DRAWN) <= 3


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_after_moves_a_page_shows_what_it_would_show_when_loaded_again(page, make_person):
    from games.tables import lobby

    anne = make_person("Anne")
    game = lobby.create(anne, "buccaneer", seats=2, place="bombay")
    lobby.join(game.pk, make_person("Mary"), place="london", token=game.join_token)
    sign_in(page, anne)
    page.goto(f"/games/{game.pk}/")
    for pressed in ("Sail to T17", "Head north-west"):
        click_on(page, page.get_by_title(pressed).or_(page.get_by_label(pressed)).first)
    shown = ["#board .chart", ".possessions", ".scores", "#captains", "#terms"]
    now = [page.locator(part).evaluate('part => part.outerHTML.replaceAll(/ (data-htmx-powered|style)="[^"]*"/g, \'\')') for part in shown]
    page.reload()
    assert now == [page.locator(part).evaluate("part => part.outerHTML") for part in shown]
