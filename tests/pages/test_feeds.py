"""Feeds: what everyone may know of a table, and which tables wait for captains."""

from xml.etree import ElementTree

import pytest

from games.engine import Action
from games.models import Game
from games.services import playing, tables

ATOM = "{http://www.w3.org/2005/Atom}"


def titles(reply) -> list[str]:
    """The entries, the newest first."""
    return [entry.find(f"{ATOM}title").text for entry in ElementTree.fromstring(reply.content).iter(f"{ATOM}entry")]


@pytest.fixture
def watched(anne, mary) -> Game:
    """A game of Anne and Mary that anyone may watch."""
    game = tables.create(anne, "buccaneer", seats=2, place="bombay", open_to_all=True, name='Rum & "Bones" <b>')
    tables.join(game.pk, mary, place="london")
    playing.act(game.pk, Action(0, "sail", "T17"), 0)
    playing.act(game.pk, Action(0, "heading", "NW"), 1)
    return game


def test_a_feed_tells_what_happened_the_newest_first_with_the_way_there(client, watched, settings):
    reply = client.get(f"/games/{watched.pk}/feed/")
    assert reply["Content-Type"] == "application/atom+xml; charset=utf-8"
    told = titles(reply)
    assert told[0].startswith("Anne sailed")
    assert "dealt" in told[-1]
    root = ElementTree.fromstring(reply.content)
    assert root.find(f"{ATOM}title").text == 'Rum & "Bones" <b> (Buccaneer)'
    links = [entry.find(f"{ATOM}link").get("href") for entry in root.iter(f"{ATOM}entry")]
    assert links[0] == f"{settings.SITE_URL}/games/{watched.pk}/history/2/"
    assert len({entry.find(f"{ATOM}id").text for entry in root.iter(f"{ATOM}entry")}) == len(links)


def test_a_feed_is_the_same_for_who_sits_there(client, watched, sign_in, anne):
    everyone = client.get(f"/games/{watched.pk}/feed/").content
    assert sign_in(client, anne).get(f"/games/{watched.pk}/feed/").content == everyone
    assert b"you" not in everyone.lower().replace(b"your crew", b"")


def test_a_table_of_friends_has_no_feed_not_even_for_its_captains(client, sign_in, anne):
    game = tables.create(anne, "buccaneer", seats=2, bots=("easy",))
    assert sign_in(client, anne).get(f"/games/{game.pk}/feed/").status_code == 404
    assert "feed/" not in client.get(f"/games/{game.pk}/").content.decode()


def test_a_reader_who_asks_again_before_the_next_move_is_told_that_nothing_is_new(client, watched):
    known = client.get(f"/games/{watched.pk}/feed/")["ETag"]
    assert client.get(f"/games/{watched.pk}/feed/", headers={"If-None-Match": known}).status_code == 304
    playing.end_as_it_stands(watched.pk, "agreed")
    assert client.get(f"/games/{watched.pk}/feed/", headers={"If-None-Match": known}).status_code == 200


def test_the_lobby_has_a_feed_of_tables_that_wait(client, anne):
    tables.create(anne, "bounty", seats=3, open_to_all=True, name="Port Royal")
    tables.create(anne, "bounty", seats=3, name="Among friends")
    assert titles(client.get("/lobby/feed/")) == ["Port Royal: Bounty, every two days, 1 of 3 captains: Anne"]


def test_pages_say_where_their_feeds_are(client, watched):
    for page, feed in ((f"/games/{watched.pk}/", f"/games/{watched.pk}/feed/"), ("/lobby/", "/lobby/feed/")):
        html = client.get(page).content.decode()
        assert f'<link rel="alternate" type="application/atom+xml" href="{feed}"' in html
        assert f'<a href="{feed}"' in html


def test_a_feed_needs_few_queries(client, watched, django_assert_max_num_queries):
    with django_assert_max_num_queries(6):
        client.get(f"/games/{watched.pk}/feed/")
