"""Notify open pages of changes, from any thread and without blocking. A message holds a move number; the page fetches the change."""

import asyncio
import threading
from typing import Any

from channels.layers import get_channel_layer

_lock = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None
_own_loop: asyncio.AbstractEventLoop | None = None


def group(game_id: int) -> str:
    return f"game-{game_id}"


def group_of_spectators(game_id: int) -> str:
    """Return the channel group of spectators only: players must not learn that spectators chat."""
    return f"game-{game_id}-spectators"


def group_of_person(user_id: int) -> str:
    return f"games-of-{user_id}"


def attach(loop: asyncio.AbstractEventLoop) -> None:
    """Send from the event loop that runs this process's WebSockets, because the in-memory channel layer works within one loop only."""
    global _loop
    _loop = loop


def changed(game_id: int, number: int) -> None:
    """Tell everyone at the table about a change other than a move, such as chat; `number` is the newest move's number."""
    _tell(group(game_id), number)


def moved(game_id: int, number: int) -> None:
    """Tell everyone at the table that move `number` was made, so that pages without the move fetch it."""
    _tell(group(game_id), number, moved=True)


def spectators_spoke(game_id: int, number: int) -> None:
    """Tell the spectators that their chat has a new line; `number` is the newest move's number."""
    _tell(group_of_spectators(game_id), number, "spectators.spoke")


def seated(user_id: int) -> None:
    _tell(group_of_person(user_id), 0, "games.seated")


def _tell(name: str, number: int, kind: str = "game.changed", **more: bool) -> None:
    asyncio.run_coroutine_threadsafe(_send(name, {"type": kind, "number": number, **more}), _where())


async def _send(name: str, message: dict[str, Any]) -> None:
    await get_channel_layer().group_send(name, message)


def _where() -> asyncio.AbstractEventLoop:
    """Return the event loop of the WebSockets; in a process without WebSockets, such as a worker, start a loop in a new thread."""
    global _own_loop
    if _loop is not None and _loop.is_running():
        return _loop
    with _lock:
        if _own_loop is None or not _own_loop.is_running():
            _own_loop = asyncio.new_event_loop()
            started = threading.Event()
            _own_loop.call_soon(started.set)
            threading.Thread(target=_own_loop.run_forever, name="live", daemon=True).start()
            started.wait(5)
    return _own_loop
