"""Letters about time and chairs: short, in the thread of their game."""

import notifications
from games import letter_parts as parts
from games.models import Game, Wait
from notifications import Letter

SENTENCES = {
    "seat-open": "Your time has run out several times, so your seat is open to a substitute now and a helmsman plays on. "
    "You can have it back with one click on the page of the table, until somebody else has played for you.",
    "seat-lost": "The captain whose seat you took has come back before you had played, so it is his again. Thank you for standing in.",
    "vote": "A question is put to your table. If you say nothing, that counts as no.",
    "paused": "An organiser has paused this table. Its page says why and until when; no clock runs meanwhile.",
    "muster": "Every chair is taken. Say that you are ready, and the game begins as soon as everyone has.",
    "seated-out": "You did not say that you were ready in time, so the table looks for another captain. This counts for nothing.",
}


def register() -> None:
    notifications.register("overdue", write_overdue, "reminders")
    notifications.register("clock-moved", write_moved, "turns")
    for kind in SENTENCES:
        notifications.register(kind, write_about_table, "turns")


def write_overdue(notice) -> Letter | None:
    """Time is up; until when an answer still counts."""
    wait = open_wait(notice)
    if wait is None or wait.overdue_at is None:
        return None
    out = parts.until(wait.next_at, notice.user)["when"]
    return letter(notice, wait.game, f"Your time is up. An answer is still taken until {out}; after that the turn is played for you.")


def write_moved(notice) -> Letter | None:
    """The deadline is another one now."""
    wait = open_wait(notice)
    if wait is None or wait.due_at is None:
        return None
    return letter(notice, wait.game, f"Your clock was moved. Answer by {parts.until(wait.due_at, notice.user)['when']}.")


def write_about_table(notice) -> Letter | None:
    game = Game.objects.filter(pk=notice.facts["game"]).first()
    return letter(notice, game, SENTENCES[notice.kind]) if game else None


def open_wait(notice) -> Wait | None:
    """The wait this is about, as long as it is open and the chair is still the reader's."""
    wait = Wait.objects.filter(pk=notice.facts["wait"], closed_at=None).select_related("game").first()
    mine = wait and wait.game.players.filter(seat=wait.seat, user=notice.user).exists()
    return wait if mine else None


def letter(notice, game: Game, sentence: str) -> Letter:
    table = {"game": game, "rules": game.rules, "names": [], "seat": None}
    return parts.letter("letters/clock", notice, table, {"link": parts.table_link(game), "sentence": sentence})
