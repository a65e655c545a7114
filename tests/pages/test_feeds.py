"""Feeds: the turns of a game with nothing that a visitor may not see, and which tables wait for captains."""

from datetime import datetime
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.utils import timezone

from games.engine import Action, Event
from games.history import turns
from games.models import Game, Hand
from games.play import acting
from games.rulesets import all_rulesets
from games.tables import lobby
from tests.games.conftest import At, two_people
from tests.games.toy import TOY

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
ATOM = "{http://www.w3.org/2005/Atom}"


def titles(reply) -> list[str]:
    """The entries, the newest first."""
    return [entry.find(f"{ATOM}title").text for entry in ElementTree.fromstring(reply.content).iter(f"{ATOM}entry")]


@pytest.fixture
def watched(anne, mary) -> Game:
    """A game of Anne and Mary that anyone may watch."""
    game = lobby.create(anne, "buccaneer", seats=2, place="bombay", open_to_all=True, name='Rum & "Bones" <b>')
    lobby.join(game.pk, mary, place="london")
    acting.act(game.pk, Action(0, "sail", "T17"), 0)
    acting.act(game.pk, Action(0, "heading", "NW"), 1)
    return game


@pytest.fixture
def at(monkeypatch, anne, mary) -> At:
    """Anne and Mary at a public table of the toy edition."""
    monkeypatch.setitem(all_rulesets(), "toy", TOY)
    return At(two_people(anne, mary))


@pytest.fixture
def feed(client):
    """`feed(at)`: the feed of this table as a program that is nobody reads it."""

    def read(at: At) -> ElementTree.Element:
        answer = client.get(f"/games/{at.pk}/feed/")
        assert (answer.status_code, answer["Content-Type"]) == (200, "application/atom+xml; charset=utf-8")
        return ElementTree.fromstring(answer.content)

    return read


def entries(found: ElementTree.Element) -> list[tuple[str, str, str]]:
    """(title, where it leads, what it says) of every entry."""
    return [
        (entry.findtext(f"{ATOM}title"), entry.find(f"{ATOM}link").get("href"), entry.findtext(f"{ATOM}summary"))
        for entry in found.iter(f"{ATOM}entry")
    ]


def position(at: At, number: int) -> str:
    return f"{settings.SITE_URL}/games/{at.pk}/history/{number}/"


def test_each_turn_that_is_over_is_an_entry_that_leads_to_its_last_position(feed, client, at):
    assert entries(feed(at)) == []
    at.turn(0)
    at.turn(1)
    at.act(0, "steer", "stay")  # Anne's second turn is not over
    found = entries(feed(at))
    assert [(title, link) for title, link, _ in found] == [("Round 1: Mary", position(at, 4)), ("Round 1: Anne", position(at, 2))]
    assert found[0][2].startswith("<ul><li>Mary steered")
    for _, link, _ in found:
        assert client.get(link.removeprefix(settings.SITE_URL)).status_code == 200


def test_what_one_captain_alone_may_know_is_in_no_entry(feed, at):
    at.turn(0, dig="yes")
    [move] = at.game.moves.filter(decision="dig")
    [secret] = [event for event in map(Event.from_json, move.events) if event.to is not None]
    [(_, _, told)] = entries(feed(at))
    assert TOY.describe_event(secret, ["Anne", "Mary"], None) not in told
    assert "<li>Anne" in told


def test_a_reaction_of_another_captain_belongs_to_the_turn_in_which_it_was_asked(feed, at):
    Hand.objects.filter(player__game=at.pk, player__seat=1).update(orders={"defend": "ask"})
    at.act(0, "steer", "raid")
    at.act(1, "defend", "yield")
    at.act(0, "dig", "no")
    at.turn(1)
    assert [title for title, _, _ in entries(feed(at))] == ["Round 1: Mary", "Round 1: Anne"]


def test_the_last_entry_of_an_ended_game_says_so(feed, at, golden):
    at.turn(0)
    acting.end_as_it_stands(at.pk, "agreed")
    title, where, _ = entries(feed(at))[0]
    assert golden("pages/feeds", title)
    assert where == position(at, at.game.number)


def test_an_entry_keeps_its_name_and_its_moment(feed, at):
    at.turn(0)
    one = feed(at).find(f"{ATOM}entry")
    at.turn(1)
    same = list(feed(at).iter(f"{ATOM}entry"))[1]
    assert [one.findtext(f"{ATOM}{tag}") for tag in ("id", "updated", "published")] == [
        same.findtext(f"{ATOM}{tag}") for tag in ("id", "updated", "published")
    ]
    assert datetime.fromisoformat(one.findtext(f"{ATOM}updated")) <= timezone.now()


def test_names_and_talk_of_people_are_words_and_no_markup(feed, anne, mary, at):
    anne.name = "<b>&\x07Anne"
    anne.save()
    Game.objects.update(name='"><script>')
    at.turn(0)
    found = feed(at)
    assert found.findtext(f"{ATOM}title") == '"><script> (Tubs)'
    [(title, _, told)] = entries(found)
    assert title == "Round 1: <b>&Anne"
    assert "&lt;b&gt;&amp;Anne steered" in told


def test_a_long_game_has_its_newest_turns_and_needs_few_queries(feed, at, monkeypatch, django_assert_max_num_queries):
    monkeypatch.setattr(turns, "MAX_WAITS", 5)
    for _ in range(3):
        at.turn(0)
        at.turn(1)
    with django_assert_max_num_queries(6):
        found = entries(feed(at))
    assert [title for title, _, _ in found] == ["Round 3: Mary", "Round 3: Anne", "Round 2: Mary"]


def test_a_feed_is_the_same_for_who_sits_there(client, watched, sign_in, anne):
    everyone = client.get(f"/games/{watched.pk}/feed/").content
    assert sign_in(client, anne).get(f"/games/{watched.pk}/feed/").content == everyone
    assert b"you" not in everyone.lower().replace(b"your crew", b"")


def test_a_table_of_friends_has_no_feed_not_even_for_its_captains(client, sign_in, anne):
    game = lobby.create(anne, "buccaneer", seats=2, bots=("easy",))
    assert sign_in(client, anne).get(f"/games/{game.pk}/feed/").status_code == 404
    assert "feed/" not in client.get(f"/games/{game.pk}/").content.decode()


def test_a_reader_who_asks_again_before_the_next_move_is_told_that_nothing_is_new(client, watched):
    known = client.get(f"/games/{watched.pk}/feed/")["ETag"]
    assert client.get(f"/games/{watched.pk}/feed/", headers={"If-None-Match": known}).status_code == 304
    acting.end_as_it_stands(watched.pk, "agreed")
    assert client.get(f"/games/{watched.pk}/feed/", headers={"If-None-Match": known}).status_code == 200


def test_the_lobby_has_a_feed_of_tables_that_wait(client, anne, golden):
    lobby.create(anne, "bounty", seats=3, open_to_all=True, name="Port Royal")
    lobby.create(anne, "bounty", seats=3, name="Among friends")
    assert golden("pages/feeds", titles(client.get("/lobby/feed/")))


def test_pages_say_where_their_feeds_are(client, watched):
    for page, feed in ((f"/games/{watched.pk}/", f"/games/{watched.pk}/feed/"), ("/lobby/", "/lobby/feed/")):
        html = client.get(page).content.decode()
        assert f'<link rel="alternate" type="application/atom+xml" href="{feed}"' in html
        assert f'<a href="{feed}"' in html
