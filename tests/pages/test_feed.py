"""The feed of a public game: an entry for each turn that is over, with nothing that a visitor may not see."""

from datetime import datetime
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.utils import timezone

from games import turns
from games.engine import Event
from games.models import Game, Hand
from games.rulesets import all_rulesets
from games.services import playing, tables
from tests.games.conftest import At, two_people
from tests.games.toy import TOY

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


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
    assert TOY.tell(secret, ["Anne", "Mary"], None) not in told
    assert "<li>Anne" in told


def test_a_reaction_of_another_captain_belongs_to_the_turn_in_which_it_was_asked(feed, at):
    Hand.objects.filter(player__game=at.pk, player__seat=1).update(orders={"defend": "ask"})
    at.act(0, "steer", "raid")
    at.act(1, "defend", "yield")
    at.act(0, "dig", "no")
    at.turn(1)
    assert [title for title, _, _ in entries(feed(at))] == ["Round 1: Mary", "Round 1: Anne"]


def test_the_last_entry_of_an_ended_game_says_so(feed, at):
    at.turn(0)
    playing.end_as_it_stands(at.pk, "agreed")
    assert entries(feed(at))[0][:2] == ("Round 1: Mary. The game is over.", position(at, at.game.number))


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


def test_private_tables_and_those_not_begun_have_no_feed_even_for_their_captains(client, sign_in, anne, mary, at):
    Game.objects.filter(pk=at.pk).update(open_to_all=False)
    waiting = tables.create(anne, "buccaneer", seats=4, open_to_all=True)
    sign_in(client, anne)
    for path in (f"/games/{at.pk}/feed/", f"/games/{waiting.pk}/feed/", "/games/999999/feed/"):
        assert client.get(path).status_code == 404
    assert "application/atom+xml" not in client.get(f"/games/{at.pk}/").content.decode()


def test_the_pages_of_a_public_game_name_its_feed(client, at):
    at.turn(0)
    playing.end_as_it_stands(at.pk, "agreed")
    named = f'<link rel="alternate" type="application/atom+xml" title="{at.game.name}, turn by turn" href="/games/{at.pk}/feed/">'
    for page in ("", "history/", "story/"):
        assert named in client.get(f"/games/{at.pk}/{page}").content.decode()
    assert f'<a href="/games/{at.pk}/feed/"' in client.get(f"/games/{at.pk}/story/").content.decode()


def test_a_program_that_has_it_all_already_is_told_so_and_nothing_else_is_taken(client, at):
    at.turn(0)
    path = f"/games/{at.pk}/feed/"
    first = client.get(path)
    assert client.get(path, HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 304
    assert client.post(path).status_code == 405


def test_a_long_game_has_its_newest_turns_and_needs_few_queries(feed, at, monkeypatch, django_assert_max_num_queries):
    monkeypatch.setattr(turns, "WAITS", 5)
    for _ in range(3):
        at.turn(0)
        at.turn(1)
    with django_assert_max_num_queries(6):
        found = entries(feed(at))
    assert [title for title, _, _ in found] == ["Round 3: Mary", "Round 3: Anne", "Round 2: Mary"]
