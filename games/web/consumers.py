"""The socket of a game. It only sends the number of the newest move.

While the message servers are down a socket is accepted all the same. It sends the number and closes after a while, so the
browser comes back and gets a new number.
"""

import asyncio
from contextlib import suppress
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer

from core.infrastructure import FAULTS
from games import live
from games.queries import lists

COME_BACK = 1013
"""“Try again later”, by RFC 6455."""
TOO_MUCH, MOST_HEARD = 1008, 20
"""“Against our rules”, and after how many messages of a browser: ours sends none."""
HEARS_NOTHING_FOR = 20.0
"""Seconds until a socket that hears of no moves is closed."""


class GameConsumer(AsyncJsonWebsocketConsumer):
    """Accept people who may see the table, then send `{"number": n}`. Ignore what the browser sends, and close if that is much."""

    group: str | None = None
    heard = 0

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        try:
            await super().__call__(scope, receive, send)
        except FAULTS:
            if hasattr(self, "base_send"):  # already accepted; the browser comes back
                raise
            await Unheard()(scope, receive, send)

    async def connect(self) -> None:
        number = await self.number_now()
        if number is None:
            await self.close(code=4404)
            return
        await self.listen()
        await self.accept()
        await self.send_json({"number": await self.number_now()})

    async def listen(self) -> None:
        """Have this socket told of every move from now on."""
        live.attach(asyncio.get_running_loop())
        self.group = live.group(self.scope["url_route"]["kwargs"]["game_id"])
        try:
            await self.channel_layer.group_add(self.group, self.channel_name)
        except FAULTS:
            self.close_later()

    def close_later(self) -> None:
        asyncio.get_running_loop().call_later(HEARS_NOTHING_FOR, lambda: asyncio.ensure_future(self.layer_lost()))

    async def disconnect(self, code: int) -> None:
        if self.group:
            with suppress(*FAULTS):
                await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any) -> None:
        """Ignore what the browser sends, and close the socket when it sends too much."""
        self.heard += 1
        if self.heard == MOST_HEARD + 1:
            await self.close(code=TOO_MUCH)

    async def game_changed(self, message: dict[str, Any]) -> None:
        await self.send_json({"number": message["number"]})

    async def layer_lost(self, message: Any = None) -> None:
        """Close the socket: it will hear of no more moves."""
        with suppress(RuntimeError, *FAULTS):  # it was closed in the meantime
            await self.close(code=COME_BACK)

    @database_sync_to_async
    def number_now(self) -> int | None:
        """Return the number of the newest move, or None if the person may not see this table."""
        game_id = self.scope["url_route"]["kwargs"]["game_id"]
        return lists.visible_games(self.scope["user"]).filter(pk=game_id).values_list("number", flat=True).first()


class Unheard(GameConsumer):
    """A socket that hears of no moves, because the message servers are down."""

    channel_layer_alias = "none"

    async def listen(self) -> None:
        self.close_later()
