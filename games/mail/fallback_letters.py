"""Guard the writers of letters about games: if one fails, send a plain letter with a link to the table."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Unpack

import notifications
from games.editions import guard
from games.mail import letter_parts as parts
from games.models import Game, Wait
from games.queries.table_view import TableView
from notifications import KindName, Letter
from notifications.kinds import Deadline, Facts, How, Write
from notifications.models import LetterIn
from notifications.telling import Telling

NEWS = "Something happened at your table that we could not put into this letter. The table shows it."


def writes(
    kind: KindName[Facts], category: str = "turns", role: str = "news", plain: str = NEWS, **how: Unpack[How[Facts]]
) -> Callable[[Write[Facts]], Write[Facts]]:
    """Return a decorator that registers a writer of letters, like `notifications.writes`; if the writer fails, `plain` is sent."""

    def register(write: Write[Facts]) -> Write[Facts]:
        notifications.writes(kind, category, role, **how)(partial(guarded, plain, write, how.get("deadline")))
        return write

    return register


def guarded(plain: str, write: Write[Facts], deadline: Deadline[Facts] | None, notice: Telling[Facts]) -> Letter | None:
    """Return the letter. If its writer fails, return a plain letter, or None if the deadline is gone; without a game, raise the error."""
    try:
        return write(notice)
    except guard.RISES:
        raise
    except Exception as error:
        game = game_of(notice)
        if game is None:
            raise
        guard.note_fault(game.rules, "letter", error)
        if deadline is not None and deadline(notice) is None:
            return None
        link = {"link": parts.table_link(game), "sentence": plain, "line": plain}
        return replace(parts.letter("letters/clock", notice, TableView.of_nobody(game), link), stands_alone=True)


def game_of(notice: Telling) -> Game | None:
    facts = notice.facts
    if "game" in facts:
        return Game.objects.filter(pk=facts["game"]).first()
    if "wait" in facts:
        wait = Wait.objects.filter(pk=facts["wait"]).select_related("game").first()
        return wait.game if wait else None
    answered = LetterIn.objects.filter(pk=facts.get("letter", 0), address__isnull=False).select_related("address").first()
    return Game.objects.filter(pk=answered.reply_address.facts.get("game")).first() if answered else None
