"""The socket of a game. It says only which move is the newest."""

import asyncio

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer

from games import live, queries


class GameConsumer(AsyncJsonWebsocketConsumer):
    """Lets in who may see the table, then sends `{"number": n}`. Whatever the browser says is ignored."""

    async def connect(self):
        self.group = None
        number = await self.number_now()
        if number is None:
            await self.close(code=4404)
            return
        live.attach(asyncio.get_running_loop())
        self.group = live.group(self.scope["url_route"]["kwargs"]["game_id"])
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()
        await self.send_json({"number": await self.number_now()})

    async def disconnect(self, code):
        if self.group:
            await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(self, text_data=None, bytes_data=None, **kwargs):
        """Nothing is asked over a socket."""

    async def game_changed(self, message):
        await self.send_json({"number": message["number"]})

    @database_sync_to_async
    def number_now(self) -> int | None:
        """The newest move, or None for someone who may not see this table."""
        game_id = self.scope["url_route"]["kwargs"]["game_id"]
        return queries.visible_games(self.scope["user"]).filter(pk=game_id).values_list("number", flat=True).first()
