"""Tell open pages, from any thread and without waiting, that something changed: only a number, with which they read the change."""

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
    """Return the channel group of spectators, without players, who must not learn that spectators chat."""
    return f"game-{game_id}-spectators"


def group_of_person(user_id: int) -> str:
    return f"games-of-{user_id}"


def attach(loop: asyncio.AbstractEventLoop) -> None:
    """Use the loop on which the sockets of this process run, because the in-memory layer wakes only its own loop."""
    global _loop
    _loop = loop


def changed(game_id: int, number: int) -> None:
    """Tell everyone at the table that there is news besides moves, such as chat; `number` is that of the newest move."""
    _tell(group(game_id), number)


def moved(game_id: int, number: int) -> None:
    """Tell everyone at the table that move `number` exists, so that pages that do not show it yet read it."""
    _tell(group(game_id), number, moved=True)


def spectators_spoke(game_id: int, number: int) -> None:
    """Tell the spectators that there is news in their chat; `number` is that of the newest move."""
    _tell(group_of_spectators(game_id), number, "spectators.spoke")


def seated(user_id: int) -> None:
    _tell(group_of_person(user_id), 0, "games.seated")


def _tell(name: str, number: int, kind: str = "game.changed", **more: bool) -> None:
    asyncio.run_coroutine_threadsafe(_send(name, {"type": kind, "number": number, **more}), _where())


async def _send(name: str, message: dict[str, Any]) -> None:
    await get_channel_layer().group_send(name, message)


def _where() -> asyncio.AbstractEventLoop:
    """Return the loop of the sockets; in a process without sockets, such as a worker, a loop of our own in a thread."""
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
