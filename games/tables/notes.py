"""A player's private notes at a table."""

from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from core.plain_text import printable_lines
from core.prepared import NUMBER, Blank, Prepared
from games.editions.errors import NotAllowed
from games.models import Notes

MAX_LENGTH = 4000


@Prepared.of(NUMBER, NUMBER)
def sheet(game: Blank, user: Blank) -> QuerySet[Any, Any]:
    return Notes.objects.filter(game=game, user=user).values_list("text", flat=True)


def notes_of(game_id: int, user: User) -> str:
    """Return this person's notes at this table; "" without any."""
    return "".join(sheet(game_id, user.pk))


def save_notes(game_id: int, user: User, text: str) -> str:
    """Replace the notes by this text without invisible characters, and return it. Raise NotAllowed if it is too long."""
    words = printable_lines(text)
    if len(words) > MAX_LENGTH:
        raise NotAllowed(
            "too-long", f"There is room for {MAX_LENGTH} characters, and these are {len(words)}. Shorten them: nothing was saved yet."
        )
    if words:
        Notes.objects.update_or_create(game_id=game_id, user=user, defaults={"text": words})
    else:
        Notes.objects.filter(game=game_id, user=user).delete()
    return words
