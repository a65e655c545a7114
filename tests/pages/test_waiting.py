"""What a captain reads who is not asked just now: for whom the game waits, and where else they are wanted."""

import pytest
from django.test import Client

from games.engine import Action, Dice
from games.play import acting, standing_orders
from games.tables import lobby
from tests.pages.conftest import CHART, answer
from tests.positions import go_on, store
from tests.reading import has, part
from tests.scenario_language.buccaneer import VOCABULARIES

pytestmark = pytest.mark.one_database

FIGHT = {
    "turn": "Bombay",
    "ships": {
        "Bombay": {"at": "E17", "heading": "E", "hand": "B3 B3 B3"},
        "London": {"at": "I17", "heading": "N", "hand": "B3 R1", "hold": "D"},
    },
}
WON = (("sail", "I17"), ("attack", "1"), ("heading", "N"), ("spoils", "no-crew"))


@pytest.fixture
def fight(table):
    """Anne has beaten Mary, who wants to be asked where her ship gets away to."""
    store(table.game, VOCABULARIES["buccaneer"].position(FIGHT, Dice(b"away"))[0])
    standing_orders.save_orders(table.pk, 1, {"flee": "ask"})
    go_on(table.game)
    for decision, said in WON:
        acting.act(table.pk, Action(0, decision, said), table.game.number)
    return table


def waits_for(one, other) -> None:
    """A game in which the first of these two is on turn."""
    game = lobby.create(one, "buccaneer", seats=2, place="bombay")
    lobby.join(game.pk, other, place="london", token=game.join_token)


def test_a_captain_whose_turn_was_interrupted_reads_that_it_goes_on(as_anne, fight, golden):
    page = as_anne.get(fight.address)
    assert golden("pages/table", part(page, "p.state"))
    assert golden("pages/table", part(page, "div.controls"))


def test_who_wants_to_be_asked_says_square_and_heading_of_their_free_move(client, mary, sign_in, fight, golden):
    sign_in(client, mary)
    page = client.get(fight.address)
    assert golden("pages/table", part(page, "b.yours"))
    assert golden("pages/table", part(page, "div.question h2"))
    assert page.content.count(b'name="answer" value="I18"') >= 1
    client.post(f"{fight.address}move/", answer(fight, "flee", "I18"))
    assert golden("pages/table", part(client.get(fight.address), "div.question h2"))
    client.post(f"{fight.address}move/", answer(fight, "flee-heading", "E"))
    assert golden("pages/table", part(client.get(fight.address), "p.state"))
    assert golden("pages/table", part(client.get(fight.address), "div.controls span"))


def test_a_square_of_a_free_move_may_be_taken_back_until_the_heading_is_said(client, as_anne, mary, sign_in, fight, golden):
    hers = sign_in(Client(), mary)
    hers.post(f"{fight.address}move/", answer(fight, "flee", "I18"))
    seen = {"seen": fight.game.number}
    assert as_anne.post(f"{fight.address}undo/", seen).status_code == 422
    assert hers.post(f"{fight.address}undo/", seen).status_code == 302
    assert golden("pages/table", part(hers.get(fight.address), "div.question h2"))
    for decision, said in (("flee", "I19"), ("flee-heading", "E")):
        hers.post(f"{fight.address}move/", answer(fight, decision, said))
    for client in (hers, as_anne):
        assert client.post(f"{fight.address}undo/", {"seen": fight.game.number}).status_code == 422
    assert fight.game.public["at"][1] == CHART.squares["I19"]


def test_after_a_turn_the_way_to_the_next_game_that_waits_lies_at_hand(client, anne, mary, sign_in, table, golden):
    sign_in(client, mary)
    next_game = ".controls a.button"
    assert not has(client.get(table.address), next_game)
    for _ in range(2):
        waits_for(mary, anne)
    page = client.get(table.address)
    assert golden("pages/table", part(page, next_game))
    assert f'href="/next/?after={table.pk}"' in page.content.decode()


def test_who_is_asked_here_is_not_called_away(as_anne, anne, mary, table):
    waits_for(anne, mary)
    assert not has(as_anne.get(table.address), ".controls a.button")


def test_the_front_page_leads_who_is_waited_for_to_their_games_first(as_anne, anne, mary, table, golden):
    assert golden("pages/home", part(as_anne.get("/"), "section.hero p", 1))
    waits_for(anne, mary)
    page = as_anne.get("/")
    assert golden("pages/home", part(page, "section.hero p", 1))
    assert page.content.decode().count('class="button main big"') == 1
