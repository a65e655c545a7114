"""Scenes that a page animates: those after a move, or all since the reader's last turn."""

import json
from collections.abc import Sequence

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from games.engine import Ruleset
from games.engine.ruleset import View
from games.queries import table_view
from games.queries.journal import SeenMove
from games.queries.scenes import scenes
from games.queries.table_view import TableView
from games.web.common import parse_number, visible_game
from games.web.news import news
from games.web.requests import PageRequest

MOST_MOVES = 60
"""The maximum number of animated moves; the history has all."""


def as_json(rules: Ruleset, view: View, moves: Sequence[SeenMove], names: list[str], seat: int | None) -> str:
    """Return the newest of these moves as the JSON that static/js/motion.js reads; "" if there is nothing to show."""
    shown = scenes(rules, view, moves[-MOST_MOVES:], names, seat)
    return json.dumps(shown, ensure_ascii=False, separators=(",", ":")) if shown else ""


def of_table(seen: TableView, moves: Sequence[SeenMove]) -> str:
    """Return moves of a table as JSON scenes for its reader."""
    return as_json(seen.rules, seen.view, moves, seen.names, seen.seat)


def since_page(request: PageRequest, seen: TableView, moves: Sequence[SeenMove]) -> str:
    """Return, as JSON, the scenes since the requesting page was drawn; "" if the request does not name the page's move."""
    number = page_number(request)
    return "" if number is None else of_table(seen, [move for move in moves if move.number > number])


def page_number(request: PageRequest) -> int | None:
    """Return the newest move on the page that sent this request, from the header of static/js/live.js; None without one."""
    return parse_number(request.headers.get("Seen-Move", ""))


@require_safe
def replay(request: PageRequest, pk: int) -> HttpResponse:
    """Send the scenes since the reader's last turn as JSON, without the setup."""
    game = visible_game(request, pk)
    if game.public is None:
        raise Http404
    seen = table_view.table(game, request.user)
    recent = news(seen)
    text = of_table(seen, [move for move in recent.moves if move.number > max(0, recent.ended)])
    return HttpResponse(f'{{"number":{seen.number},"scenes":{text or "[]"}}}', content_type="application/json")
