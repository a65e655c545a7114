"""Compose the subjects of letters about games: the edition, the table, the kind of letter, and a question's deadline."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.text import get_text_list

from accounts.models import User
from core.plain_text import one_line
from games.announcements.notices import OVERDUE
from games.models import Game
from notifications.kinds import KINDS
from notifications.telling import Telling

NAMED_BY_WEEKDAY = timedelta(days=6)
WIDTH, MAX_NAMED = 72, 3
"""The maximum length of a subject about several tables, in characters, and the maximum number of tables named in a subject."""
NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}


def subject(game: Game, notice: Telling, about: str = "", due: datetime | None = None) -> str:
    """Return the subject of a letter about a game. The subject reveals no events of the game."""
    topic = about or KINDS[notice.kind].about
    until, now = "", timezone.now()
    if due and due > now and topic != KINDS[OVERDUE].about:
        form = "%a %H:%M" if due - now < NAMED_BY_WEEKDAY else "%a %-d %b"
        until = f", until {due.astimezone(ZoneInfo(notice.reader.time_zone)):{form}}"
    return f"{game.offer.name} · {table_name(game, notice.reader)}: {topic}{until}"


def of_several(tables: Sequence[Game], user: User) -> str:
    """Return the subject of a letter about several tables, the most urgent table first, with as many names as fit into WIDTH."""
    names = [table_name(game, user) for game in tables[:MAX_NAMED]]
    for count in range(len(names), 0, -1):
        more = len(tables) - count
        listed = get_text_list([*names[:count], *([f"{NUMBERS.get(more, more)} more"] if more else [])], "and")
        line = f"{len(tables)} games wait for you: {listed}"
        if len(line) <= WIDTH:
            return line
    return line


def and_more(notice: Telling) -> str:
    """Return the topic of a notice for the subject, with the number of other notices in the letter."""
    count, about = len(notice.also), KINDS[notice.kind].about
    return f"{about}, and {NUMBERS.get(count, count)} more" if count else about


def table_name(game: Game, user: User) -> str:
    """Return the table's name, with the table's number if the user plays at another table of the same name."""
    name = one_line(game.name)
    namesakes = Game.objects.filter(players__user=user, name=game.name).exclude(pk=game.pk)
    return f"{name}, table {game.pk}" if namesakes.exists() else name
