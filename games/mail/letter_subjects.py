"""Subjects of letters about games: edition, table, what the letter is, and for a question until when."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone

from accounts.models import User
from core.plain_text import one_line
from games.models import Game
from notifications.telling import Telling

ABOUT = {
    "turn": "your turn", "reminder": "reminder", "nudge": "reminder", "overdue": "time is up", "played": "played for you",
    "over": "result", "receipt-table": "your answer", "receipt-over": "your answer", "receipt-talk": "your answer",
    "held": "to confirm", "talk": "talk", "vote": "a vote", "day-asked": "a day asked for", "muster": "are you ready?",
    "vote-agreed": "agreed", "paused": "a pause", "clock-moved": "your clock", "leave-taken": "a day of leave",
    "seat-open": "your seat is open", "seat-lost": "your seat", "seated-out": "your seat", "taken-off": "your seat",
    "captain-left": "a captain has left", "found": "players found",
    "unstarted": "nobody has come", "given-up": "closed", "stuck": "stopped", "newer-code": "on hold", "new-rules": "newer rules",
}  # fmt: skip
"""What letters about a game are, by their kind."""
A_WEEK = timedelta(days=6)


def subject(game: Game, notice: Telling, about: str = "", due: datetime | None = None) -> str:
    """Return the subject of a letter about a game. It gives nothing away."""
    what = about or ABOUT.get(notice.kind, "your answer")
    until = f", until {short_time(due, notice.reader)}" if due and due > timezone.now() and what != ABOUT["overdue"] else ""
    return f"{game.offer.name} · {table_name(game, notice.reader)}: {what}{until}"


def table_name(game: Game, user: User) -> str:
    """Return the table's name, with its number if this person plays at another one of that name."""
    name = one_line(game.name)
    others = Game.objects.filter(players__user=user, name=game.name).exclude(pk=game.pk)
    return f"{name}, table {game.pk}" if others.exists() else name


def short_time(moment: datetime, user: User) -> str:
    """Return a moment in the reader's zone, as short as a subject wants it."""
    form = "%a %H:%M" if moment - timezone.now() < A_WEEK else "%a %-d %b"
    return f"{moment.astimezone(ZoneInfo(user.time_zone)):{form}}"
