"""Subjects of letters about games: edition, table, what the letter is, and for a question until when."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.text import get_text_list

from accounts.models import User
from core.plain_text import one_line
from games.models import Game
from games.notices import OVERDUE
from notifications.kinds import KINDS
from notifications.telling import Telling

A_WEEK = timedelta(days=6)
WIDTH, MOST_NAMED = 72, 3
"""How long a subject about several tables may be, and how many of them it names."""
NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}


def subject(game: Game, notice: Telling, about: str = "", due: datetime | None = None) -> str:
    """Return the subject of a letter about a game. It gives nothing away."""
    what = about or KINDS[notice.kind].about
    until = f", until {short_time(due, notice.reader)}" if due and due > timezone.now() and what != KINDS[OVERDUE].about else ""
    return f"{game.offer.name} · {table_name(game, notice.reader)}: {what}{until}"


def of_several(tables: Sequence[Game], user: User) -> str:
    """Return the subject of a letter that asks at several tables, the most urgent first: as many of their names as fit."""
    names = [table_name(game, user) for game in tables[:MOST_NAMED]]
    for count in range(len(names), 0, -1):
        more = len(tables) - count
        listed = get_text_list([*names[:count], *([f"{NUMBERS.get(more, more)} more"] if more else [])], "and")
        line = f"{len(tables)} games wait for you: {listed}"
        if len(line) <= WIDTH:
            return line
    return line


def and_more(notice: Telling) -> str:
    """Return what a letter is by its kind, and about how many other tables it is."""
    count, about = len(notice.also), KINDS[notice.kind].about
    return f"{about}, and {NUMBERS.get(count, count)} more" if count else about


def table_name(game: Game, user: User) -> str:
    """Return the table's name, with its number if this person plays at another one of that name."""
    name = one_line(game.name)
    others = Game.objects.filter(players__user=user, name=game.name).exclude(pk=game.pk)
    return f"{name}, table {game.pk}" if others.exists() else name


def short_time(moment: datetime, user: User) -> str:
    """Return a moment in the reader's zone, as short as a subject wants it."""
    form = "%a %H:%M" if moment - timezone.now() < A_WEEK else "%a %-d %b"
    return f"{moment.astimezone(ZoneInfo(user.time_zone)):{form}}"
