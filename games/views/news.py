"""What happened: since the reader was last on turn, and in the turn that is his now."""

from typing import Any, NamedTuple

from games import queries
from games.editions import part_of
from games.engine import Event
from games.models import Game, Move

MOST = 30
OWN = ("player", "mail")


class News(NamedTuple):
    """Sentences with the move they belong to: what came before this turn, and what came in it.

    `shown` are the public facts of all of it, for wakes and cards on the page.
    """

    before: list[tuple[Move, str]]
    now: list[tuple[Move, str]]
    left_out: int
    shown: list[dict]


def news(context: dict[str, Any]) -> News:
    """The news of a table for its reader."""
    game, seat, names = context["game"], context["seat"], context["names"]
    since = asked_since(context)
    told = context["since"]
    if since is not None and game.last_moves[seat] > since:
        told = queries.journal(game, seat, last_turn(game, seat, since), names)
    quiet = getattr(part_of(game.rules, "page"), "QUIET", frozenset())
    lines = [(move, sentence) for move, _ in told for sentence in sentences(game.rules, move, names, seat, quiet)]
    before = [line for line in lines if since is None or line[0].number <= since]
    now = [line for line in lines if since is not None and line[0].number > since]
    shown = [event for move, _ in told for event in move.events if event.get("to") is None]
    return News(before[-MOST:], now, max(0, len(before) - MOST), shown)


def asked_since(context: dict[str, Any]) -> int | None:
    """The newest move when the game began to wait for the reader; None when it waits for someone else."""
    return next((wait.since_number for wait in context["waits"] if wait.seat == context["seat"]), None)


def last_turn(game: Game, seat: int, since: int) -> int:
    """The reader's own last move before this turn."""
    own = Move.objects.filter(game=game, seat=seat, by__in=OWN, number__lte=since).order_by("-number")
    return max(own.values_list("number", flat=True).first() or -1, game.number - queries.SINCE_MOST)


def sentences(rules, move: Move, names: list[str], seat: int | None, quiet: frozenset[str]) -> list[str]:
    """One move in words, without what a page shows anyway."""
    events = (Event.from_json(data) for data in move.events if data["name"] not in quiet)
    told = [queries.tell(rules, event, names, seat) for event in events if event.seen_by(seat)]
    return [sentence for sentence in told if sentence]
