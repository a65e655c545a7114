"""The socket of a game. It says only which move is the newest.

While the servers that carry messages are away a socket is let in all the same: it says its number, and after a while it
closes, so that the browser comes back and hears the number of then.
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
HEARS_NOTHING_FOR = 20.0
"""Seconds until a socket that cannot be told of moves is closed."""


class GameConsumer(AsyncJsonWebsocketConsumer):
    """Lets in who may see the table, then sends `{"number": n}`. Whatever the browser says is ignored."""

    group: str | None = None

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        try:
            await super().__call__(scope, receive, send)
        except FAULTS:
            if hasattr(self, "base_send"):  # it was under way; the browser comes back
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
        """From now on this socket hears of every move."""
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
        """Nothing is asked over a socket."""

    async def game_changed(self, message: dict[str, Any]) -> None:
        await self.send_json({"number": message["number"]})

    async def layer_lost(self, message: Any = None) -> None:
        """Nothing will be heard here any more."""
        with suppress(RuntimeError, *FAULTS):  # it has been closed meanwhile
            await self.close(code=COME_BACK)

    @database_sync_to_async
    def number_now(self) -> int | None:
        """The newest move, or None for someone who may not see this table."""
        game_id = self.scope["url_route"]["kwargs"]["game_id"]
        return lists.visible_games(self.scope["user"]).filter(pk=game_id).values_list("number", flat=True).first()


class Unheard(GameConsumer):
    """A socket that hears of no moves, as nothing carries them now."""

    channel_layer_alias = "none"

    async def listen(self) -> None:
        self.close_later()
