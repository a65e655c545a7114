"""Announce moves to open pages of a town, through channels_redis. While Redis is down, calls fail at once, and sockets get `layer.lost`."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer, RedisPubSubLoopLayer, RedisSingleShardConnection
from channels_redis.utils import _wrap_close
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as NoConnection
from redis.exceptions import RedisError

from core.infrastructure import ANSWER, CONNECT, REDIS

PATIENCE = {"socket_connect_timeout": CONNECT, "socket_timeout": ANSWER, "retry": Retry(NoBackoff(), 1, (NoConnection,))}
LOST = {"type": "layer.lost"}
SHORTLY = 1.0


class Shard(RedisSingleShardConnection):
    """The Redis connection of one event loop. While Redis is down, every call fails at once."""

    def __init__(self, host: dict[str, Any], channel_layer: Any) -> None:
        super().__init__(PATIENCE | host, channel_layer)

    async def publish(self, channel: str, message: dict[str, Any]) -> None:
        await self._guarded(super().publish, channel, message)

    async def subscribe(self, channel: str) -> None:
        await self._guarded(super().subscribe, channel)

    async def unsubscribe(self, channel: str) -> None:
        await self._guarded(super().unsubscribe, channel)

    async def _guarded(self, method: Callable[..., Awaitable[object]], *args: Any) -> None:
        if not REDIS.lets_through():
            raise NoConnection("Redis is away")
        try:
            await method(*args)
        except (RedisError, OSError) as error:
            REDIS.failed(error)
            raise
        REDIS.answered()

    async def _do_receiving(self) -> None:
        """Receive messages as the library does. If Redis is lost, tell all listeners, because a hanging connection raises no error."""
        is_told = False
        while True:
            if REDIS.is_open and not is_told:
                self.channel_layer.lose_all()
            is_told = REDIS.is_open
            try:
                if not (self._pubsub and self._pubsub.subscribed):
                    await asyncio.sleep(0.1)
                    continue
                self._receive_message(await self._pubsub.get_message(ignore_subscribe_messages=True, timeout=0.1))
            except (RedisError, OSError) as error:
                REDIS.failed(error)
                await asyncio.sleep(SHORTLY if is_told else 0)


class LoopLayer(RedisPubSubLoopLayer):
    _shards: list[RedisSingleShardConnection]

    def __init__(self, hosts: Any = None, **kwargs: Any) -> None:
        super().__init__(hosts=hosts, **kwargs)
        self._shards = [Shard(shard.host, self) for shard in self._shards]

    def lose_all(self) -> None:
        """Send `layer.lost` to every listener in this process."""
        for queue in self.channels.values():
            queue.put_nowait(self.channel_layer.serialize(LOST))


class Layer(RedisPubSubChannelLayer):
    def _get_layer(self) -> LoopLayer:
        loop = asyncio.get_running_loop()
        if loop not in self._layers:
            self._layers[loop] = LoopLayer(*self._args, **self._kwargs, channel_layer=self)
            _wrap_close(self, loop)
        layer: LoopLayer = self._layers[loop]
        return layer
