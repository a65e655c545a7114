"""Talk as a page shows it: the players', and apart from it the spectators'."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from accounts.models import Visitor
from games.models import Game, Player
from games.queries import journal, spectators
from games.queries.journal import SeenLine
from games.tables import chat
from games.tables.chat import silence_of


def talk_context(game: Game, reader: Visitor, is_seated: bool) -> dict[str, Any]:
    """Return what `games/table/talk.html` shows: the players' talk, and whether the reader may join in."""
    lines = journal.chat(game, reader.pk)
    return {
        "chat": by_speaker(lines), "own_lines": own_lines(lines, reader), "may_talk": is_seated,
        "silence": silence_of(reader) if reader.is_authenticated else "",
    }  # fmt: skip


def note_as_read(player: Player | None, context: dict[str, Any]) -> None:
    """Note that this player has before them what `talk_context` has found; a reader who does not play leaves no note."""
    if player is not None and context.get("chat"):
        chat.mark_read(player, context["chat"][-1][-1].pk)


def spectators_context(game: Game, reader: Visitor, players: Iterable[Player]) -> dict[str, Any]:
    """Return what `games/table/spectators.html` shows; nothing for those who may not read it, or where nobody spoke and nobody can."""
    players = list(players)
    if not spectators.may_read(game, reader, players):
        return {}
    lines, may_speak = journal.chat_of_spectators(game, reader.pk), spectators.may_speak(game, reader, players)
    if not lines and not may_speak:
        return {}
    return {"spectators": {"chat": by_speaker(lines), "own_lines": own_lines(lines, reader), "may_talk": may_speak}}


def own_lines(lines: list[SeenLine], reader: Visitor) -> int:
    """Return how many of these lines the reader wrote: after each, the field for a line is a new and empty one."""
    return sum(line.user_id is not None and line.user_id == reader.pk for line in lines)


def by_speaker(lines: list[SeenLine]) -> list[list[SeenLine]]:
    """Return each line alone, but successive lines of a player whom the reader blocks together."""
    runs = groupby(lines, key=lambda line: (line.user_id, 0) if line.is_hidden else (None, line.pk))
    return [list(run) for _, run in runs]
