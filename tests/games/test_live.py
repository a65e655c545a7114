"""The socket: one number to everyone who may see the table, and nothing to anyone else."""

import asyncio

import pytest
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from buccaneer_site.sockets import same_origin, socket_urls
from games.announcements import live
from games.models import Game, Player
from games.tables import chat, lobby
from games.web.consumers import MOST_HEARD, websocket_urlpatterns
from tests.games.conftest import At, two_people

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


async def socket(user, pk) -> WebsocketCommunicator:
    talk = WebsocketCommunicator(URLRouter(websocket_urlpatterns), f"/ws/games/{pk}/")
    talk.scope["user"] = user
    return talk


@database_sync_to_async
def private_table(anne, mary) -> Game:
    game = two_people(anne, mary)
    Game.objects.filter(pk=game.pk).update(open_to_all=False)
    return game


async def hears(talk, number: int) -> bool:
    """Is this the next number it is told? That somebody sat down as we came may be told before it, and more than once."""
    told = {"number": 0}
    while told["number"] == 0:
        told = await talk.receive_json_from(timeout=60)
    return told["number"] == number


async def hears_nothing_more(talk) -> bool:
    """Is it told no number but that with which it came?"""
    while not await talk.receive_nothing():
        if (await talk.receive_json_from())["number"] != 0:
            return False
    return True


async def test_everyone_at_the_table_hears_the_number_of_a_move(anne, mary):
    game = await private_table(anne, mary)
    talks = [await socket(user, game.pk) for user in (anne, mary)]
    for talk in talks:
        assert (await talk.connect())[0]
        assert await talk.receive_json_from() == {"number": 0, "beside": "0-0-2"}
    await database_sync_to_async(At(game).act)(0, "steer", "north")
    for talk in talks:
        assert await hears(talk, 1)
        assert await hears_nothing_more(talk)
        await talk.disconnect()


async def test_a_socket_on_which_nothing_happens_gives_signs_of_life(anne, mary, monkeypatch):
    monkeypatch.setattr("games.web.consumers.BEAT", 0.01)
    game = await private_table(anne, mary)
    talk = await socket(anne, game.pk)
    await talk.connect()
    assert {} in [await talk.receive_json_from(timeout=60) for _ in range(5)]
    await talk.disconnect()


async def test_a_stranger_and_a_visitor_are_not_let_in_at_a_private_table(anne, mary, jack):
    game = await private_table(anne, mary)
    for user in (jack, AnonymousUser()):
        talk = await socket(user, game.pk)
        assert (await talk.connect())[0] is False


async def test_a_table_that_does_not_exist_is_closed_the_same_way(anne):
    talk = await socket(anne, 4711)
    assert (await talk.connect()) == (False, 4404)


async def test_anyone_may_watch_a_public_table(anne):
    game = await database_sync_to_async(lobby.create)(anne, "toy", seats=3, open_to_all=True)
    talk = await socket(AnonymousUser(), game.pk)
    assert (await talk.connect())[0]
    await talk.disconnect()


async def test_what_a_browser_says_is_ignored(anne, mary):
    game = await private_table(anne, mary)
    talk = await socket(anne, game.pk)
    await talk.connect()
    await talk.receive_json_from()
    await talk.send_to(text_data='{"type": "game.changed", "number": 99}' * 100)
    assert await hears_nothing_more(talk)
    await talk.disconnect()


async def test_a_greeting_names_the_newest_lines_that_one_may_read(anne, mary, jack):
    game = await database_sync_to_async(two_people)(anne, mary)
    said = await database_sync_to_async(chat.post_line)(game.pk, anne, "Ahoy")
    aside = await database_sync_to_async(chat.post_as_spectator)(game.pk, jack, "She bluffs")
    for user, expected in ((anne, f"{said.pk}-0-2"), (jack, f"{said.pk}-{aside.pk}-2")):
        talk = await socket(user, game.pk)
        assert (await talk.connect())[0]
        assert (await talk.receive_json_from())["beside"] == expected
        await talk.disconnect()


async def test_a_spectator_who_has_taken_a_seat_hears_no_more_of_spectators(anne, mary, jack, make_person):
    game, grace = await database_sync_to_async(two_people)(anne, mary), await database_sync_to_async(make_person)("Grace")
    talks = [await socket(user, game.pk) for user in (jack, grace)]
    for talk in talks:
        assert (await talk.connect())[0]
    await database_sync_to_async(Player.objects.filter(game=game, user=mary).update)(user=jack)
    await database_sync_to_async(Game.objects.filter(pk=game.pk).update)(number=7)
    await database_sync_to_async(chat.post_as_spectator)(game.pk, grace, "She bluffs")
    assert await hears(talks[1], 7)
    assert await hears_nothing_more(talks[0])
    for talk in talks:
        await talk.disconnect()


async def my_games(user) -> WebsocketCommunicator:
    talk = WebsocketCommunicator(URLRouter(websocket_urlpatterns), "/ws/my/")
    talk.scope["user"] = user
    return talk


async def test_my_games_hear_of_a_move_in_each_of_them_and_those_of_strangers_do_not(anne, mary, jack):
    games = [await private_table(anne, mary), await private_table(mary, anne)]
    talks = [await my_games(user) for user in (anne, jack)]
    for talk in talks:
        assert (await talk.connect())[0]
        assert await talk.receive_json_from() == {"number": 0}
    await database_sync_to_async(At(games[1]).act)(0, "steer", "north")
    assert await hears(talks[0], 1)
    assert await talks[1].receive_nothing()
    for talk in talks:
        await talk.disconnect()
    again = await my_games(anne)
    assert (await again.connect())[0]
    assert await again.receive_json_from() == {"number": 1}
    await again.disconnect()


async def test_my_games_hear_of_a_game_that_is_begun_after_they_were_opened_and_of_its_moves(anne, mary):
    talk = await my_games(anne)
    assert (await talk.connect())[0]
    assert await talk.receive_json_from() == {"number": 0}
    game = await private_table(anne, mary)
    assert await talk.receive_json_from(timeout=60) == {"number": 0}
    await database_sync_to_async(At(game).act)(0, "steer", "north")
    assert await hears(talk, 1)
    await talk.disconnect()


async def test_players_hear_of_spectators_once_the_game_is_over(anne, mary, jack):
    game = await database_sync_to_async(two_people)(anne, mary)
    talk = await socket(anne, game.pk)
    assert (await talk.connect())[0]
    await database_sync_to_async(chat.post_as_spectator)(game.pk, jack, "She bluffs")
    assert await hears_nothing_more(talk)
    await database_sync_to_async(Game.objects.filter(pk=game.pk).update)(status=Game.Status.OVER, number=7)
    await database_sync_to_async(chat.post_as_spectator)(game.pk, jack, "Well played")
    assert await hears(talk, 7)
    await talk.disconnect()


async def test_who_is_signed_out_has_no_games_to_hear_of(db):
    assert await (await my_games(AnonymousUser())).connect() == (False, 4404)


async def test_a_message_from_a_thread_reaches_the_sockets(anne, mary):
    game = await private_table(anne, mary)
    talk = await socket(anne, game.pk)
    await talk.connect()
    await talk.receive_json_from()
    await asyncio.to_thread(live.changed, game.pk, 18)
    assert await hears(talk, 18)
    await talk.disconnect()


async def test_a_socket_that_is_sent_message_after_message_is_closed(anne, mary):
    game = await private_table(anne, mary)
    talk = await socket(anne, game.pk)
    await talk.connect()
    await talk.receive_json_from()
    for _ in range(MOST_HEARD):
        await talk.send_to(text_data="{}")
    assert await hears_nothing_more(talk)
    await talk.send_to(text_data="{}")
    assert (await talk.receive_output(timeout=60)) == {"type": "websocket.close", "code": 1008}


@pytest.mark.parametrize("extensions", [{}, {"websocket.http.response": {}}])
async def test_there_is_no_socket_at_any_other_address(extensions):
    talk = WebsocketCommunicator(URLRouter(socket_urls()), "/ws/nowhere/")
    talk.scope["extensions"] = extensions
    await talk.send_input({"type": "websocket.connect"})
    told = await talk.receive_output(timeout=60)
    assert told.get("status", told.get("code")) == (404 if extensions else 4404)


@pytest.mark.parametrize(
    ("origin", "is_ours"),
    [
        ("http://pirates.example:8000", True),
        ("https://club.example", True),
        ("http://pirates.example:8001", False),
        ("https://pirates.example:8000", False),
        ("http://pirates.example", False),
        ("http://evil.example:8000", False),
        ("null", False),
        (None, False),
    ],
)
async def test_a_page_of_another_scheme_host_or_port_gets_no_socket(anne, mary, settings, origin, is_ours):
    settings.ALLOWED_HOSTS, settings.CSRF_TRUSTED_ORIGINS = ["pirates.example"], ["https://club.example"]
    game = await private_table(anne, mary)
    headers = [(b"host", b"pirates.example:8000")] + ([(b"origin", origin.encode())] if origin else [])
    assert await gets_a_socket(same_origin(URLRouter(websocket_urlpatterns)), game, anne, headers) == is_ours


@pytest.mark.parametrize(
    ("origin", "believed", "is_ours"),
    [
        ("https://pirates.example", "*", True),
        ("https://www.pirates.example", "*", True),
        ("http://www.pirates.example", "*", False),
        ("https://pirates.example:8443", "*", False),
        ("https://evil.example", "*", False),
        ("https://www.pirates.example", "10.0.0.9", False),
    ],
)
async def test_behind_a_proxy_with_tls_a_page_of_either_host_gets_a_socket(anne, mary, settings, origin, believed, is_ours):
    settings.ALLOWED_HOSTS = ["pirates.example", "www.pirates.example"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://pirates.example"]
    game = await private_table(anne, mary)
    host = b"www.pirates.example" if "www" in origin else b"pirates.example"
    headers = [(b"host", host), (b"origin", origin.encode()), (b"x-forwarded-proto", b"https"), (b"x-forwarded-for", b"192.0.2.7")]
    application = ProxyHeadersMiddleware(same_origin(URLRouter(websocket_urlpatterns)), trusted_hosts=believed)
    assert await gets_a_socket(application, game, anne, headers) == is_ours


async def gets_a_socket(application, game, user, headers) -> bool:
    """Return whether a socket that a page opens with these headers is accepted."""
    talk = WebsocketCommunicator(application, f"/ws/games/{game.pk}/", headers=headers)
    talk.scope |= {"user": user, "scheme": "ws", "client": ["10.0.0.1", 4000]}
    is_accepted, _ = await talk.connect()
    await talk.disconnect()
    return is_accepted
