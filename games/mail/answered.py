"""An incoming letter about a game, with the letter it answers."""

from typing import Any, NamedTuple

from games.models import Game
from notifications.models import LetterIn
from notifications.telling import Telling


class Answered(NamedTuple):
    """An incoming letter, its game, and the facts of the reply address it was sent to."""

    letter: LetterIn
    game: Game
    printed: dict[str, Any]


def answered_letter(notice: Telling, **which: Any) -> Answered | None:
    """Return the letter a notice is about, if it matches `which`; None if it, or what it answers, is gone."""
    letter = LetterIn.objects.select_related("address").filter(pk=notice.facts["letter"], **which).first()
    if letter is None or letter.address is None:
        return None
    game = Game.objects.filter(pk=letter.address.facts["game"]).first()
    return Answered(letter, game, letter.address.facts) if game else None
