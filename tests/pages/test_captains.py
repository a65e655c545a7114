"""Who sits at tables that look for captains: names that lead to their pages, and how reliable each one is."""

import pytest

from games.models import Lapse
from games.queries import reliability
from games.tables import lobby as tables
from tests.reading import links, part

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


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


def test_the_lobby_and_the_room_show_how_reliable_each_captain_is_and_lead_to_their_page(read, client, room, anne, mary, jack, golden):
    Lapse.objects.create(user=anne)  # half a lateness
    lobby, page = read(jack, "/lobby/"), read(jack, f"/games/{room.pk}/")
    assert [f"/captains/{person.pk}/?table={room.pk}" in links(lobby) for person in (anne, mary)] == [True, True]
    assert golden("pages/lobby", part(lobby, "ul.captains"))
    assert golden("pages/room", part(page, "ul.chairs"))
    assert f"/captains/{mary.pk}/?table={room.pk}" in links(page)
    assert client.get(f"/captains/{mary.pk}/?table={room.pk}").status_code == 200


def test_the_clock_of_the_table_says_the_same_in_the_same_words(read, room, anne, mary, jack, golden):
    Lapse.objects.create(user=anne)
    lobby = read(jack, "/lobby/")
    tables.start(room.pk, anne)
    clock = read(jack, f"/games/{room.pk}/clock/")
    assert golden("pages/clock", part(lobby, "ul.captains li small"))
    assert part(lobby, "ul.captains li small") in part(clock, "main")


def test_a_visitor_reads_the_same_without_links_and_nobody_is_linked_to_themselves(read, client, room, anne, mary, golden):
    visited = read(None, "/lobby/")
    assert golden("pages/lobby", part(visited, "ul.captains"))
    assert "/captains/" not in visited
    page = read(mary, f"/games/{room.pk}/")
    assert (f"/captains/{anne.pk}/" in page, f"/captains/{mary.pk}/" in page) == (True, False)


def test_records_in_lists_are_looked_up_together_and_not_at_every_look(
    room, anne, mary, django_assert_num_queries, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        first = reliability.in_words([anne.pk, mary.pk])
    with django_assert_num_queries(1):
        assert reliability.in_words([mary.pk, anne.pk]) == first


def test_the_room_of_a_table_needs_few_queries(read, client, room, jack, django_assert_max_num_queries):
    read(jack, "/my/")
    with django_assert_max_num_queries(20):
        client.get(f"/games/{room.pk}/")
