"""The two chats of a page: the players' chat and the spectators' chat."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from django.db.models import Max, Q

from accounts.models import Visitor
from accounts.trust import silence_of
from games.models import Game, Player
from games.queries import journal
from games.tables import chat


def talk_context(game: Game, reader: Visitor, is_seated: bool) -> dict[str, Any]:
    """Return the context of `games/table/talk.html`: the players' chat, and whether the reader may post."""
    return {
        "chat": by_speaker(journal.chat(game, reader.pk)), "may_talk": is_seated,
        "silence": silence_of(reader) if reader.is_authenticated else "",
    }  # fmt: skip


def note_as_read(player: Player | None, context: dict[str, Any]) -> None:
    """Record that the player has read the chat in the context. Do nothing for readers who do not play."""
    if player is not None and context.get("chat"):
        chat.mark_read(player, context["chat"][-1][-1].pk)


def spectators_context(game: Game, reader: Visitor, players: Iterable[Player]) -> dict[str, Any]:
    """Return the context of `games/table/spectators.html`, or {} if the reader may not read it, or may not post and it is empty."""
    players = list(players)
    if not journal.may_read_spectators(game, reader, players):
        return {}
    lines, may_speak = journal.chat(game, reader.pk, by_spectators=True), journal.may_speak_as_spectator(game, reader, players)
    if not lines and not may_speak:
        return {}
    return {"spectators": {"chat": by_speaker(lines), "may_talk": may_speak}}


def beside_of_page(context: dict[str, Any], seated: int) -> str:
    """Return the version of a page's other parts: the id of the newest line in each chat, and the number of players."""
    talk, aside = (runs[-1][-1].pk if runs else 0 for runs in (context.get("chat"), context.get("spectators", {}).get("chat")))
    return beside(talk, aside, seated)


def beside_now(game: Game, may_read_spectators: bool) -> str:
    """Return the version that `beside_of_page` would return for a page rendered now."""
    lines = game.chat.aggregate(talk=Max("pk", filter=Q(by_spectator=False)), aside=Max("pk", filter=Q(by_spectator=True)))
    return beside(lines["talk"] or 0, (lines["aside"] or 0) if may_read_spectators else 0, game.players.count())


def beside(talk: int, aside: int, seated: int) -> str:
    return f"{talk}-{aside}-{seated}"


def by_speaker(lines: list[journal.SeenLine]) -> list[list[journal.SeenLine]]:
    """Return groups of lines: each line alone, but successive lines of a blocked player together."""
    runs = groupby(lines, key=lambda line: (line.user_id, 0) if line.is_hidden else (None, line.pk))
    return [list(run) for _, run in runs]
