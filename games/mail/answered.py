"""A letter that came in about a game, with what it answers."""

from typing import Any, NamedTuple

from games.models import Game
from notifications.models import LetterIn
from notifications.telling import Telling


class Answered(NamedTuple):
    """A letter of the reader's, the game that it is about, and what our letter had said: the facts of its address."""

    letter: LetterIn
    game: Game
    printed: dict[str, Any]


def answered_letter(notice: Telling, **which: Any) -> Answered | None:
    """The letter that this notice is about, where it is one of these; None where it, or what it answers, is gone."""
    letter = LetterIn.objects.select_related("address").filter(pk=notice.facts["letter"], **which).first()
    if letter is None or letter.address is None:
        return None
    game = Game.objects.filter(pk=letter.address.facts["game"]).first()
    return Answered(letter, game, letter.address.facts) if game else None
