"""Events since the reader's last turn and in their present turn, as sentences, and as scenes that a page animates."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from games.engine import Ruleset
from games.engine.facts import TURN_BEGAN
from games.engine.ruleset import View
from games.kit.parts import face_of
from games.models import BY_CAPTAIN
from games.play.order_log import ANSWERED_BY_ORDERS
from games.queries import journal, table_view
from games.queries.journal import SeenMove, scenes
from games.queries.table_view import TableView
from games.storage import prepared
from games.web.common import PageRequest, parse_number, visible_game

MOST_SENTENCES = 30
Sentence = tuple[SeenMove, str]
"""A move and a sentence about it."""
MOST_MOVES = 60
"""The maximum number of animated moves. The history has all moves."""


class News(NamedTuple):
    """Sentences with their moves: the reader's last turn, the later turns of others, and the reader's present turn.

    `left_out` is the number of omitted sentences about others. `shown` has the public events for wakes and cards: events since the
    last turn, including it while the game does not wait for the reader. `answered` has the answers by standing orders. `moves`
    has all moves since the beginning of the last turn, which ended with move `ended`. Undone moves are left out.
    """

    last: list[Sentence]
    others: list[Sentence]
    now: list[Sentence]
    left_out: int
    shown: list[dict[str, Any]]
    answered: list[str]
    moves: list[SeenMove]
    ended: int


def news(table: TableView) -> News:
    game, seat, names = table.game, table.seat, table.names
    wait = next((wait for wait in table.waits if wait.seat == seat), None)
    since, began = wait.since_number if wait else game.number, journal.latest(game)
    if seat is not None:
        turns = [(key, number) for key, number in prepared.turns_of(game.pk, seat) if wait is None or key != wait.turn_key]
        last_turn_began = min((number for key, number in turns if key == turns[0][0]), default=-1)
        began = max(last_turn_began, game.number - journal.SINCE_MOST)
    moves = journal.moves_for(game, seat, began)
    own_moves = [move.number for move in moves if seat is not None and move.seat == seat and move.by in BY_CAPTAIN and move.number <= since]
    ended = max(own_moves, default=began)
    moves = journal.lasting(moves)
    sentences: dict[str, list[Sentence]] = {"last": [], "others": [], "now": []}
    quiet = {ANSWERED_BY_ORDERS, *face_of(game.rules).quiet}
    for when, part in by_turn(moves, seat, ended, since):
        sentences[when] += [(part, sentence) for sentence in journal.sentences(game.rules, part, names, seat, quiet)]
    newest = [move for move in moves if wait is None or move.number > ended]
    shown = [event for move in newest for event in move.events if event.get("to") is None]
    others = sentences["others"]
    return News(
        sentences["last"], others[-MOST_SENTENCES:], sentences["now"], max(0, len(others) - MOST_SENTENCES), shown,
        journal.answered(newest, game.rules, names, seat)[-MOST_SENTENCES:], moves, ended,
    )  # fmt: skip


def by_turn(moves: list[SeenMove], seat: int | None, ended: int, since: int) -> Iterator[tuple[str, SeenMove]]:
    """Yield (period, part of a move) with period "last", "others" or "now". Split a move where the next captain's turn begins.

    `ended` is the number of the reader's last move before their present turn; `since` is the newest move before that turn.
    """
    passed = False
    for move in moves:
        for part in journal.parts_of_turns(move):
            whose = next((event["seat"] for event in part.events if event["name"] == TURN_BEGAN), None)
            passed |= whose not in (None, seat)
            if move.number > since or (seat is not None and whose == seat and (passed or move.number > ended)):
                yield "now", part
            else:
                yield "last" if move.number <= ended and not passed else "others", part


def scenes_as_json(rules: Ruleset, view: View, moves: Sequence[SeenMove], names: list[str], seat: int | None) -> str:
    """Return the newest of the given moves as JSON for static/js/motion.js, or "" if there is nothing to animate."""
    shown = scenes(rules, view, moves[-MOST_MOVES:], names, seat)
    return json.dumps(shown, ensure_ascii=False, separators=(",", ":")) if shown else ""


def scenes_of_table(seen: TableView, moves: Sequence[SeenMove]) -> str:
    return scenes_as_json(seen.rules, seen.view, moves, seen.names, seen.seat)


def since_page(request: PageRequest, seen: TableView, moves: Sequence[SeenMove]) -> str:
    """Return, as JSON, the scenes since the requesting page was rendered, or "" if the request does not name the page's move."""
    number = parse_number(request.headers.get("Seen-Move", ""))  # sent by static/js/live.js
    return "" if number is None else scenes_of_table(seen, [move for move in moves if move.number > number])


@require_safe
def replay(request: PageRequest, pk: int) -> HttpResponse:
    """Send the scenes since the reader's last turn as JSON, without the setup of the game."""
    game = visible_game(request, pk)
    if game.public is None:
        raise Http404
    seen = table_view.table(game, request.user)
    recent = news(seen)
    text = scenes_of_table(seen, [move for move in recent.moves if move.number > max(0, recent.ended)])
    return HttpResponse(f'{{"number":{seen.number},"scenes":{text or "[]"}}}', content_type="application/json")
