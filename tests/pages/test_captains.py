"""Who sits at tables that look for captains: names that lead to their pages, and how reliable each one is."""

import pytest
from django.urls import reverse

from games.models import Lapse
from games.queries import reliability
from games.tables import lobby as tables

pytestmark = pytest.mark.django_db
NEW = "no turns yet, taken as 90 % on time, finishes 95 %"


@pytest.fixture
def room(anne, mary):
    """Anne’s open table of Buccaneer, with Mary and a bot."""
    game = tables.create(anne, "buccaneer", seats=4, open_to_all=True, bots=("easy",))
    tables.join(game.pk, mary)
    return game


@pytest.fixture
def read(client, sign_in):
    """`read(anne, "/lobby/")`: the page as she reads it; for None as a visitor does."""
    return lambda person, path: " ".join((sign_in(client, person) if person else client).get(path).content.decode().split())


def seat(game, person, words: str) -> str:
    """A captain’s name and record as a reader who is somebody else finds them in the lobby."""
    return f'<a href="{reverse("captain", args=[person.pk])}?table={game.pk}">{person.name}</a> <small class="soft">{words}</small>'


def test_the_lobby_and_the_room_show_how_reliable_each_captain_is_and_lead_to_their_page(read, client, room, anne, mary, jack):
    Lapse.objects.create(user=anne)  # half a lateness
    lobby, page = read(jack, "/lobby/"), read(jack, f"/games/{room.pk}/")
    assert seat(room, anne, "85 % on time, finishes 95 %") in lobby
    assert seat(room, mary, NEW) in lobby
    assert "a bot, easy" in lobby
    for words in ("<p>85 % on time, finishes 95 %", f"<p>{NEW}", "<p>a bot, easy", f"/captains/{mary.pk}/?table={room.pk}"):
        assert words in page
    assert client.get(f"/captains/{mary.pk}/?table={room.pk}").status_code == 200


def test_the_clock_of_the_table_says_the_same_in_the_same_words(read, room, anne, mary, jack):
    Lapse.objects.create(user=anne)
    lobby = read(jack, "/lobby/")
    tables.start(room.pk, anne)
    clock = read(jack, f"/games/{room.pk}/clock/")
    told = "85 % on time, finishes 95 %"
    assert told in lobby
    assert told in clock


def test_a_visitor_reads_the_same_without_links_and_nobody_is_linked_to_themselves(read, client, room, anne, mary):
    visited = read(None, "/lobby/")
    assert f'Anne <small class="soft">{NEW}</small>' in visited
    assert "/captains/" not in visited
    page = read(mary, f"/games/{room.pk}/")
    assert (f"/captains/{anne.pk}/" in page, f"/captains/{mary.pk}/" in page) == (True, False)


def test_records_in_lists_are_looked_up_together_and_not_at_every_look(room, anne, mary, django_assert_num_queries):
    with django_assert_num_queries(3):
        first = reliability.in_words([anne.pk, mary.pk])
    with django_assert_num_queries(0):
        assert reliability.in_words([mary.pk, anne.pk]) == first


def test_the_room_of_a_table_needs_few_queries(read, client, room, jack, django_assert_max_num_queries):
    read(jack, "/my/")
    with django_assert_max_num_queries(20):
        client.get(f"/games/{room.pk}/")
