"""What happened, as scenes for a page that shows them moving: with the answer to a move, or all since the reader's last turn."""

import json
from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from games.engine import Ruleset
from games.queries import table_view
from games.queries.journal import SeenMove
from games.queries.scenes import scenes
from games.queries.table_view import TableView
from games.web.common import visible_game
from games.web.news import news
from games.web.requests import PageRequest

MOST = 60
"""The most moves that are shown one by one; the history has all."""


def as_json(rules: Ruleset, view: Any, moves: Sequence[SeenMove], names: list[str], seat: int | None) -> str:
    """Return the newest of these moves as the JSON that static/js/motion.js reads; "" if there is nothing to show."""
    found = scenes(rules, view, moves[-MOST:], names, seat)
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")) if found else ""


def of_table(seen: TableView, moves: Sequence[SeenMove]) -> str:
    """Return moves of a table as that JSON, for its reader."""
    return as_json(seen.rules, seen.view, moves, seen.names, seen.seat)


def since_page(request: PageRequest, seen: TableView, moves: Sequence[SeenMove]) -> str:
    """Return what happened since the page of this request was drawn; "" if it does not say when that was."""
    number = page_number(request)
    return "" if number is None else of_table(seen, [move for move in moves if move.number > number])


def page_number(request: PageRequest) -> int | None:
    """Return the number of the newest move on the page that sent this request, as static/js/live.js names it."""
    said = request.headers.get("Seen-Move", "")
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 10 else None


@require_safe
def replay(request: PageRequest, pk: int) -> HttpResponse:
    """Everything since the reader's last turn, as JSON; without what was laid out before the first one."""
    game = visible_game(request, pk)
    if game.public is None:
        raise Http404
    seen = table_view.table(game, request.user)
    found = news(seen)
    text = of_table(seen, [move for move in found.moves if move.number > max(0, found.ended)])
    return HttpResponse(f'{{"number":{seen.number},"scenes":{text or "[]"}}}', content_type="application/json")
