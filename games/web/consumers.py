"""WebSockets for one table, and for all games of a person. They only send the number of the newest move.

While the message servers are down, a socket is accepted anyway. It sends the number and closes after HEARS_NOTHING_FOR seconds,
so that the browser reconnects and gets a new number.
"""

import asyncio
from contextlib import suppress
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.urls import path

from core.infrastructure import FAULTS
from core.metrics import SOCKETS
from games.announcements import live
from games.models import Game
from games.queries import journal, lists
from games.web import talk

COME_BACK = 1013
"""The close code “Try again later” of RFC 6455."""
TOO_MUCH, MOST_HEARD = 1008, 20
"""The close code “policy violation”, and the number of messages that a client may send. The site's own page sends none."""
BEAT = 25.0
"""Seconds between two heartbeats (`{}`). js/line.js reconnects a socket that has been silent for two heartbeats."""
HEARS_NOTHING_FOR = 20.0
"""Seconds until a socket is closed while the message servers are down."""


class GameConsumer(AsyncJsonWebsocketConsumer):
    """Send readers of a table `{"number": n}`, with `"moved": true` for a move. `is_deaf` is true while the message servers are down."""

    is_deaf = False
    heard_groups: list[str]
    heard = 0
    beating: "asyncio.Future[None] | None" = None

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        self.heard_groups = []
        try:
            with SOCKETS.track_inprogress():
                await super().__call__(scope, receive, send)
        except FAULTS:
            if hasattr(self, "base_send"):  # already accepted: the browser reconnects
                raise
            again = type(self)()
            again.is_deaf, again.channel_layer_alias = True, "none"
            await again(scope, receive, send)

    async def connect(self) -> None:
        groups, number = await self.now()
        if number is None:
            await self.close(code=4404)
            return
        await self.listen(groups)
        await self.accept()
        await self.send_json(await self.greeting())
        self.beating = asyncio.ensure_future(self.beat())

    async def beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            await self.send_json({})

    async def greeting(self) -> dict[str, Any]:
        """Return the first message. A page that shows an older number missed a change before the socket opened."""
        return {"number": (await self.now())[1], "beside": await self.beside()}

    async def listen(self, groups: list[str]) -> None:
        """Subscribe this socket to the groups that it has not joined yet."""
        if self.is_deaf:
            self.close_later()
            return
        live.attach(asyncio.get_running_loop())
        new = [name for name in groups if name not in self.heard_groups]
        self.heard_groups += new
        try:
            for name in new:
                await self.channel_layer.group_add(name, self.channel_name)
        except FAULTS:
            self.close_later()

    def close_later(self) -> None:
        asyncio.get_running_loop().call_later(HEARS_NOTHING_FOR, lambda: asyncio.ensure_future(self.layer_lost()))

    async def disconnect(self, code: int) -> None:
        if self.beating:
            self.beating.cancel()
        with suppress(*FAULTS):
            for name in self.heard_groups:
                await self.channel_layer.group_discard(name, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any) -> None:
        self.heard += 1
        if self.heard == MOST_HEARD + 1:
            await self.close(code=TOO_MUCH)

    async def game_changed(self, message: dict[str, Any]) -> None:
        await self.send_json({key: message[key] for key in ("number", "moved") if key in message})

    async def spectators_spoke(self, message: dict[str, Any]) -> None:
        """Send news of the spectators' chat, unless the person has taken a seat since the socket opened."""
        groups, _ = await self.now()
        if live.group_of_spectators(self.scope["url_route"]["kwargs"]["game_id"]) in groups:
            await self.game_changed(message)

    async def layer_lost(self, message: Any = None) -> None:
        with suppress(RuntimeError, *FAULTS):  # the socket was closed meanwhile
            await self.close(code=COME_BACK)

    @database_sync_to_async
    def now(self) -> tuple[list[str], int | None]:
        """Return (groups to subscribe to, number of the newest move), or ([], None) if the person may not see the table."""
        user, game_id = self.scope["user"], self.scope["url_route"]["kwargs"]["game_id"]
        game = lists.visible_game(user, game_id)
        if game is None:
            return [], None
        talk = [live.group_of_spectators(game_id)] if journal.may_read_spectators(game, user) else []
        return [live.group(game_id), *talk], game.number

    @database_sync_to_async
    def beside(self) -> str:
        """Return the version of the page's other parts, in the format of `talk.beside_of_page`."""
        user, game = self.scope["user"], Game.objects.get(pk=self.scope["url_route"]["kwargs"]["game_id"])
        return talk.beside_now(game, journal.may_read_spectators(game, user))


class OwnGamesConsumer(GameConsumer):
    """Send signed-in readers the total number of moves in their games, also after they join a game, then the number of each new move."""

    async def greeting(self) -> dict[str, Any]:
        return {"number": (await self.now())[1]}

    async def games_seated(self, message: dict[str, Any]) -> None:
        groups, number = await self.now()
        await self.listen(groups)
        await self.send_json({"number": number})

    @database_sync_to_async
    def now(self) -> tuple[list[str], int | None]:
        user = self.scope["user"]
        if not user.is_authenticated:
            return [], None
        games, number = lists.moves_made(lists.chairs_of(user))
        return [live.group_of_person(user.pk), *(live.group(game) for game in games)], number


websocket_urlpatterns = [
    path("ws/games/<int:game_id>/", GameConsumer.as_asgi()),
    path("ws/my/", OwnGamesConsumer.as_asgi()),
]
