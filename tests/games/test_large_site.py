"""What keeps lists short on a large site: pages of the lobby, lists of staff that count and search by an index, indexes made in use."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.db import connection
from django.db.migrations.state import ProjectState
from django.test import Client
from django.utils import timezone

from accounts import staff
from core.migrations import AddIndexBeside
from games.models import Friendship, Game, Player
from games.queries import lists
from games.tables import lobby
from games.web import lobby as lobby_page
from tests.reading import tree

pytestmark = pytest.mark.django_db


@pytest.fixture
def tables(make_person):
    """Open tables of one owner each, the newest last."""
    found = [lobby.create(make_person(f"Owner {n}"), "buccaneer", seats=3, open_to_all=True, name=f"Table {n}") for n in range(5)]
    for age, game in enumerate(reversed(found)):
        Game.objects.filter(pk=game.pk).update(created_at=timezone.now() - timedelta(hours=age))
    return found


def names(found):
    return [game.name for game in found]


def test_the_lobby_shows_the_newest_tables_page_by_page(client, monkeypatch, tables):
    monkeypatch.setattr(lobby_page, "MOST_TABLES", 2)
    seen, address = [], "/lobby/"
    while address:
        page = client.get(address)
        seen.append([game.name for game in page.context["tables"]])
        address = next((link.attributes["href"] for link in tree(page).css('a[href*="before="]')), "")
    assert seen == [["Table 4", "Table 3"], ["Table 2", "Table 1"], ["Table 0"]]


@pytest.mark.parametrize("said", ["yesterday", "2026-13-45T00:00", "2026-01-01", ""])
def test_a_malformed_moment_shows_the_first_page(client, tables, said):
    assert names(client.get("/lobby/", {"before": said}).context["tables"])[0] == "Table 4"


def test_tables_of_friends_come_first_however_old_they_are(anne, tables):
    friend = Player.objects.get(game=tables[0]).user
    Friendship.objects.create(user=anne, other=friend, agreed_at=timezone.now())
    assert names(lists.lobby_tables(anne, {friend.pk}, 3)) == ["Table 0", "Table 4", "Table 3"]
    assert names(lists.lobby_tables(anne, set(), 3)) == ["Table 4", "Table 3", "Table 2"]


def test_the_lobby_shows_what_may_be_joined_and_nothing_else(anne, mary, tables):
    hers = lobby.create(anne, "piracy", seats=3, open_to_all=True)
    private = lobby.create(mary, "piracy", seats=3)
    for found in (lists.lobby_tables(anne, set(), 20), list(lists.open_tables(anne))):
        assert {game.pk for game in found} == {game.pk for game in tables}
    lobby.invite(private.pk, mary, anne.name)
    assert {game.pk for game in lists.lobby_tables(anne, set(), 20)} == {private.pk, *(game.pk for game in tables)}
    assert hers.pk in {game.pk for game in lists.lobby_tables(mary, set(), 20)}


@pytest.fixture
def host(sign_in, make_person):
    return sign_in(Client(), make_person("Harbourmaster", is_staff=True, is_superuser=True))


def found_by(host, address, term):
    return [str(row.pk) for row in host.get(address, {"q": term}).context["cl"].result_list]


def test_staff_find_games_and_people_by_number_name_and_address(host, anne, tables):
    owner = Player.objects.get(game=tables[1]).user
    for term in (str(tables[1].pk), owner.name.upper(), owner.email):
        assert str(tables[1].pk) in found_by(host, "/admin/games/game/", term)
    for term in (str(owner.pk), "owner 1", owner.email.upper()):
        assert str(owner.pk) in found_by(host, "/admin/accounts/user/", term)
    assert found_by(host, "/admin/games/game/", "nobody of that name") == []
    assert found_by(host, "/admin/games/game/", "9" * 30) == []


def test_no_list_of_staff_counts_a_whole_table(host, tables, monkeypatch, django_assert_max_num_queries):
    monkeypatch.setattr(staff, "MAX_ROWS", 3)
    for address in ("/admin/games/game/", "/admin/games/player/", "/admin/accounts/user/"):
        with django_assert_max_num_queries(20):
            page = host.get(address)
        assert page.context["cl"].result_count == 3
        assert all("COUNT" not in query["sql"] or "LIMIT" in query["sql"] for query in connection.queries)


@pytest.mark.django_db(transaction=True)
def test_an_index_made_in_use_is_there_and_can_be_taken_back():
    index = next(index for index in Player._meta.indexes if index.name == "player_before_the_start")
    operation = AddIndexBeside(model_name="player", index=index)
    state = ProjectState.from_apps(apps)
    for there in (False, True):
        with connection.schema_editor(atomic=False) as editor:
            change = operation.database_forwards if there else operation.database_backwards
            change("games", editor, state, state)
        with connection.cursor() as cursor:
            assert ("player_before_the_start" in connection.introspection.get_constraints(cursor, "games_player")) == there
