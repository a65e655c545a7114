"""Tell open pages that something changed: only a number, from any thread. Each page then reads the change on its own."""

import asyncio
import threading
from typing import Any

from channels.layers import get_channel_layer

_lock = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None
_own: asyncio.AbstractEventLoop | None = None


def group(game_id: int) -> str:
    """Return the channel group of everyone who has this game open."""
    return f"game-{game_id}"


def group_of_spectators(game_id: int) -> str:
    """Return the channel group of the readers of spectator chat. It excludes players, who must not learn that there is any."""
    return f"game-{game_id}-spectators"


def group_of_person(user_id: int) -> str:
    """Return the channel group of a person's open lists of their games."""
    return f"games-of-{user_id}"


def attach(loop: asyncio.AbstractEventLoop) -> None:
    """Note that the sockets of this process run on `loop`: the in-memory layer wakes only its own."""
    global _loop
    _loop = loop


def changed(game_id: int, number: int) -> None:
    """Tell everyone at the table that there is something else to read than a move, such as talk; `number` is that of the newest move.

    Returns at once; a lost message does no harm.
    """
    _tell(group(game_id), number)


def moved(game_id: int, number: int) -> None:
    """Tell everyone at the table that move `number` exists; a page that shows it has nothing to read. Returns at once."""
    _tell(group(game_id), number, moved=True)


def spectators_spoke(game_id: int, number: int) -> None:
    """Tell the spectators that there is something new to read; `number` is that of the newest move, as for all talk."""
    _tell(group_of_spectators(game_id), number, "spectators.spoke")


def seated(user_id: int) -> None:
    """Tell a person's open lists that they have one game more. Returns at once; a lost message does no harm."""
    _tell(group_of_person(user_id), 0, "games.seated")


def _tell(name: str, number: int, kind: str = "game.changed", **more: bool) -> None:
    asyncio.run_coroutine_threadsafe(_send(name, {"type": kind, "number": number, **more}), _where())


async def _send(name: str, message: dict[str, Any]) -> None:
    await get_channel_layer().group_send(name, message)


def _where() -> asyncio.AbstractEventLoop:
    """Return the loop of the sockets, or one of our own in a thread (a worker process has no sockets)."""
    global _own
    if _loop is not None and _loop.is_running():
        return _loop
    with _lock:
        if _own is None or not _own.is_running():
            _own = asyncio.new_event_loop()
            started = threading.Event()
            _own.call_soon(started.set)
            threading.Thread(target=_own.run_forever, name="live", daemon=True).start()
            started.wait(5)
    return _own
