"""What happened: since the reader was last on turn, and in the turn that is his now."""

from typing import Any, NamedTuple

from games import queries
from games.editions import part_of
from games.models import Game, Move, Wait
from games.obeyed import OBEYED

MOST = 30
OWN = ("player", "mail")


class News(NamedTuple):
    """Sentences with the move they belong to: what came in the reader's turn, and what others did before it.

    A captain who is not asked reads how his last turn ended, and what others did after it.
    `shown` are the public facts of all of it, for wakes and cards on the page; `answered` is what his standing orders said.
    """

    others: list[tuple[Move, str]]
    own: list[tuple[Move, str]]
    left_out: int
    shown: list[dict]
    answered: list[str]
    is_asked: bool


def news(context: dict[str, Any]) -> News:
    """The news of a table for its reader."""
    game, seat, names = context["game"], context["seat"], context["names"]
    since, told = asked_since(context), context["since"]
    began, ended = (since, game.number) if since is not None else own_last_turn(game, seat)
    if since is None and ended > began:
        told = queries.journal(game, seat, began, names)
    elif since is not None and game.last_moves[seat] > since:
        told = queries.journal(game, seat, last_turn(game, seat, since), names)
    quiet = {OBEYED, *getattr(part_of(game.rules, "page"), "QUIET", ())}
    lines = [(move, sentence) for move, _ in told for sentence in queries.sentences(game.rules, move, names, seat, quiet)]
    own = [line for line in lines if began < line[0].number <= ended]
    others = [line for line in lines if not began < line[0].number <= ended]
    shown = [event for move, _ in told for event in move.events if event.get("to") is None]
    answered = queries.answered((move for move, _ in told), game.rules, names, seat)
    return News(others[-MOST:], own, max(0, len(others) - MOST), shown, answered[-MOST:], since is not None)


def asked_since(context: dict[str, Any]) -> int | None:
    """The newest move when the game began to wait for the reader; None when it waits for someone else."""
    return next((wait.since_number for wait in context["waits"] if wait.seat == context["seat"]), None)


def own_last_turn(game: Game, seat: int | None) -> tuple[int, int]:
    """The newest move when the game last began to wait for this seat, and the seat's own newest; the same twice if it never did."""
    asked = Wait.objects.filter(game=game, seat=seat).order_by("-pk").values_list("since_number", flat=True)
    since = asked.first() if seat is not None else None
    if seat is None or since is None:
        return game.number, game.number
    return max(since, game.number - queries.SINCE_MOST), game.last_moves[seat]


def last_turn(game: Game, seat: int, since: int) -> int:
    """The reader's own last move before this turn."""
    own = Move.objects.filter(game=game, seat=seat, by__in=OWN, number__lte=since).order_by("-number")
    return max(own.values_list("number", flat=True).first() or -1, game.number - queries.SINCE_MOST)
