"""Talk as a page shows it: the players', and apart from it the spectators'."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from django.db.models import Max, Q

from accounts.models import Visitor
from accounts.words import silence_of
from games.models import Game, Player
from games.queries import journal, spectators
from games.queries.journal import SeenLine
from games.tables import chat


def talk_context(game: Game, reader: Visitor, is_seated: bool) -> dict[str, Any]:
    """Return what `games/table/talk.html` shows: the players' talk, and whether the reader may join in."""
    return {
        "chat": by_speaker(journal.chat(game, reader.pk)), "may_talk": is_seated,
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
    lines, may_speak = journal.chat(game, reader.pk, by_spectators=True), spectators.may_speak(game, reader, players)
    if not lines and not may_speak:
        return {}
    return {"spectators": {"chat": by_speaker(lines), "may_talk": may_speak}}


def beside_of_page(context: dict[str, Any], seated: int) -> str:
    """Return what this page shows beside the moves: its newest lines of both kinds of talk, and how many are seated."""
    talk, aside = (runs[-1][-1].pk if runs else 0 for runs in (context.get("chat"), context.get("spectators", {}).get("chat")))
    return beside(talk, aside, seated)


def beside_now(game: Game, may_read_spectators: bool) -> str:
    """Return the same of a page that would be made now."""
    lines = game.chat.aggregate(talk=Max("pk", filter=Q(by_spectator=False)), aside=Max("pk", filter=Q(by_spectator=True)))
    return beside(lines["talk"] or 0, (lines["aside"] or 0) if may_read_spectators else 0, game.players.count())


def beside(talk: int, aside: int, seated: int) -> str:
    return f"{talk}-{aside}-{seated}"


def by_speaker(lines: list[SeenLine]) -> list[list[SeenLine]]:
    """Return each line alone, but successive lines of a player whom the reader blocks together."""
    runs = groupby(lines, key=lambda line: (line.user_id, 0) if line.is_hidden else (None, line.pk))
    return [list(run) for _, run in runs]
