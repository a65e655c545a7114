"""What happened: since the reader was last on turn, and in the turn that is his now."""

from typing import Any, NamedTuple

from games import queries
from games.editions import part_of
from games.models import Game, Move, Wait
from games.obeyed import OBEYED

MOST = 30
OWN = ("player", "mail")


class News(NamedTuple):
    """Sentences with the move they belong to: what came before this turn, and what came in it.

    For a captain who is not asked it begins with his own last turn, so that he reads how that ended.
    `shown` are the public facts of all of it, for wakes and cards on the page; `answered` is what his standing orders said.
    """

    before: list[tuple[Move, str]]
    now: list[tuple[Move, str]]
    left_out: int
    shown: list[dict]
    answered: list[str]
    is_asked: bool


def news(context: dict[str, Any]) -> News:
    """The news of a table for its reader."""
    game, seat, names = context["game"], context["seat"], context["names"]
    since = asked_since(context)
    told = context["since"]
    if seat is not None and (since is None or game.last_moves[seat] > since):
        told = queries.journal(game, seat, last_asked(game, seat) if since is None else last_turn(game, seat, since), names)
    quiet = {OBEYED, *getattr(part_of(game.rules, "page"), "QUIET", ())}
    lines = [(move, sentence) for move, _ in told for sentence in queries.sentences(game.rules, move, names, seat, quiet)]
    before = [line for line in lines if since is None or line[0].number <= since]
    now = [line for line in lines if since is not None and line[0].number > since]
    shown = [event for move, _ in told for event in move.events if event.get("to") is None]
    answered = queries.answered((move for move, _ in told), game.rules, names, seat)
    return News(before[-MOST:], now, max(0, len(before) - MOST), shown, answered[-MOST:], since is not None)


def asked_since(context: dict[str, Any]) -> int | None:
    """The newest move when the game began to wait for the reader; None when it waits for someone else."""
    return next((wait.since_number for wait in context["waits"] if wait.seat == context["seat"]), None)


def last_asked(game: Game, seat: int) -> int:
    """The newest move when the game last began to wait for this seat; that turn is over."""
    waits = Wait.objects.filter(game=game, seat=seat).order_by("-pk")
    return max(waits.values_list("since_number", flat=True).first() or -1, game.number - queries.SINCE_MOST)


def last_turn(game: Game, seat: int, since: int) -> int:
    """The reader's own last move before this turn."""
    own = Move.objects.filter(game=game, seat=seat, by__in=OWN, number__lte=since).order_by("-number")
    return max(own.values_list("number", flat=True).first() or -1, game.number - queries.SINCE_MOST)
