"""Letters about games, guarded: if a writer fails, a plain letter with a link to the table goes instead."""

from functools import partial

import notifications
from games.editions import guard
from games.mail import letter_parts as parts
from games.models import Game, Wait
from games.queries.table_view import TableView
from notifications import KindName, Letter
from notifications.kinds import Beside, Deadline, Facts, Write
from notifications.models import LetterIn
from notifications.telling import Telling

SENTENCES = {
    "turn": "It is your turn. We could not put the question into this letter; you find it at the table.",
    "reminder": "It is still your turn. We could not put the question into this letter; you find it at the table.",
    "played": "Your time ran out, so we played for you. The table shows what.",
    "over": "The game is over. The table shows how it ended.",
    "receipt": "You wrote to us. We could not put our answer into this letter; the table shows how it stands.",
}
NEWS = "Something happened at your table that we could not put into this letter. The table shows it."


def register(
    kind: KindName[Facts],
    write: Write[Facts],
    category: str = "turns",
    again: bool = True,
    role: str = "news",
    deadline: Deadline[Facts] | None = None,
    beside: Beside[Facts] | None = None,
) -> None:
    """Register a writer as `notifications.register` does, for letters about a game."""
    notifications.register(kind, partial(guarded, kind, write, deadline), category, again, role, deadline, beside)


def guarded(kind: str, write: Write[Facts], deadline: Deadline[Facts] | None, notice: Telling[Facts]) -> Letter | None:
    """Return the letter, or a plain one if its writer fails; None if that is no longer wanted. Raises the fault if there is no game."""
    try:
        return write(notice)
    except guard.RISES:
        raise
    except Exception as error:
        game = game_of(notice)
        if game is None:
            raise
        guard.note_fault(game.rules, "letter", error)
        return plain(kind, game, notice) if deadline is None or deadline(notice) is not None else None


def game_of(notice: Telling) -> Game | None:
    """Return the game of a notice, named in its facts or found by its wait or its incoming letter; None if it is gone."""
    facts = notice.facts
    if "game" in facts:
        return Game.objects.filter(pk=facts["game"]).first()
    if "wait" in facts:
        wait = Wait.objects.filter(pk=facts["wait"]).select_related("game").first()
        return wait.game if wait else None
    answered = LetterIn.objects.filter(pk=facts.get("letter", 0), address__isnull=False).select_related("address").first()
    return Game.objects.filter(pk=answered.reply_address.facts.get("game")).first() if answered else None


def plain(kind: str, game: Game, notice: Telling) -> Letter:
    """Return a letter that needs only the name of the game."""
    sentence = SENTENCES.get(kind, NEWS)
    table = TableView.of_nobody(game)
    return parts.letter("letters/clock", notice, table, {"link": parts.table_link(game), "sentence": sentence, "line": sentence})
