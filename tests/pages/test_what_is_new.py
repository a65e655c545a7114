"""My games tells what is new for the reader, and not what is not for them."""

import pytest

from games.models import Player
from games.moderation import friends
from games.queries import lists
from games.tables import chat, lobby
from tests.reading import part

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]


def test_who_asks_to_be_a_friend_stands_in_my_games(as_anne, anne, mary):
    friends.ask(mary, anne)
    assert part(as_anne.get("/my/"), "p.card a[href='/friends/']")
    friends.refuse(anne, mary)
    assert part(as_anne.get("/my/"), "p.card a[href='/friends/']") is None


def test_talk_is_read_in_the_waiting_room_too(as_anne, anne, mary):
    game = lobby.create(mary, "buccaneer", seats=3, open_to_all=True)
    lobby.join(game.pk, anne)
    line = chat.post_line(game.pk, mary, "Who else comes?")
    assert lists.unread_talk(anne, [game.pk]) == {game.pk: 1}
    as_anne.get(f"/games/{game.pk}/")
    assert Player.objects.get(game=game, user=anne).read_talk_to == line.pk
    assert lists.unread_talk(anne, [game.pk]) == {}


def test_what_spectators_say_is_never_new_to_a_player(anne, mary, jack):
    game = lobby.create(mary, "buccaneer", seats=2, open_to_all=True)
    lobby.join(game.pk, anne)
    chat.post_as_spectator(game.pk, jack, "Look at her crew!")
    assert lists.unread_talk(anne, [game.pk]) == {}
